import type { AccountsContext } from "#engine/auth/administration/account-administration.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import type { Tx } from "#engine/db/database.ts";
import type { ErasureStep, KnownErasures } from "#engine/restore/apply-erasures.ts";

import { accountsErasedLater } from "./erasable-accounts.ts";
import { eraseContact } from "./erase-contact.ts";

/**
 * How a restore erases again who was erased before: what the list beside the backups may name (`expired`: a lead erased
 * at its term; `agreement`: what outlived the lead with that id; `newsletter`: a request that outlived its lead). In
 * this order: a profile can go once its leads have, and what outlives a lead is there once the lead is gone. A profile
 * stays while it has leads: they went to another contact when the two were merged.
 */
export function erasureSteps(context: AccountsContext): ErasureStep[] {
  return [
    { subject: "expired", table: "public.leads", isKnownFirst: true },
    {
      subject: "lead",
      table: "public.leads",
      erase: (tx, id, known) => eraseLead(tx, context, id, known.get("expired")?.has(id) ?? false),
    },
    {
      subject: "profile",
      table: "public.user_profiles",
      erase: (tx, id, known) => eraseProfile(tx, context, id, known),
    },
    {
      subject: "account",
      table: "auth.users",
      isKnownFirst: true,
      erase: (tx, id) => eraseAccount(tx, context, id),
    },
    { subject: "agreement", table: "private.kept_agreements", column: "lead_id", erase: forgetAgreements },
    {
      subject: "newsletter",
      table: "private.newsletter_requests",
      erase: (tx, id) => forgetLetter(tx, context, id),
    },
  ];
}

async function eraseLead(tx: Tx, context: AccountsContext, id: string, isAtTerm: boolean): Promise<number> {
  const { rows } = await tx.query<{ profile_id: string }>(
    "select user_profile_id as profile_id from public.leads where id = $1",
    [id],
  );
  if (!rows[0]) return 0;
  const lead = { leadId: id, profileId: rows[0].profile_id, userId: undefined };
  const request = { ...lead, scope: "lead" as const, isAtTerm };
  const erased = await eraseContact(tx, request, context.now(), accountsErasedLater(context));
  return erased.ok ? erased.value.leads : 0;
}

/** With all that was written to the contact, unless its account lives on: then it was left behind by a merge. */
async function eraseProfile(tx: Tx, context: AccountsContext, id: string, known: KnownErasures): Promise<number> {
  const { rowCount: leads } = await tx.query("select from public.leads where user_profile_id = $1 limit 1", [id]);
  if (leads > 0) return 0;
  const { rows } = await tx.query<{ user_id: string | null }>(
    "select user_id from public.user_profiles where id = $1",
    [id],
  );
  const account = rows[0]?.user_id ?? null;
  if (account !== null && !known.get("account")?.has(account)) {
    return (await tx.query("delete from public.user_profiles where id = $1", [id])).rowCount;
  }
  // What outlived its leads has lines of its own.
  const profile = { leadId: undefined, profileId: id, userId: undefined };
  const request = { ...profile, scope: "contact" as const, isAtTerm: true };
  const erased = await eraseContact(tx, request, context.now(), accountsErasedLater(context));
  return erased.ok ? erased.value.profiles : 0;
}

async function eraseAccount(tx: Tx, context: AccountsContext, id: string): Promise<number> {
  await tx.query("delete from private.sign_in_events where user_id = $1", [id]);
  return (await accountsOf(context).remove(tx, id)).accounts;
}

async function forgetAgreements(tx: Tx, leadId: string): Promise<number> {
  await tx.query(
    `select private.forget_agreements(array(
       select id from private.kept_agreements where lead_id = $1 and email is not null))`,
    [leadId],
  );
  return 0;
}

async function forgetLetter(tx: Tx, context: AccountsContext, id: string): Promise<number> {
  await tx.query("select private.forget_letters(array[$1::uuid], $2)", [id, context.now().toISOString()]);
  return 0;
}
