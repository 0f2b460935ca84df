import * as z from "zod/mini";

import { checkAnswers } from "./text-rules.ts";
import { withoutSpaces } from "#kit/typed-code.ts";

/** Six digits, with whatever spaces were typed between them. */
const codeSchema = z.object({
  code: z
    .string("missing")
    .check(
      z.overwrite(withoutSpaces),
      z.minLength(1, { error: "missing", abort: true }),
      z.regex(/^\d{6}$/, "malformed"),
    ),
});

/** The code that an authenticator application shows. */
export function readCode(typed: unknown) {
  return checkAnswers<{ code: string }>(codeSchema, typed);
}
