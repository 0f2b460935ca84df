import { currentSession, hasStoredSession, loadAuthClient } from "#app/api/transport/auth-client.ts";
import { type ApiSettings, requestApi, type RequestProblem } from "#app/api/transport/rest-client.ts";
import type { AddressChangeFailure } from "#subjects/account/words/address-change.ts";
import { failed, ok, type Result } from "#kit/result.ts";

/** `readers`: the account is now of who reads the new address, and this opens the page that chooses its password. */
export type AddressChangeStep =
  | { step: "done"; email: string }
  | { step: "other mailbox" }
  | { step: "readers"; address: string };

export type AddressChange = {
  /** Whether this browser kept a session, good or not. */
  isSignedIn(): boolean;
  /** Confirms with what the link left in the address, in the session that asked. */
  confirm(tokenHash: string): Promise<Result<AddressChangeStep, AddressChangeFailure>>;
  /** Confirms with the digits of the mail, signed in or not. */
  confirmByCode(email: string, code: string): Promise<Result<AddressChangeStep, AddressChangeFailure>>;
};

export function createAddressChange(api: ApiSettings): AddressChange {
  async function verify(body: object): Promise<Result<AddressChangeStep, AddressChangeFailure>> {
    try {
      const session = hasStoredSession() ? await currentSession(api) : undefined;
      const answer = await requestApi(api, "/auth/v1/verify", {
        body: { type: "email_change", ...body },
        accessToken: session?.access_token,
      });
      if (!answer.ok) return failed(failureOf(answer.problem));
      const next = readStep(answer.value);
      // What the browser keeps of the account names its new address.
      if (next.step === "done") await (await loadAuthClient(api)).refreshSession();
      return ok(next);
    } catch (cause) {
      console.warn("The change of address was not confirmed.", cause);
      return failed("unavailable");
    }
  }

  return {
    isSignedIn: hasStoredSession,
    async confirm(tokenHash) {
      const confirmed = await verify({ token_hash: tokenHash });
      return !confirmed.ok && confirmed.problem === "expired" ? failed("elsewhere") : confirmed;
    },
    confirmByCode: (email, token) => verify({ email, token }),
  };
}

type Answer = { user?: { email?: string }; access_token?: string; refresh_token?: string };

function readStep(answer: unknown): AddressChangeStep {
  const { user, access_token: access, refresh_token: refresh } = (answer ?? {}) as Answer;
  if (access !== undefined && refresh !== undefined) {
    const fragment = new URLSearchParams({
      access_token: access,
      refresh_token: refresh,
      type: "email_change",
      sb: "",
    });
    return { step: "readers", address: `/compte/mot-de-passe#${fragment}` };
  }
  return user ? { step: "done", email: user.email ?? "" } : { step: "other mailbox" };
}

function failureOf(problem: RequestProblem): AddressChangeFailure {
  if (problem.kind === "unreachable") return "unavailable";
  const ofStatus: Partial<Record<number, AddressChangeFailure>> = {
    400: "malformed",
    401: "guarded",
    403: "expired",
    422: "taken",
    429: "busy",
  };
  return ofStatus[problem.status] ?? "unavailable";
}
