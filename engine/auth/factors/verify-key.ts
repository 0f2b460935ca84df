import * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import { auditFactor } from "#engine/auth/accounts/administrator-audit.ts";
import { describeSession, type OpenSession } from "#engine/auth/sessions/sessions.ts";
import type { Answer } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { SignedInCaller } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { acceptFactor } from "./accept-factor.ts";
import { checkVerification } from "./challenge.ts";
import { findOpenChallenge } from "./challenges.ts";
import {
  findOwnFactor,
  lockFactorOwner,
  requireOwnerOfNew,
  type Factor,
  type FactorOwner,
  type StoredCredential,
} from "./factors.ts";
import { checkAssertion, readAssertion, readCreatedKey } from "./security-keys.ts";

export type AskedProof = { caller: SignedInCaller; factorId: string; address: string };

const answerShape = z.object({
  challenge_id: z.guid(),
  webauthn: z.object({ type: z.enum(["create", "request"]), credential_response: z.looseObject({}) }),
});

type KeyAnswer = z.infer<typeof answerShape>;

/** The proof by a security key: made for this factor, or used. Keys are checked between two transactions. */
export async function verifyKey(
  context: EngineContext,
  asked: AskedProof,
  fields: Record<string, unknown>,
): Promise<Answer> {
  const answer = answerShape.safeParse(fields);
  if (!answer.success) {
    const message = "challenge_id must be an UUID; webauthn needs a type, create or request, and a credential_response";
    return failed(authProblem("validation_failed", { message }));
  }
  const taken = await context.db.asServer((tx) => takeChallenge(context, tx, asked, answer.data));
  if (!taken.ok) return taken;
  const credential = await checkKey(context, answer.data, taken.value);

  const lifted = await context.db.asServer(async (tx) => {
    const owner = await lockFactorOwner(context, tx, asked.caller);
    if (!owner.ok) return owner;
    const accepted = credential && (await acceptKey(context, tx, owner.value, taken.value.factor, credential));
    if (accepted) return ok(accepted);
    const code = "mfa_verification_failed";
    await auditFactor(tx, owner.value.user.id, "factor_refused", { factor: asked.factorId, code });
    return failed(authProblem(code, { message: "Invalid WebAuthn credential" }));
  });
  return lifted.ok ? ok(await describeSession(context, lifted.value)) : lifted;
}

type TakenChallenge = { factor: Factor; challenge: string };

/** A challenge is used up by the first answer, right or wrong. */
async function takeChallenge(
  context: EngineContext,
  tx: Tx,
  { caller, factorId, address }: AskedProof,
  { challenge_id: id, webauthn }: KeyAnswer,
): Promise<Result<TakenChallenge, AuthProblem>> {
  const owner = await lockFactorOwner(context, tx, caller);
  if (!owner.ok) return owner;
  const factor = await findOwnFactor(tx, owner.value.user.id, factorId);
  if (!factor.ok) return factor;
  const isOwner = await requireOwnerOfNew(context, tx, owner.value, factor.value);
  if (!isOwner.ok) return isOwner;
  const offered = checkVerification(context, factor.value.factor_type);
  if (!offered.ok) return offered;
  if (factor.value.factor_type !== "webauthn") {
    return failed(authProblem("validation_failed", { message: "Code needs to be non-empty" }));
  }
  const challenge = await findOpenChallenge(context, tx, { id, factorId, address });
  if (!challenge.ok) return challenge;
  await tx.query("delete from auth.mfa_challenges where id = $1", [id]);
  const expected = challenge.value.web_authn_session_data?.challenge;
  const isExpected = webauthn.type === (factor.value.web_authn_credential ? "request" : "create");
  return expected && isExpected
    ? ok({ factor: factor.value, challenge: expected })
    : failed(authProblem("mfa_verification_failed", { message: "Invalid WebAuthn credential" }));
}

/** @returns the key as it is kept from now on; undefined for one that does not hold */
async function checkKey(
  context: EngineContext,
  { webauthn }: KeyAnswer,
  { factor, challenge }: TakenChallenge,
): Promise<StoredCredential | undefined> {
  const expected = { challenge, userVerification: "preferred" } as const;
  const stored = factor.web_authn_credential;
  if (!stored) return readCreatedKey(context, webauthn.credential_response, expected);
  const assertion = readAssertion(webauthn.credential_response);
  const counter = assertion && (await checkAssertion(context, assertion, stored, expected));
  return counter === undefined ? undefined : { ...stored, counter };
}

/** @returns undefined when the factor was removed, or another request has used its key meanwhile */
async function acceptKey(
  context: EngineContext,
  tx: Tx,
  owner: FactorOwner,
  factor: Factor,
  { id, publicKey, counter, transports }: StoredCredential,
): Promise<OpenSession | undefined> {
  const { rowCount } = await tx.query(
    `update auth.mfa_factors set web_authn_credential = $3
     where id = $1 and web_authn_credential is not distinct from $2::jsonb`,
    [
      factor.id,
      factor.web_authn_credential && JSON.stringify(factor.web_authn_credential),
      JSON.stringify({ id, publicKey, counter, transports }),
    ],
  );
  return rowCount > 0 ? acceptFactor(context, tx, owner, factor) : undefined;
}
