/**
 * How long is waited before a test fails, ten times and more what it takes on a machine of its own: on one that many
 * share, a core may be away for a while. What hangs, or never comes, is still told.
 */
export const patienceMs = {
  /** For what a test waits for inside itself. */
  wait: 60_000,
  unit: 120_000,
  integration: 240_000,
  story: 300_000,
};
