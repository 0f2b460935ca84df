import * as z from "zod/mini";

import { checkAnswers, requiredText } from "./text-rules.ts";

/** What its owner calls a second factor; the service keeps no longer name. */
export const maxFactorName = 60;

const nameSchema = z.object({ factorName: requiredText(maxFactorName) });

export function readFactorName(typed: unknown) {
  return checkAnswers<{ factorName: string }>(nameSchema, typed);
}
