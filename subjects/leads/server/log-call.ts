import { randomUUID } from "node:crypto";

import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import * as wire from "#subjects/leads/contract/lead-changes.ts";
import { failed, ok } from "#kit/result.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import type { Tx } from "#engine/db/database.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { changeEach } from "./change-leads.ts";
import { readRefusal } from "#server/functions/door/outcomes.ts";
import { readCallback } from "./set-callback.ts";

/**
 * `POST /log-call`: `{"lead_id", "outcome", "note"?, "callback_at"?, "lead_status"?}`. What is left out stays as it
 * was; a call that is told twice under its `call_id` changes nothing again.
 */
export const logCall = administratorFunction(wire.logCallCall, {
  sentences: deskProblems,
  async act(tx, { caller, now }, asked) {
    const { lead_id: leadId, outcome, call_id: callId = randomUUID() } = asked;
    const callback = await readCallback(tx, asked.callback_at ?? null, now);
    if (!callback.ok) return failed({ ...callback.problem, field: "callback_at" } as const);
    const known = await tx.query<{ lead_id: string }>("select lead_id from private.lead_notes where id = $1", [callId]);
    const set = {
      ...(asked.callback_at !== undefined && { callback_at: callback.value }),
      ...(asked.lead_status !== undefined && { lead_status: asked.lead_status }),
    };
    const [change] = await changeEach(tx, [leadId], known.rowCount > 0 ? {} : set, undefined);
    if (!change) return failed({ status: 404, code: "unknown_lead" } as const);
    const refusal = readRefusal(wire.logCallCall, change);
    if (refusal) return refusal;

    const { rowCount } = await tx.query(
      `insert into private.lead_notes (id, lead_id, author, text, outcome) values ($1, $2, $3, $4, $5)
       on conflict (id) do nothing`,
      [callId, leadId, caller.userId, asked.note?.trim() ?? "", outcome],
    );
    if (rowCount > 0) {
      if (outcome === "refused") await withdrawCallConsent(tx, leadId, callId);
      await writeAudit(tx, { actor: caller.userId, action: "lead.called", leadId, detail: { call: callId, outcome } });
    }
    return ok({ call_id: callId, before: change.before ?? {}, updated_at: change.updated_at ?? "" });
  },
  answer: (called) => called,
});

/** What was agreed before is kept beside it, for a call that is taken back. */
async function withdrawCallConsent(tx: Tx, leadId: string, callId: string): Promise<void> {
  await tx.query(
    `update public.leads
     set consents = consents || jsonb_build_object('calls',
       coalesce(consents -> 'calls', '{}') || jsonb_build_object('granted', false, 'at', now(), 'call', $2::text,
         'before', consents -> 'calls'))
     where id = $1 and private.has_consented(consents, 'calls')`,
    [leadId, callId],
  );
}

/** Once the call that withdrew it is itself taken back. */
export async function restoreCallConsent(tx: Tx, leadId: string, callId: string): Promise<void> {
  await tx.query(
    `update public.leads
     set consents = (consents - 'calls') || jsonb_strip_nulls(jsonb_build_object('calls', consents #> '{calls,before}'))
     where id = $1 and consents #>> '{calls,call}' = $2`,
    [leadId, callId],
  );
}
