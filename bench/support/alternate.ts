import type { Bench } from "../benchmark.ts";

export type Rates = { ours: number; reference: number; ratio: number };

/** Runs for so many seconds. @returns how often a second */
export type Slice = (seconds: number) => Promise<number>;

/**
 * Ours and the reference by turns, each first every other time, so that whatever else the machine does weighs on both.
 * The first turn warms up and is not counted. The ratio is the median of the turns' ratios.
 */
export async function alternate(bench: Bench, ours: Slice, reference: Slice): Promise<Rates> {
  const pairs: { ours: number; reference: number }[] = [];
  for (let turn = 0; turn <= bench.sliceCount; turn += 1) {
    const pair = { ours: 0, reference: 0 };
    const order = turn % 2 === 0 ? (["ours", "reference"] as const) : (["reference", "ours"] as const);
    for (const side of order) pair[side] = await { ours, reference }[side](bench.sliceSeconds);
    if (turn > 0) pairs.push(pair);
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    reference: median(pairs.map((pair) => pair.reference)),
    ratio: median(pairs.map((pair) => pair.ours / pair.reference)),
  };
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that this share of the values does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error("Nothing was measured.");
  return value;
}
