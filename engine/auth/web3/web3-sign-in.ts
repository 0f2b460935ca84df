import { failed, ok, type Result } from "#kit/result.ts";
import { limitAddress } from "#engine/auth/wire/limits.ts";
import { enterAccount } from "#engine/auth/provider/enter-account.ts";
import { findOrCreateUser, type OutsideAccount } from "#engine/auth/provider/provider-accounts.ts";
import { describeSession } from "#engine/auth/sessions/sessions.ts";
import { useProof } from "#engine/auth/sessions/used-proofs.ts";
import type { Answer, AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";

import { isSignedByAddress, readSolanaMessage, type SolanaMessage } from "./solana-message.ts";

const shortestMessage = 64;
const longestMessageBytes = 20 * 1024;
/** A message may be this old, or come from a clock this fast: what supabase/auth takes. */
const validityMs = 10 * 60_000;

/**
 * `POST /token?grant_type=web3`: signs in the holder of a Solana key with a message just signed for this site. Each
 * message opens one session.
 */
export async function signInWithWeb3(
  context: EngineContext,
  c: AuthRequest,
  fields: Record<string, unknown>,
): Promise<Answer> {
  if (!context.settings.auth.web3.solana.enabled) return failed(authProblem("web3_provider_disabled"));
  if (fields.chain !== "solana") return failed(authProblem("web3_unsupported_chain"));
  const device = deviceOf(c);
  const limited = await limitAddress(context, "web3", device.address);
  if (!limited.ok) return limited;
  const message = readSigned(context, fields);
  if (!message.ok) return message;

  const opened = await context.db.asServer(async (tx) => {
    // Beyond the last instant at which it could be taken.
    const expiresAt = new Date(message.value.issuedAt.getTime() + 2 * validityMs);
    if (!(await useProof(tx, `web3\n${message.value.text}`, expiresAt))) {
      return failed(notBelieved("Signed Solana message was already used"));
    }
    const user = await findOrCreateUser(context, tx, describeAccount(message.value));
    return user.ok ? enterAccount(context, tx, user.value, { method: "web3", device }) : user;
  });
  return opened.ok ? ok(await describeSession(context, opened.value)) : opened;
}

function readSigned(
  context: EngineContext,
  { message: text, signature }: Record<string, unknown>,
): Result<SolanaMessage, AuthProblem> {
  const refuse = (problem: string) => failed(authProblem("validation_failed", { message: problem }));
  if (typeof text !== "string" || text.length < shortestMessage) return refuse("message is too short");
  if (Buffer.byteLength(text) > longestMessageBytes) return refuse("message must not exceed 20KB");
  if (typeof signature !== "string" || !/^[\w+/-]{86}(==)?$/.test(signature)) {
    return refuse("signature must be 64 bytes encoded as base64 with or without padding");
  }
  const message = readSolanaMessage(text);
  if (!message.ok) return refuse(message.problem);
  if (!isSignedByAddress(message.value, Buffer.from(signature, "base64url"))) {
    return failed(notBelieved("Signature does not match address in message"));
  }
  const problem = findProblem(context, message.value);
  return problem === undefined ? message : failed(notBelieved(problem));
}

/** What is wrong with a message that is properly signed: it was for another site, or for another time. */
function findProblem({ settings, now }: EngineContext, message: SolanaMessage): string | undefined {
  const { uri, domain, issuedAt, expiresAt, notBefore } = message;
  if (!settings.allowedOrigins.includes(uri.origin) || uri.username !== "" || uri.password !== "") {
    return "Signed Solana message is using URI which is not allowed on this server, message was signed for another app";
  }
  if (domain !== uri.host) return "Signed Solana message is using a Domain that does not match the one in URI";
  const instant = now();
  if (notBefore && instant < notBefore) return "Signed Solana message becomes valid in the future";
  if (expiresAt && instant >= expiresAt) return "Signed Solana message is expired";
  const ageMs = instant.getTime() - issuedAt.getTime();
  if (ageMs > validityMs) return "Solana message was issued too long ago";
  if (ageMs < -validityMs) return "Solana message was issued too far in the future";
  return undefined;
}

function notBelieved(message: string): AuthProblem {
  return authProblem("invalid_credentials", { message });
}

/** Travels in each access token, so only the start of what the person agreed to. */
const statementShown = 200;

function describeAccount({ address, chainId = "", domain, statement = "" }: SolanaMessage): OutsideAccount {
  const id = `web3:solana:${address}`;
  const shown = statement.slice(0, statementShown).toWellFormed();
  return {
    provider: "web3",
    id,
    email: null,
    data: {
      sub: id,
      email_verified: false,
      phone_verified: false,
      custom_claims: { address, chain: "solana", network: chainId, domain, statement: shown },
    },
  };
}
