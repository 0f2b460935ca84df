import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

import { retention } from "#domain/site/retention.ts";
import { durationMs } from "#kit/duration.ts";

/** Where log lines go: what the logger writes to. */
type LogDestination = { write(line: string): void };

type LogFiles = LogDestination & {
  /** Removes what is past its term. Also done whenever a day begins. */
  removeOld(): void;
};

const lookEveryMs = 3_600_000;
const fileName = /^site-(\d{4}-\d{2}-\d{2})\.log$/;

/**
 * One file for each day (UTC), readable by this account alone; seven of them at most, so that no line gets older than
 * the technical logs may. Other files of the folder are left alone. A line that cannot be written goes to `otherwise`:
 * a full disk stops no request.
 *
 * Source: promise P-06.
 */
export function createLogFiles(
  folder: string,
  now: () => Date = () => new Date(),
  otherwise: LogDestination = process.stdout,
): LogFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let open: { day: string; descriptor: number } | undefined;

  /** Each process of the machine adds its lines to the same file: a line is one write. */
  function openDay(): number {
    const day = dayOf(now());
    if (open?.day === day) return open.descriptor;
    if (open) closeSync(open.descriptor);
    open = undefined;
    removeOld();
    open = { day, descriptor: openSync(join(folder, `site-${day}.log`), "a", 0o600) };
    return open.descriptor;
  }

  function removeOld(): void {
    const lastDay = dayOf(new Date(now().getTime() - durationMs(retention.technicalLogs)));
    for (const name of readdirSync(folder)) {
      const day = fileName.exec(name)?.[1];
      if (day !== undefined && day <= lastDay) rmSync(join(folder, name), { force: true });
    }
  }

  // A server that has nothing to say still forgets.
  setInterval(() => {
    try {
      removeOld();
    } catch (error) {
      otherwise.write(`${JSON.stringify({ level: 40, msg: "old logs were not removed", code: codeOf(error) })}\n`);
    }
  }, lookEveryMs).unref();

  return {
    removeOld,
    write(line) {
      try {
        writeSync(openDay(), line);
      } catch {
        otherwise.write(line);
      }
    },
  };
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
