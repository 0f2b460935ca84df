import * as z from "zod/mini";

import { failed, ok, type Result } from "#domain/result.ts";
import { trimmed } from "#domain/trimmed.ts";

import { maxLengths } from "./answers.ts";

/** What can be wrong with an answer; each has its sentence in `content/funnel.ts`. */
export type ProblemCode = "missing" | "malformed" | "tooLong";

export type Problems<Field extends string = string> = Partial<Record<Field, ProblemCode>>;

/** Ends are trimmed and every other character is kept, but for what no database stores: halves of pairs, nulls. */
const cleaned = z.overwrite<string>((text) => trimmed(text.replace(/\p{Surrogate}/gu, "").replaceAll("\0", "")));

/** Spaces alone are not an answer. */
export function requiredText(maxLength: number) {
  return z.string().check(cleaned, z.minLength(1, "missing"), z.maxLength(maxLength, "tooLong"));
}

export function optionalText(maxLength: number) {
  return z.string().check(cleaned, z.maxLength(maxLength, "tooLong"));
}

/**
 * No space or control character, something on both sides of '@'; nothing stricter, and nothing the server would refuse.
 *
 * Source: resolutions, section 7.
 */
export const emailText = z
  .string()
  .check(
    cleaned,
    z.minLength(1, { error: "missing", abort: true }),
    z.regex(/^[^\s\p{Cc}]+@[^\s\p{Cc}]+$/u, "malformed"),
    z.maxLength(maxLengths.line, "tooLong"),
  );

/** A whole address with its scheme, or nothing. */
export const optionalWebAddress = z
  .string()
  .check(cleaned, z.refine(isWebAddressOrEmpty, "malformed"), z.maxLength(maxLengths.url, "tooLong"));

function isWebAddressOrEmpty(text: string): boolean {
  if (text === "") return true;
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** Runs a form's schema: the cleaned answers, or one problem per field. */
export function checkAnswers<Answers>(
  schema: z.ZodMiniType<Answers>,
  typed: unknown,
): Result<Answers, Problems<Extract<keyof Answers, string>>> {
  const checked = schema.safeParse(typed);
  if (checked.success) return ok(checked.data);

  const problems: Problems = {};
  for (const issue of checked.error.issues) {
    const field = String(issue.path[0]);
    problems[field] ??= issue.message as ProblemCode;
  }
  return failed(problems as Problems<Extract<keyof Answers, string>>);
}
