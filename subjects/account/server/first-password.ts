import { retention } from "#domain/site/retention.ts";
import { durationMs } from "#kit/duration.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { giveLead } from "./lead-account.ts";

/** Why a link whose seal is right sets no password. */
export type FirstPasswordRefusal =
  | "link_unusable"
  | "link_used"
  | "link_late"
  | "order_unpaid"
  | "account_exists"
  | "address_refused"
  | "too_many_links";

type Opened = {
  code: FirstPasswordRefusal | "open" | "renewed";
  email: string;
  lead_id: string;
  profile_id: string;
  account_id: string | null;
};

/** As long as an invitation: both lead to a first password. */
const lifeMs = durationMs(retention.invitation);

/**
 * Whether a link of a mail about a payment still sets a password.
 *
 * @param linkId as its seal holds it
 * @returns the address of the order, whose account it is about
 */
export async function readFirstPassword(
  context: ServerContext,
  linkId: string,
): Promise<Result<string, FirstPasswordRefusal>> {
  return context.db.asServer(async (tx) => {
    const opened = await open(tx, linkId, context.now());
    if (!opened.ok) return refuse(tx, opened.problem);
    const { email } = opened.value;
    return accountsOf(context).takes(email) ? ok(email) : refuse(tx, { ...opened.value, code: "address_refused" });
  });
}

/**
 * Uses the link: the account of the order's address gets its first password, and the order. All of it or nothing, and
 * of two who try at once one finds it used.
 */
export async function setFirstPassword(
  context: ServerContext,
  linkId: string,
  chosen: { password: string; passwordHash: string },
): Promise<Result<string, FirstPasswordRefusal>> {
  return context.db.asServer(async (tx) => {
    const now = context.now();
    const opened = await open(tx, linkId, now);
    if (!opened.ok) return refuse(tx, opened.problem);
    const { email, account_id: knownId, lead_id: leadId, profile_id: profileId } = opened.value;
    const userId = await accountsOf(context).giveFirstPassword(tx, { ...chosen, email, userId: knownId });
    if (userId === undefined) return refuse(tx, { ...opened.value, code: "account_exists" });
    await giveLead(tx, { id: leadId, profileId }, userId);
    await tx.query("update private.first_passwords set used_at = $2 where id = $1", [linkId, now]);
    await writeAudit(tx, { actor: userId, action: "account.first_password_set", leadId, detail: {} });
    return ok(email);
  });
}

/** Mails another link to the address of the order: never to one that the caller names. */
export async function renewFirstPassword(
  { db, now }: ServerContext,
  linkId: string,
): Promise<Result<void, FirstPasswordRefusal>> {
  return db.asServer(async (tx) => {
    const at = now();
    const { rows } = await tx.query<{ opened: Opened }>("select private.renew_first_password($1, $2, $3) as opened", [
      linkId,
      oldestIssue(at),
      at,
    ]);
    const opened = rows[0]!.opened;
    if (opened.code !== "renewed") return refuse(tx, opened);
    await writeAudit(tx, {
      actor: null,
      action: "account.first_password_renewed",
      leadId: opened.lead_id,
      detail: {},
    });
    return ok(undefined);
  });
}

async function open(tx: Tx, linkId: string, now: Date): Promise<Result<Opened, Opened>> {
  const { rows } = await tx.query<{ opened: Opened }>("select private.open_first_password($1, $2) as opened", [
    linkId,
    oldestIssue(now),
  ]);
  const opened = rows[0]!.opened;
  return opened.code === "open" ? ok(opened) : failed(opened);
}

function oldestIssue(now: Date): Date {
  return new Date(now.getTime() - lifeMs);
}

/** The audit line commits with the refusal; a link without a lead leaves none. */
async function refuse(tx: Tx, { code, lead_id: leadId }: Opened) {
  if (code === "open" || code === "renewed") throw new Error("A link that is open is not refused.");
  if (leadId) await writeAudit(tx, { actor: null, action: "account.first_password_refused", leadId, detail: { code } });
  return failed(code);
}
