import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { testEngine } from "#tests/support/database.ts";
import { isFull } from "#tests/support/depth.ts";

import { startDurableSite } from "./durable-site.ts";

/** Source: promise R-02. */
const answerCount = 1000;

/** Watches when the server's processes have the disk's word, those that it starts later included. */
async function watchDisk(serverPid: number): Promise<{ readSyncs(): Promise<number[]> }> {
  const folder = mkdtempSync(join(tmpdir(), "strace-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "syncs");
  const children = execFileSync("pgrep", ["-P", String(serverPid)], { encoding: "utf8" })
    .trim()
    .split("\n");
  const attached = [String(serverPid), ...children].flatMap((pid) => ["-p", pid]);
  const options = ["-f", "-ttt", "-T", "-e", "trace=fdatasync,fsync", "-o", file, ...attached];
  const strace = spawn("strace", options, { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void strace.kill());
  let said = "";
  strace.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  await vi.waitUntil(() => said.split("attached").length > children.length + 1);
  return {
    async readSyncs() {
      const ended = once(strace, "close");
      strace.kill("SIGINT");
      await ended;
      return readFileSync(file, "utf8").split("\n").flatMap(endOfSync);
    },
  };
}

/** When the call of this line came back with the disk's word; a line of strace that says something else has none. */
function endOfSync(line: string): number[] {
  const [, begun, isResumed, took] = /^\d+ +([\d.]+) (<\.\.\. )?f(?:data)?sync.*= 0 <([\d.]+)>$/.exec(line) ?? [];
  if (begun === undefined) return [];
  return [(Number(begun) + (isResumed ? 0 : Number(took))) * 1000];
}

// strace is not on every machine, so npm test leaves this to npm run prove R-02.
test.runIf(isFull && testEngine === "postgres")(
  `None of ${answerCount} submissions is acknowledged before the disk has it`,
  { timeout: 300_000 },
  async () => {
    const { server, submit, remove } = await startDurableSite();
    onTestFinished(remove);
    const disk = await watchDisk(server.pid);

    const answers: { sentAt: number; answeredAt: number }[] = [];
    for (let number = 0; number < answerCount; number += 1) {
      // The clock that strace writes, in whole milliseconds; a monotonic one drifts from it within a minute.
      const sentAt = Date.now();
      const { status } = await submit(number);
      expect([number, status]).toEqual([number, 200]);
      answers.push({ sentAt, answeredAt: Date.now() + 1 });
    }

    const syncs = await disk.readSyncs();
    const uncovered = answers.filter(
      ({ sentAt, answeredAt }) => !syncs.some((syncedAt) => sentAt <= syncedAt && syncedAt <= answeredAt),
    );
    console.log(`R-02: ${answers.length} acknowledged, ${syncs.length} syncs, ${uncovered.length} without one before`);
    /** How far the nearest one was from the answer, in milliseconds: before it, or after. */
    const nearest = uncovered.map(({ answeredAt }) =>
      Math.min(...syncs.map((syncedAt) => Math.abs(syncedAt - answeredAt))),
    );
    expect({ uncovered, nearest }).toEqual({ uncovered: [], nearest: [] });
  },
);
