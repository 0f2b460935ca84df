import * as z from "zod/mini";

import { sirenLength } from "#domain/kernel/siren.ts";
import { typedOrNothing } from "#domain/kernel/text-rules.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";
import { trimmed } from "#kit/trimmed.ts";

import type { FoundQuestion } from "#subjects/funnel/rules/questions.ts";

/** The fewest characters that are looked up: what the public register takes. */
const fewestCharacters = 3;

/** Longer ones are no name of a company, and are looked up nowhere. */
const mostCharacters = 120;

/** The most companies that are offered for what was typed. */
export const mostCompanies = 5;

/**
 * A company as the register knows it: `name` is what it is found by, `legalName` what an invoice calls it. `place` is
 * postcode and town, `address` the whole one; each is empty where the register does not tell.
 */
const foundCompany = z.object({
  siren: z.string().check(z.regex(/^\d{9}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(maxLengths.line)),
  legalName: z.string().check(z.minLength(1), z.maxLength(maxLengths.line)),
  place: z.string(),
  address: z.string().check(z.maxLength(maxLengths.line)),
});

export type FoundCompany = z.infer<typeof foundCompany>;

/** What the server answers; `isAway` when the register did not answer in time, or not readably. */
export const companyAnswer = z.object({
  companies: z.array(foundCompany).check(z.maxLength(mostCompanies)),
  isAway: z.boolean(),
});

/** Who orders, as it was chosen from the register; empty texts where nothing was. */
export type ChosenCompany = Record<FoundQuestion, string>;

/** The same where an order form sends it: what is left out was not chosen. */
export const chosenCompany = {
  companySiren: typedOrNothing(sirenLength),
  companyLegalName: typedOrNothing(maxLengths.line),
  companyAddress: typedOrNothing(maxLengths.line),
} satisfies Record<FoundQuestion, z.ZodMiniType<string>>;

export const noCompany: ChosenCompany = { companySiren: "", companyLegalName: "", companyAddress: "" };

export type CompanyAnswer = z.infer<typeof companyAnswer>;

/**
 * What is looked up of what was typed: a name on one line, or the digits of a number written in groups. A SIRET is
 * looked up by the SIREN it begins with.
 *
 * @returns undefined for what is too short or too long to be a name
 */
export function readCompanyWords(typed: string): string | undefined {
  const line = trimmed(typed.slice(0, 2 * mostCharacters).replaceAll(/[\p{Cc}\p{Surrogate}\s]+/gu, " "));
  const digits = line.replaceAll(/[ .]/g, "");
  const words = /^(\d{9}|\d{14})$/.test(digits) ? digits.slice(0, 9) : line;
  return words.length >= fewestCharacters && words.length <= mostCharacters ? words : undefined;
}
