import { deskProblems, type DeskRefusal } from "#subjects/leads/words/desk-problems.ts";
import type { Tx } from "#engine/db/database.ts";
import { failed } from "#kit/result.ts";
import type { Problem } from "#server/functions/door/endpoint.ts";

/** What a function of the database says of what it did; `refused` begins with the code of the refusal. */
export type DeskOutcome = {
  code?: string;
  refused?: string;
  kept_lead_id?: string;
  stored?: Record<string, unknown>;
  asked?: Record<string, unknown>;
  updated_at?: string;
};

/** @returns the refusal, when it is one: a code that the contract does not declare is a fault of ours */
export function readRefusal<Code extends DeskRefusal>(
  { name, refusals: declared }: { name: string; refusals: readonly Code[] },
  outcome: DeskOutcome,
) {
  const problem = problemOf(outcome);
  if (!problem) return undefined;
  const code = declared.find((known) => known === problem.code);
  if (code === undefined) throw new Error(`${name} refused with ${problem.code}, which its contract does not declare.`);
  return failed<Problem<Code>>({ ...problem, code });
}

const absences = ["unknown_lead", "lead_merged"] as const;

/** Of a lead that is not there: unknown, or merged into another one, which is named. */
export async function refuseAbsentLead(tx: Tx, leadId: string) {
  const { rows } = await tx.query<{ outcome: DeskOutcome }>("select private.whereabouts($1) as outcome", [leadId]);
  const refusal = readRefusal({ name: "private.whereabouts", refusals: absences }, rows[0]?.outcome ?? {});
  return refusal ?? failed<Problem<(typeof absences)[number]>>({ status: 404, code: "unknown_lead" });
}

function problemOf({ code, refused, ...facts }: DeskOutcome): Problem<DeskRefusal> | undefined {
  if (refused !== undefined) return readRefusedValue(refused);
  if (code === undefined || !isRefusal(code)) return undefined;
  const { kept_lead_id, stored, asked, updated_at } = facts;
  return {
    status: refusals[code],
    code,
    ...(kept_lead_id !== undefined && { kept_lead_id }),
    ...(stored && { stored: { ...stored, updated_at } }),
    ...(asked && { asked }),
  };
}

/** Of those whose code alone says what happened. */
const refusals = {
  unknown_lead: 404,
  lead_merged: 404,
  changed_meanwhile: 409,
  key_reused: 409,
  merge_itself: 409,
  same_contact: 409,
  two_accounts: 409,
  account_unconfirmed: 409,
  merge_settled: 409,
  too_many_tags: 409,
} as const satisfies Partial<Record<DeskRefusal, number>>;

export function isRefusal(code: string): code is keyof typeof refusals {
  return Object.hasOwn(refusals, code);
}

/** As the procedure of the questionnaires raises it: `value_too_long: phone_param`. */
function readRefusedValue(refused: string): Problem<DeskRefusal> {
  const [, said = "", name = ""] = /^(\w+): (\w+)$/.exec(refused) ?? [];
  const code = Object.hasOwn(deskProblems, said) ? (said as DeskRefusal) : "value_malformed";
  return { status: 400, code, field: name.replace(/_param$/, "") };
}
