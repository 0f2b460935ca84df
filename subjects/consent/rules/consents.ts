import * as z from "zod/mini";

import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { storable } from "#domain/kernel/text-rules.ts";

/** What a box of a form may ask consent for; `waitlist`: what its form is for once registration is closed. */
export type AgreementPurpose = "calls" | "reminder" | "newsletter" | "terms" | "certification" | "waitlist";

/** The consent record of a box: whether it was ticked, when, under which wording, in which form. */
export type Consent = {
  granted: boolean;
  /** ISO 8601. */
  at: string;
  /** Day the wording dates from. */
  version: string;
  form: FunnelOrigin;
  /** The sentence beside the box, as it was shown. */
  text: string;
};

export type Consents = Partial<Record<AgreementPurpose, Consent>>;

const short = z.string().check(storable, z.maxLength(40));
const wording = z.string().check(storable, z.maxLength(1000));
const consentRecord = z.object({ granted: z.boolean(), at: short, version: short, text: z.unknown() });

/** The consent records a form sent, for the purposes it asks about; what is not one is left out. */
export function readConsents(value: unknown, form: FunnelOrigin, purposes: readonly AgreementPurpose[]): Consents {
  const sent = z.record(z.string(), z.unknown()).safeParse(value);
  if (!sent.success) return {};
  return Object.fromEntries(
    purposes.flatMap((purpose) => {
      const read = consentRecord.safeParse(sent.data[purpose]);
      if (!read.success) return [];
      const text = wording.safeParse(read.data.text);
      return [[purpose, { ...read.data, text: text.success ? text.data : "", form }]];
    }),
  );
}
