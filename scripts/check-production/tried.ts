import type { Finding, FindingId } from "#subjects/operations/rules/doctor-finding.ts";

/** What one check saw. */
export type Tried = {
  /** What was tried, in one or two words. */
  name: string;
  /** What holds; shown when nothing was found. */
  says: string;
  findings: Finding[];
};

export function held(name: string, says: string): Tried {
  return { name, says, findings: [] };
}

export function found(name: string, id: FindingId, sentence: string): Tried {
  return { name, says: "", findings: [{ id, sentence }] };
}
