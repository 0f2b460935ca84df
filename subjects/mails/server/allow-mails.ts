import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { type DeskOutcome, readRefusal } from "#server/functions/door/outcomes.ts";
import { allowMailsCall } from "#subjects/mails/contract/mails.ts";
import { mailProblems } from "#subjects/mails/words/mail-problems.ts";

/** `POST /allow-mails`: `{"lead_id", "reason"}`. Of who refused nothing it changes nothing. */
export const allowMails = administratorFunction(allowMailsCall, {
  sentences: mailProblems,
  async act(tx, { caller }, { lead_id: leadId, reason }) {
    const { rows } = await tx.query<{ outcome: DeskOutcome }>("select private.allow_mails($1, $2, $3) as outcome", [
      leadId,
      reason,
      caller.userId,
    ]);
    const outcome = rows[0]?.outcome ?? { code: "unknown_lead" };
    return readRefusal(allowMailsCall, outcome) ?? ok({ changed: outcome.code === "allowed" });
  },
  answer: (allowed) => allowed,
});
