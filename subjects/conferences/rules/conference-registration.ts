import * as z from "zod/mini";

import { chosenCompany } from "#subjects/companies/rules/company-search.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { checkAnswers, emailText, typedLine, typedOrNothing } from "#domain/kernel/text-rules.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";

import type { OrderShape } from "#subjects/funnel/rules/order-answers.ts";

/**
 * Every question of the form, or this does not compile; with rules of its own, like those of closing. The trade of all
 * who register is known: see `conferenceBusinessType`.
 */
const registrationSchema = z.object({
  lastName: typedLine,
  firstName: typedLine,
  companyName: typedLine,
  ...chosenCompany,
  email: emailText,
  phone: typedOrNothing(maxLengths.line),
  commentaire: typedOrNothing(maxLengths.area),
  newsletter: z._default(z.boolean("malformed"), false),
} satisfies OrderShape<"conferences", "businessType"> & { newsletter: z.ZodMiniType });

export type ConferenceRegistration = z.infer<typeof registrationSchema>;
export type ConferenceField = keyof ConferenceRegistration;

/** Under the names of the lead record that is sent. Source: specification, section 5; resolutions, section 10. */
export function readConferenceRegistration(value: unknown) {
  return checkAnswers<ConferenceRegistration>(registrationSchema, value);
}

export type ConferencePhase = "open" | "closed" | "past";

/**
 * `closed`: too late to register, and the day is not over. Source: resolutions, section 2.
 *
 * @param conference the one that is announced: without any, the last one is over
 */
export function conferencePhase(
  conference: { registrationUntil: CivilDate; heldOn: CivilDate } | undefined,
  today: CivilDate,
): ConferencePhase {
  if (conference === undefined) return "past";
  const { registrationUntil, heldOn } = conference;
  if (today <= registrationUntil) return "open";
  return today <= heldOn ? "closed" : "past";
}
