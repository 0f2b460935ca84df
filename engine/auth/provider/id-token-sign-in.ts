import { failed, ok, type Result } from "#kit/result.ts";
import type { User } from "#engine/auth/accounts/users.ts";
import { limitAddress } from "#engine/auth/wire/limits.ts";
import { describeSession } from "#engine/auth/sessions/sessions.ts";
import { useProof } from "#engine/auth/sessions/used-proofs.ts";
import type { Answer, AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import type { IdTokenProblem, IdTokenProof } from "#engine/identity/id-tokens.ts";
import { providerName } from "#engine/identity/provider-client.ts";

import { enterAccount } from "./enter-account.ts";
import { findWayAdder, linkIdentity, type LinkingCaller, readLinkingCaller } from "./link-identity.ts";
import { findOrCreateUser, readProviderAccount, takeTurns, type OutsideAccount } from "./provider-accounts.ts";

/** As long as a token may still be read after its end, and a little more. */
const leewayMs = 60_000;

type Grant = { idToken: string; proof: IdTokenProof };
type Proved = { account: OutsideAccount; usedUp: string; expiresAt: Date };

/**
 * `POST /token?grant_type=id_token`: signs in or links the account of an ID token that the client got from the provider
 * itself (One Tap, an application on a telephone). Each token is accepted once: a replayed copy is refused.
 */
export async function signInWithIdToken(
  context: EngineContext,
  c: AuthRequest,
  fields: Record<string, unknown>,
): Promise<Answer> {
  const limited = await limitAddress(context, "provider", deviceOf(c).address);
  if (!limited.ok) return limited;
  const grant = readGrant(context, fields);
  if (!grant.ok) return grant;
  const linking = fields.link_identity === true ? await readLinkingCaller(context, c) : ok(undefined);
  if (!linking.ok) return linking;
  const proved = await prove(context, c, grant.value);
  if (!proved.ok) return proved;

  const { account, usedUp, expiresAt } = proved.value;
  const opened = await context.db.asServer(async (tx) => {
    if (!(await useProof(tx, usedUp, expiresAt))) return failed(badToken("This ID token was already used"));
    const user = linking.value
      ? await linkAtOnce(context, tx, account, linking.value)
      : await findOrCreateUser(context, tx, account);
    return user.ok ? enterAccount(context, tx, user.value, { method: "oauth", device: deviceOf(c) }) : user;
  });
  return opened.ok ? ok(await describeSession(context, opened.value)) : opened;
}

async function linkAtOnce(
  context: EngineContext,
  tx: Tx,
  account: OutsideAccount,
  caller: LinkingCaller,
): Promise<Result<User, AuthProblem>> {
  // Before the account is held, as `linkIdentity` does.
  await takeTurns(tx, account);
  const allowed = await findWayAdder(context, tx, caller);
  return allowed.ok ? linkIdentity(context, tx, account, caller) : allowed;
}

function readGrant({ settings }: EngineContext, fields: Record<string, unknown>): Result<Grant, AuthProblem> {
  const refuse = (message: string) => failed(authProblem("validation_failed", { message }));
  const { id_token: idToken, access_token: accessToken, nonce, provider, issuer, client_id: clientId } = fields;
  if (typeof idToken !== "string" || idToken === "") return refuse("id_token required");
  if (!isOptionalText(accessToken) || !isOptionalText(nonce)) return refuse("access_token and nonce are texts");
  if (!provider && !(issuer && clientId)) return refuse("provider or client_id and issuer required");

  const { identityProvider } = settings;
  if (provider !== providerName && (identityProvider === undefined || issuer !== identityProvider.issuer)) {
    return refuse("Unsupported provider: its ID tokens are not taken here");
  }
  if (!identityProvider) return failed(authProblem("provider_disabled"));
  return ok({ idToken, proof: { accessToken: accessToken || undefined, nonce: nonce || undefined } });
}

function isOptionalText(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === "string";
}

/** Outside a transaction: the provider's keys may have to be fetched. */
async function prove(
  context: EngineContext,
  c: AuthRequest,
  { idToken, proof }: Grant,
): Promise<Result<Proved, AuthProblem>> {
  let read: Awaited<ReturnType<typeof context.identity.provider.readIdToken>>;
  try {
    read = await context.identity.provider.readIdToken(idToken, proof);
  } catch (error) {
    context.log.warn({ err: error, requestId: c.get("requestId") }, "the identity provider's keys cannot be had");
    return failed(authProblem("service_unavailable", { message: "The identity provider does not answer" }));
  }
  if (!read.ok) return failed(refusals[read.problem]());
  const account = readProviderAccount(read.value.account);
  if (!account.ok) return failed({ ...account.problem, status: 422 });
  return ok({
    account: account.value,
    usedUp: `id token\n${idToken.slice(0, idToken.lastIndexOf("."))}`,
    expiresAt: new Date(read.value.expiresAt.getTime() + leewayMs),
  });
}

const refusals: Record<IdTokenProblem, () => AuthProblem> = {
  "bad token": () => badToken("Bad ID token"),
  audience: () => authProblem("unexpected_audience"),
  "nonce missing": () => badToken("Passed nonce and nonce in id_token should either both exist or not."),
  nonce: () => badToken("Nonces mismatch"),
  "access token": () => badToken("Bad ID token: at_hash is of another access token"),
};

function badToken(message: string): AuthProblem {
  return authProblem("bad_jwt", { status: 400, message });
}
