import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Figure } from "./figures.ts";
import type { ProgramName } from "./support/programs.ts";

export type Benchmark = {
  title: string;
  /** Programs of the machine it cannot do without. */
  needs: ProgramName[];
  measure(bench: Bench): Promise<Figure[]>;
};

export type Bench = {
  /** Length of one slice of load. */
  sliceSeconds: number;
  /** Slices of each of the two things that are compared. */
  sliceCount: number;
  /** Short slices and fewer requests: to try a benchmark, not to believe it. */
  isQuick: boolean;
  /** Called when the benchmark ends or fails, last one first. */
  atEnd(end: () => unknown): void;
};

export type RunningBench = Bench & { end(): Promise<void> };

export function openBench(isQuick: boolean): RunningBench {
  const ends: (() => unknown)[] = [];
  let ending = Promise.resolve();

  async function endAll(): Promise<void> {
    for (let end = ends.pop(); end; end = ends.pop()) {
      try {
        await end();
      } catch (error) {
        console.error("Something was left behind:", error);
      }
    }
  }

  return {
    sliceSeconds: isQuick ? 1 : 3,
    sliceCount: isQuick ? 3 : 9,
    isQuick,
    atEnd: (end) => void ends.push(end),
    // One call after the other: a signal may come while a benchmark ends by itself.
    end: () => (ending = ending.then(endAll)),
  };
}

/** Deleted at the end. Others may look into it: `nobody`, as whom servers run when we are root. */
export function makeFolder(bench: Bench): string {
  const folder = mkdtempSync(join(tmpdir(), "site-bench-"));
  bench.atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}
