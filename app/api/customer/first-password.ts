import { type ApiSettings, requestApi } from "#app/api/transport/rest-client.ts";
import { type FirstPasswordProblem, firstPasswordProblems } from "#content/first-password.ts";
import { passwordCopy } from "#content/password.ts";
import { firstPasswordName } from "#domain/contracts/mailed-link.ts";
import { failed, ok, type Result } from "#kit/result.ts";

import { signInWithNewPassword } from "./password-link.ts";

/** `code`: what the link is worth, where that is known; the sentence says the way on. */
export type FirstPasswordFailure = { code: FirstPasswordProblem | undefined; sentence: string };

export type FirstPasswordLink = {
  /** @returns the address of the order, whose account it opens */
  read(): Promise<Result<string, FirstPasswordFailure>>;
  /** Then signs in with it. */
  set(password: string): Promise<Result<void, FirstPasswordFailure>>;
  /** Has another link sent to the same address. */
  renew(): Promise<Result<void, FirstPasswordFailure>>;
};

/** What the mail about a payment left in the address; undefined for any other fragment. */
export function readFirstPasswordToken(fragment: string): string | undefined {
  return new URLSearchParams(fragment).get(firstPasswordName) ?? undefined;
}

export function createFirstPasswordLink(api: ApiSettings, token: string): FirstPasswordLink {
  async function call(asked: { password?: string; renew?: true }): Promise<Result<string, FirstPasswordFailure>> {
    const called = await requestApi(api, "/functions/v1/set-first-password", { body: { token, ...asked } });
    if (called.ok) return ok(emailIn(called.value));
    const { problem } = called;
    if (problem.kind === "refused" && isKnown(problem.code)) {
      return failed({ code: problem.code, sentence: firstPasswordProblems[problem.code] });
    }
    const isBusy = problem.kind === "refused" && problem.status === 429;
    return failed({ code: undefined, sentence: passwordCopy.failures[isBusy ? "busy" : "unavailable"] });
  }

  return {
    read: () => call({}),
    async set(password) {
      const set = await call({ password });
      if (!set.ok) return set;
      await signInWithNewPassword(api, { email: set.value, password });
      return ok(undefined);
    },
    async renew() {
      const renewed = await call({ renew: true });
      return renewed.ok ? ok(undefined) : renewed;
    },
  };
}

function isKnown(code: string): code is FirstPasswordProblem {
  return Object.hasOwn(firstPasswordProblems, code);
}

function emailIn(answer: unknown): string {
  const { email } = (answer ?? {}) as { email?: unknown };
  return typeof email === "string" ? email : "";
}
