import * as z from "zod/mini";

import { cleanEmail } from "#kit/email-address.ts";
import { withoutTurns } from "./isolate.ts";
import { readUrl } from "#kit/read-url.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { trimmed } from "#kit/trimmed.ts";

import { maxLengths } from "./max-lengths.ts";

/** What can be wrong with an answer; content has a sentence for each. */
export type ProblemCode = "missing" | "malformed" | "tooLong";

/** In the order of the form's fields. */
export type Problems<Field extends string = string> = Partial<Record<Field, ProblemCode>>;

/** Every character is kept but for what no database stores: halves of pairs, nulls. */
export function keepStorable(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "").replaceAll("\0", "");
}

export const storable = z.overwrite<string>(keepStorable);

/** As `storable`, with the ends trimmed. */
const cleaned = z.overwrite<string>((text) => trimmed(keepStorable(text)));

/** Of what others typed, as it is shown beside other texts. */
export const shownText = z.string().check(z.overwrite(withoutTurns));

/** Spaces alone are not an answer. */
export function requiredText(maxLength: number) {
  return z.string("missing").check(cleaned, z.minLength(1, "missing"), z.maxLength(maxLength, "tooLong"));
}

export function optionalText(maxLength: number) {
  return z.string("malformed").check(cleaned, z.maxLength(maxLength, "tooLong"));
}

/** As the browser's own check of a required field: something was typed, even spaces. */
export const typedLine = z
  .string("missing")
  .check(z.minLength(1, { error: "missing", abort: true }), storable, z.maxLength(maxLengths.line, "tooLong"));

/** What a field left out holds nothing of. */
export function typedOrNothing(maxLength: number) {
  return z._default(optionalText(maxLength), "");
}

/**
 * What an e-mail is, for every form: invisible characters are taken out, something stands on both sides of '@', and it
 * holds no space, no control character and no half of a surrogate pair; nothing stricter, and nothing that the database
 * would refuse. SQL says the same in `private.read_email`: `tests/support/email-examples.ts` is tried on both.
 *
 * Whether a mail can reach it is said by `mailableAddress`: what none can reach is a lead all the same.
 *
 * Source: resolutions, section 7.
 */
export const emailText = z.string("missing").check(
  z.overwrite(cleanEmail),
  z.minLength(1, { error: "missing", abort: true }),
  // Before the expression, whose time grows with the square of the text: 64 KiB of '@' took it seconds.
  z.maxLength(maxLengths.line, { error: "tooLong", abort: true }),
  z.regex(/^[^\s\p{Cc}\p{Surrogate}]+@[^\s\p{Cc}\p{Surrogate}]+$/u, "malformed"),
);

/** A whole address with its scheme, or nothing. */
export const optionalWebAddress = z
  .string("malformed")
  .check(cleaned, z.refine(isWebAddressOrEmpty, "malformed"), z.maxLength(maxLengths.url, "tooLong"));

function isWebAddressOrEmpty(text: string): boolean {
  if (text === "") return true;
  return /^https?:\/\/\S+$/i.test(text) && readUrl(text) !== undefined;
}

/**
 * Runs a form's schema over what was typed or sent; what the schema does not know is left out.
 *
 * @returns the cleaned answers, or one problem per field in the order of the schema
 */
export function checkAnswers<Answers>(
  schema: z.ZodMiniType<Answers>,
  typed: unknown,
): Result<Answers, Problems<Extract<keyof Answers, string>>> {
  const isObject = typeof typed === "object" && typed !== null && !Array.isArray(typed);
  const checked = schema.safeParse(isObject ? typed : {});
  if (checked.success) return ok(checked.data);

  const problems: Problems = {};
  for (const issue of checked.error.issues) {
    const field = String(issue.path[0]);
    problems[field] ??= issue.message as ProblemCode;
  }
  return failed(problems as Problems<Extract<keyof Answers, string>>);
}
