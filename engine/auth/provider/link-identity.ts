import { failed, ok, type Result } from "#kit/result.ts";
import { insertIdentity } from "#engine/auth/accounts/accounts.ts";
import { findUserByEmail, isBanned, lacksSecondFactor, lockUser, type User } from "#engine/auth/accounts/users.ts";
import { tellOfChange } from "#engine/auth/factors/accept-factor.ts";
import { limitSubject } from "#engine/auth/wire/limits.ts";
import { requireFreshProof } from "#engine/auth/sessions/sessions.ts";
import type { AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { readSignedInCaller } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { nameProviders, takeTurns, type OutsideAccount } from "./provider-accounts.ts";

/** The session that asks: when it ends meanwhile, nothing is linked. */
export type LinkingCaller = { userId: string; sessionId: string };

/** Who may change by which ways an account is entered, as far as the token tells; `findLinkingUser` tells the rest. */
export async function readLinkingCaller(
  context: EngineContext,
  c: AuthRequest,
): Promise<Result<LinkingCaller, AuthProblem>> {
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return caller;
  if (!context.settings.auth.enableManualLinking) return failed(authProblem("manual_linking_disabled"));
  const limited = await limitSubject(context, "update", caller.value.userId);
  return limited.ok ? ok({ userId: caller.value.userId, sessionId: caller.value.sessionId }) : limited;
}

/**
 * The account of a session that still is, held until the end of the transaction. Who has a second factor adds and
 * removes ways in only past it: else a password alone would open another door.
 */
export async function findLinkingUser(
  { now }: Pick<EngineContext, "now">,
  tx: Tx,
  { userId, sessionId }: LinkingCaller,
): Promise<Result<User, AuthProblem>> {
  const user = await lockUser(tx, userId);
  if (!user) return failed(authProblem("user_not_found"));
  if (isBanned(user, now())) return failed(authProblem("user_banned", { status: 403 }));
  const { rowCount } = await tx.query("select from auth.sessions where id = $1 and user_id = $2 and not_after > $3", [
    sessionId,
    userId,
    now(),
  ]);
  if (rowCount === 0) return failed(authProblem("session_not_found"));
  if (await lacksSecondFactor(tx, { userId, sessionId })) return failed(authProblem("insufficient_aal"));
  return ok(user);
}

/** As `findLinkingUser`, for one more way in: asks who has an account to lose whether they are its owner. */
export async function findWayAdder(
  context: Pick<EngineContext, "now">,
  tx: Tx,
  caller: LinkingCaller,
): Promise<Result<User, AuthProblem>> {
  const user = await findLinkingUser(context, tx, caller);
  if (!user.ok || user.value.is_anonymous) return user;
  const proved = await requireFreshProof(context, tx, caller.sessionId);
  return proved.ok ? user : proved;
}

/** Adds a way in to the account that asked. An identity is one account's: it is never taken from another. */
export async function linkIdentity(
  context: Pick<EngineContext, "now">,
  tx: Tx,
  account: OutsideAccount,
  caller: LinkingCaller,
): Promise<Result<User, AuthProblem>> {
  // Before the account is held: who signs in with this identity takes turns first as well.
  await takeTurns(tx, account);
  const user = await findLinkingUser(context, tx, caller);
  if (!user.ok) return user;
  const { rows } = await tx.query<{ user_id: string }>(
    "select user_id from auth.identities where provider = $1 and provider_id = $2",
    [account.provider, account.id],
  );
  const owner = rows[0]?.user_id;
  if (owner !== undefined) {
    const message = owner === caller.userId ? "Identity is already linked" : undefined;
    return failed(authProblem("identity_already_exists", message ? { message } : {}));
  }

  if (user.value.email === null && account.email !== null) {
    const given = await giveEmail(context, tx, user.value, account.email);
    if (!given.ok) return given;
  }
  const { provider: name, id, data } = account;
  await insertIdentity(tx, { userId: caller.userId, name, id, data }, context.now());
  await nameProviders(tx, caller.userId, context.now());
  await tellOfIdentity(tx, user.value, { change: "added", provider: name });
  return user;
}

const toldOf = ["google", "email", "phone", "web3"] as const;

/** Mails the account's address when an identity was added or removed. */
export async function tellOfIdentity(
  tx: Tx,
  owner: Pick<User, "email">,
  { change, provider }: { change: "added" | "removed"; provider: string },
): Promise<void> {
  const factor = toldOf.find((each) => each === provider);
  if (factor) await tellOfChange(tx, owner, { change, factor });
}

/** An account without an address takes the proved one of its new identity, and stops being anonymous. */
async function giveEmail(
  { now }: Pick<EngineContext, "now">,
  tx: Tx,
  user: User,
  email: string,
): Promise<Result<undefined, AuthProblem>> {
  if (await findUserByEmail(tx, email)) return failed(authProblem("email_exists"));
  await tx.query(
    "update auth.users set email = $2, email_confirmed_at = $3, is_anonymous = false, updated_at = $3 where id = $1",
    [user.id, email, now()],
  );
  return ok(undefined);
}
