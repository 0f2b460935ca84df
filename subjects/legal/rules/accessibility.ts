import { accessibilityStatus, type LegalIdentity } from "#domain/site/legal-identity.ts";
import { civilDate } from "#kit/civil-date.ts";

/** Of the RGAA 4.1.2. */
export const criteriaCount = 106;

/** What `docs/rgaa.md` found, criterion by criterion. */
export const selfAssessment = {
  on: civilDate("2026-11-27"),
  met: 82,
  failed: ["4.5", "9.1", "13.1"],
} as const;

export type FailedCriterion = (typeof selfAssessment.failed)[number];

const applicable = selfAssessment.met + selfAssessment.failed.length;

/** What page and footers state: the audit of others where there is one, else the self-assessment. */
export function accessibilityOf({ accessibilityAudit }: LegalIdentity) {
  const ratePercent = accessibilityAudit?.ratePercent ?? (100 * selfAssessment.met) / applicable;
  return { ratePercent, status: accessibilityStatus(ratePercent) };
}
