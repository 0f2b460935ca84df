import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import * as wire from "#subjects/leads/contract/lead-changes.ts";
import { failed, ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { changeEach } from "./change-leads.ts";
import { readRefusal } from "#server/functions/door/outcomes.ts";

/** `POST /set-setup`: `{"lead_id", "is_done"}`. Who ticked it is kept with when; said twice, the first stays. */
export const setSetup = administratorFunction(wire.setSetupCall, {
  sentences: deskProblems,
  async act(tx, { caller, now }, { lead_id: leadId, is_done: isDone, seen_at: seen }) {
    const { rows } = await tx.query<{ payment_status: boolean; setup_at: Date | null }>(
      "select payment_status, setup_at from public.leads where id = $1 for no key update",
      [leadId],
    );
    const lead = rows[0];
    if (isDone && lead && !lead.payment_status) return failed({ status: 409, code: "not_paid" } as const);
    const set = isDone
      ? { setup_at: lead?.setup_at ?? now, setup_by: caller.userId }
      : { setup_at: null, setup_by: null };
    const [change] = await changeEach(tx, [leadId], set, seen);
    if (!change) return failed({ status: 404, code: "unknown_lead" } as const);
    return readRefusal(wire.setSetupCall, { ...change, asked: set }) ?? ok({ updated_at: change.updated_at ?? "" });
  },
  answer: (change) => change,
});
