import * as z from "zod/mini";

import type { Result } from "#kit/result.ts";
import { checkAnswers, type Problems, requiredText } from "#domain/kernel/text-rules.ts";

import type { FunnelAnswers } from "./answers.ts";
import { openingHours } from "./choices.ts";
import { chosenCount, shownCount } from "./counts.ts";
import { configurationRules } from "./question-rules.ts";
import { type CheckedQuestion, maxLengthOf } from "./questions.ts";

const alwaysAsked = {
  ...configurationRules("secretariat"),
  hours: z.enum(openingHours, "missing"),
};

export type SecretariatField = keyof typeof alwaysAsked | "hoursDetail";

type SecretariatAnswers = Pick<FunnelAnswers, CheckedQuestion<"secretariat"> | "businessHours" | "callsPerMonth">;

/**
 * Step 3 of the secretariat: the answers as they are to be stored and sent, or what is wrong with them.
 *
 * Source: specification, section 5. The two details are asked with `autres` only, and required then.
 */
export function readSecretariatConfiguration(
  answers: SecretariatAnswers,
): Result<SecretariatAnswers, Problems<SecretariatField>> {
  const [hours = "", hoursDetail = ""] = answers.businessHours;
  const schema = z.object({
    ...alwaysAsked,
    intentionDetail: answers.intention === "autres" ? requiredText(maxLengthOf("intentionDetail")) : z.string(),
    hoursDetail: hours === "autres" ? requiredText(maxLengthOf("businessHours")) : z.string(),
  });

  const checked = checkAnswers<z.infer<typeof schema>>(schema, { ...answers, hours, hoursDetail });
  if (!checked.ok) return checked;

  const { hours: code, hoursDetail: detail, ...rest } = checked.value;
  return {
    ok: true,
    value: {
      ...rest,
      businessHours: code === "autres" ? [code, detail] : [code],
      callsPerMonth: shownCallsPerDay(answers.callsPerMonth),
    },
  };
}

/**
 * The volume the slider shows, which is also the one submitted: the first stop before a choice (0), and the nearest one
 * when the stored number is no stop.
 */
export function shownCallsPerDay(callsPerDay: number): number {
  return shownCount("callsPerMonth", callsPerDay);
}

/** The volume of the summary and of the payment: the chosen one, as stored. A number that is no tier has no link. */
export function chosenCallsPerDay(callsPerDay: number): number {
  return chosenCount("callsPerMonth", callsPerDay);
}
