import * as z from "zod";

import { deskProblems } from "#content/desk-problems.ts";
import { ok } from "#kit/result.ts";
import { instantShape } from "#engine/db/instants.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { type DeskOutcome, readRefusal, storedText } from "./outcomes.ts";

const name = z.string().regex(/^\w{1,63}$/);

const answer = z.union([
  storedText,
  z.number(),
  z.null(),
  z.array(storedText).max(50),
  z.record(name, z.union([storedText, z.boolean(), z.null()])),
]);

const requestShape = z.object({
  lead_id: z.guid(),
  set: z.record(name, answer).refine((set) => Object.keys(set).length > 0),
  seen_at: instantShape.optional(),
});

type Correction = DeskOutcome & { before: Record<string, unknown>; after: Record<string, unknown> };

/**
 * `POST /correct-lead`: puts right what a contact is and answered: `{"lead_id", "set"}`, under the names of
 * `admin_dashboard`; empty is no answer. What stood there is kept in the history, and is answered as `before`.
 */
export const correctLead = administratorFunction({
  sentences: deskProblems,
  shape: requestShape,
  async act(tx, { caller }, { lead_id: leadId, set, seen_at: seen }) {
    const { rows } = await tx.query<{ outcome: Correction }>("select private.correct_lead($1, $2, $3, $4) as outcome", [
      leadId,
      JSON.stringify(set),
      seen ?? null,
      caller.userId,
    ]);
    const outcome = rows[0]?.outcome ?? { code: "unknown_lead", before: {}, after: {} };
    const { before, after, updated_at } = outcome;
    return readRefusal(outcome) ?? ok({ before, after, updated_at });
  },
  answer: (corrected) => corrected,
});
