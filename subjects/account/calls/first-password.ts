import { call } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type FirstPasswordProblem, firstPasswordProblems } from "#subjects/account/words/first-password.ts";
import { passwordCopy } from "#subjects/account/words/password.ts";
import { setFirstPasswordCall } from "#subjects/account/contract/first-password.ts";
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

export function createFirstPasswordLink(api: ApiSettings, token: string): FirstPasswordLink {
  async function ask(asked: { password?: string; renew?: true }): Promise<Result<string, FirstPasswordFailure>> {
    const called = await call({ api }, setFirstPasswordCall, { token, ...asked });
    if (called.ok) return ok("email" in called.value ? called.value.email : "");
    const { problem } = called;
    if (problem.code === "refused" && isKnown(problem.reason)) {
      return failed({ code: problem.reason, sentence: firstPasswordProblems[problem.reason] });
    }
    const isBusy = problem.code === "refused" && problem.status === 429;
    return failed({ code: undefined, sentence: passwordCopy.failures[isBusy ? "busy" : "unavailable"] });
  }

  return {
    read: () => ask({}),
    async set(password) {
      const set = await ask({ password });
      if (!set.ok) return set;
      await signInWithNewPassword(api, { email: set.value, password });
      return ok(undefined);
    },
    async renew() {
      const renewed = await ask({ renew: true });
      return renewed.ok ? ok(undefined) : renewed;
    },
  };
}

function isKnown(code: string): code is FirstPasswordProblem {
  return Object.hasOwn(firstPasswordProblems, code);
}
