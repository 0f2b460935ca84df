import { asObject } from "#kit/as-object.ts";

/** The version of the terms that an order accepted, by its day, and when: ISO 8601. */
export type AcceptedTerms = { at: string; version: string };

/** Of what `private.accepted_terms` answers. */
export function readAcceptedTerms(value: unknown): AcceptedTerms | null {
  const { at, version } = asObject(value);
  return typeof at === "string" && typeof version === "string" ? { at, version } : null;
}
