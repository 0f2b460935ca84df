import { readFileSync } from "node:fs";

/**
 * Memory of a process in megabytes, as Linux counts it: `RssAnon` leaves out what it shares, such as the buffers of
 * PostgreSQL, which every backend would count once more. 0 for a process that has ended.
 */
export function readMemory(pid: number, part: "VmRSS" | "RssAnon"): number {
  const kilobytes = new RegExp(`^${part}:\\s+(\\d+) kB`, "m").exec(readStatus(pid))?.[1];
  return Number(kilobytes ?? 0) / 1000;
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return ""; // ended since it was listed
  }
}
