import type { Bench } from "../benchmark.ts";

export type ProofResult = {
  /** What was tried and found, in one line. */
  figures: string;
  /** What the promise does not allow, a sentence each. */
  faults: string[];
};

export type ClusterProof = (bench: Bench, engine: "postgres" | "embedded") => Promise<ProofResult>;
