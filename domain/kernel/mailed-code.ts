import * as z from "zod/mini";

import { checkAnswers, emailText } from "./text-rules.ts";
import { withoutSpaces } from "#kit/typed-code.ts";

/** How many digits it has, the site's settings say: six to ten. */
const codedSchema = z.object({
  codeEmail: emailText,
  mailedCode: z
    .string("missing")
    .check(
      z.overwrite(withoutSpaces),
      z.minLength(1, { error: "missing", abort: true }),
      z.regex(/^\d{6,10}$/, "malformed"),
    ),
});

export type CodedAnswers = z.infer<typeof codedSchema>;

/** The code of a mail, with the address that it was sent to. */
export function readMailedCode(typed: unknown) {
  return checkAnswers<CodedAnswers>(codedSchema, typed);
}
