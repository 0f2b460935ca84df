import { firstPasswordProblems } from "#subjects/account/words/first-password.ts";
import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/account/contract/first-password.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { findPasswordWeaknesses } from "#engine/auth/passwords/password-rules.ts";
import type { PasswordWeakness } from "#engine/auth/wire/problems.ts";
import type { ServerContext } from "#server/context/context.ts";
import { publicFunction } from "#server/functions/door/endpoint.ts";
import {
  type FirstPasswordRefusal,
  readFirstPassword,
  renewFirstPassword,
  setFirstPassword,
} from "./first-password.ts";
import { openSealedId } from "#server/mail/sealed-id.ts";
import { HashingOverloaded } from "#engine/passwords/password-hasher.ts";
import { passwordRulesOf } from "#engine/settings/auth-config.ts";

type Outcome = { outcome: "open" | "set"; email: string } | { outcome: "renewed" };
type Refusal = FirstPasswordRefusal | (typeof weaknesses)[PasswordWeakness];
type Problem = { status: 400 | 409; code: Refusal };

const weaknesses = {
  length: "password_length",
  characters: "password_plain",
  pwned: "password_common",
} as const satisfies Record<PasswordWeakness, string>;

/**
 * `POST /set-first-password`: the link of the mail about a payment, `{"token"}`, says whose account it opens; with
 * `"password"` it sets the first one, once; with `"renew": true` a new link leaves for the same address.
 *
 * For everybody, without a key: having the mail is the right, and the address of the order is the only one that it can
 * open. An account that has a way in already keeps it: see docs/decisions/0045.
 */
export const setFirstPasswordFunction = publicFunction(wire.setFirstPasswordCall, {
  sentences: { ...functionProblems, ...firstPasswordProblems },
  async act({ context }, { token, password, renew }) {
    const linkId = openSealedId(context.settings.authSecret, "first passwords", token);
    if (linkId === undefined) return failed({ status: 400, code: "link_unusable" });
    const done = renew ? await askAgain(context, linkId) : await useLink(context, linkId, password);
    return done.ok ? done : failed<Problem>({ status: statusOf(done.problem), code: done.problem });
  },
  answer: (done: Outcome) => done,
  readThrown: (error) =>
    error instanceof HashingOverloaded ? { status: 503, code: "service_unavailable", retryAfterSeconds: 2 } : undefined,
});

async function askAgain(context: ServerContext, linkId: string): Promise<Result<Outcome, Refusal>> {
  const renewed = await renewFirstPassword(context, linkId);
  return renewed.ok ? ok({ outcome: "renewed" }) : renewed;
}

/** Asked first whether it is worth anything: a password is hashed for links that open, and outside a transaction. */
async function useLink(
  context: ServerContext,
  linkId: string,
  password: string | undefined,
): Promise<Result<Outcome, Refusal>> {
  const opened = await readFirstPassword(context, linkId);
  if (!opened.ok || password === undefined) return opened.ok ? ok({ outcome: "open", email: opened.value }) : opened;

  const { auth, guessableWords, supabaseUrl } = context.settings;
  const owner = { email: opened.value, guessableWords, isAdministrator: false };
  const [weakness] = findPasswordWeaknesses(password, owner, passwordRulesOf(auth));
  if (weakness) return failed(weaknesses[weakness]);
  // A project hashes what it keeps.
  const passwordHash = supabaseUrl === undefined ? await context.passwords.hash(password) : "";
  const set = await setFirstPassword(context, linkId, { password, passwordHash });
  return set.ok ? ok({ outcome: "set", email: set.value }) : set;
}

/** What was sent is wrong, or what it is about has changed. */
function statusOf(code: Refusal): Problem["status"] {
  return code === "link_unusable" || code.startsWith("password_") ? 400 : 409;
}
