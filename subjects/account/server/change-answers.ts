import { answerChangeProblems } from "#subjects/orders/words/answer-change.ts";
import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/account/contract/customer-space.ts";
import { failed, ok } from "#kit/result.ts";
import type { ProblemCode } from "#domain/kernel/text-rules.ts";
import { type ChangeOutcome, readAnswerChange } from "#subjects/orders/rules/answer-change.ts";
import { customerFunction } from "#server/functions/door/endpoint.ts";

type Outcome = { code: ChangeOutcome | keyof typeof refusals | "unreadable"; refused?: string };

const refusals = { unknown_order: 404, order_closed: 409 } as const;
const problemCodes = {
  missing: "answer_missing",
  malformed: "answer_malformed",
  tooLong: "answer_too_long",
} as const satisfies Record<ProblemCode, string>;

/**
 * `POST /change-answers`: a customer changes the greeting, the hours or the intention of a request of theirs:
 * `{"lead_id", "set": {"welcome_message"?, "business_hours"?, "intention"?, "intention_detail"?}}`.
 *
 * An unpaid request is changed at once; on a paid one the change waits as newer answers, for the team to adopt. The
 * answer says which: `{"outcome": "changed" | "waiting" | "unchanged"}`.
 */
export const changeAnswers = customerFunction(wire.changeAnswersCall, {
  sentences: { ...functionProblems, ...answerChangeProblems },
  async act(tx, { caller }, { lead_id: leadId, set }) {
    const change = readAnswerChange(set);
    if (!change.ok) {
      const [first] = Object.entries<ProblemCode | undefined>(change.problem);
      const [field = "", code = "malformed"] = first ?? [];
      return failed({ status: 400, code: problemCodes[code], field } as const);
    }
    const { rows } = await tx.query<{ outcome: Outcome }>("select private.change_answers($1, $2, $3) as outcome", [
      leadId,
      caller.user.id,
      JSON.stringify(change.value),
    ]);
    const { code, refused } = rows[0]!.outcome;
    if (refused !== undefined || code === "unreadable") return failed({ status: 400, code: "unreadable" } as const);
    return isRefusal(code) ? failed({ status: refusals[code], code }) : ok(code);
  },
  answer: (outcome) => ({ outcome }),
});

function isRefusal(code: string): code is keyof typeof refusals {
  return Object.hasOwn(refusals, code);
}
