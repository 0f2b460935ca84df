import * as z from "zod/mini";

import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { storable } from "#domain/kernel/text-rules.ts";
import { dayShape } from "#kit/instants.ts";

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
  /** Where it was given, of what the team noted: no form sent it. */
  source?: string;
};

export type Consents = Partial<Record<AgreementPurpose, Consent>>;

const noted = (most: number) => z.string().check(storable, z.trim(), z.minLength(1), z.maxLength(most));
/** An agreement that the team heard or read: on which day, where, and in which words. All three, or it is none. */
export const notedConsent = z.object({ given_on: dayShape, source: noted(200), text: noted(1000) });
export type NotedConsent = z.output<typeof notedConsent>;

/** Its wording dates from the day on which it was given. */
export function consentNoted({ given_on: day, source, text }: NotedConsent, form: FunnelOrigin): Consent {
  return { granted: true, at: day, version: day, form, text, source };
}

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
