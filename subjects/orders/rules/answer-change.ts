import * as z from "zod/mini";

import { intentions, openingHours } from "#subjects/funnel/rules/choices.ts";
import { maxLengthOf } from "#subjects/funnel/rules/questions.ts";
import type { Result } from "#kit/result.ts";
import { checkAnswers, type Problems, requiredText } from "#domain/kernel/text-rules.ts";

/**
 * What a customer changes of a request from their space, under the names of `change-answers`. What is left out stays.
 *
 * Source: contract, "Public face": greeting, hours, intention.
 */
export type AnswerChange = {
  welcome_message?: string | undefined;
  /** One code, or `autres` and the customer's words. */
  business_hours?: string[] | undefined;
  intention?: string | undefined;
  intention_detail?: string | undefined;
};

/** `waiting`: the request is paid, and the team applies it. */
export const changeOutcomes = ["changed", "waiting", "unchanged"] as const;
export type ChangeOutcome = (typeof changeOutcomes)[number];

/** In the order of the form. */
export const changedFields = ["welcome_message", "hours", "hours_detail", "intention", "intention_detail"] as const;
export type ChangedField = (typeof changedFields)[number];

/** The change as it is to be stored, or what is wrong with it: as step 3 of the funnel has it. */
export function readAnswerChange(typed: AnswerChange): Result<AnswerChange, Problems<ChangedField>> {
  const [hours, hoursDetail = ""] = typed.business_hours ?? [];
  const schema = z.object({
    welcome_message: z.optional(requiredText(maxLengthOf("welcomeMessage"))),
    hours: typed.business_hours ? z.enum(openingHours, "missing") : z.undefined(),
    hours_detail: hours === "autres" ? requiredText(maxLengthOf("businessHours")) : z.string(),
    intention: z.optional(z.enum(intentions, "missing")),
    intention_detail:
      typed.intention === "autres" ? requiredText(maxLengthOf("intentionDetail")) : z.optional(z.string()),
  });
  const checked = checkAnswers<z.infer<typeof schema>>(schema, { ...typed, hours, hours_detail: hoursDetail });
  if (!checked.ok) return checked;
  const { welcome_message, hours: code, hours_detail: detail, intention, intention_detail } = checked.value;
  return {
    ok: true,
    value: {
      ...(welcome_message !== undefined && { welcome_message }),
      ...(code !== undefined && { business_hours: code === "autres" ? [code, detail] : [code] }),
      ...(intention !== undefined && { intention }),
      ...(intention === "autres" && { intention_detail }),
    },
  };
}
