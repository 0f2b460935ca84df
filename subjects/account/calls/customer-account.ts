import type { AuthError, Session } from "@supabase/auth-js";

import { forgetSession, hasStoredSession, loadAuthClient, signOut } from "#app/api/transport/auth-client.ts";
import { removeStored } from "#app/api/transport/local-storage.ts";
import { call, type CallProblem, isRefusedFor, callProblemOf } from "#app/api/transport/call.ts";
import { type ApiSettings, requestApi } from "#app/api/transport/rest-client.ts";
import { asksSecondFactor, listSecondFactors, type SecondFactor } from "#app/api/transport/second-factor.ts";
import { forgetLastOrder } from "#subjects/orders/calls/last-order.ts";
import { clearQueue } from "#subjects/orders/calls/pending-queue.ts";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";
import type { AccountFailure } from "#subjects/funnel/words/funnel.ts";
import { funnelStateKey } from "#domain/site/storage-keys.ts";
import type { Credentials } from "#subjects/funnel/rules/account.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { AnswerChange, ChangeOutcome } from "#subjects/orders/rules/answer-change.ts";
import {
  changeAnswersCall,
  deleteAccountCall,
  exportAccountCall,
  readOwnOrdersCall,
} from "#subjects/account/contract/customer-space.ts";
import { type CustomerOrder, readCustomerOrders } from "#subjects/orders/rules/customer-order.ts";

import { leaveForGoogle, type ProviderAnswer, returnFromGoogle, signInWithPassword } from "./sign-in.ts";

export type CustomerSpace = { email: string; firstName: string; orders: CustomerOrder[] };

/** `failed` carries a French sentence; `second_factor`: one of the account's is to be shown first. */
export type CustomerProblem =
  | { kind: "signed_out" }
  | { kind: "sign_in_again" }
  | { kind: "second_factor"; factors: SecondFactor[] }
  | { kind: "failed"; sentence: string };

export type CustomerAccount = {
  /** Whether this browser kept a session, good or not: known without downloading anything. */
  hasSession(): boolean;
  signIn(credentials: Credentials): Promise<AccountFailure | undefined>;
  /** Leaves for the identity provider, which comes back to this address. */
  leaveForGoogle(returnAddress: string): Promise<AccountFailure | undefined>;
  /** @param answer the code to exchange, or the provider's error */
  returnFromGoogle(answer: ProviderAnswer): Promise<AccountFailure | undefined>;
  read(): Promise<Result<CustomerSpace, CustomerProblem>>;
  /** Of a request of theirs. @returns what became of it */
  changeAnswers(leadId: string, set: AnswerChange): Promise<Result<ChangeOutcome, CustomerProblem>>;
  /** @returns the text of the file */
  exportData(): Promise<Result<string, CustomerProblem>>;
  /** What waits in this browser goes with the account: sent later, it would bring it back. */
  delete(typedEmail: string): Promise<Result<void, CustomerProblem>>;
  /** Of this browser only: other devices stay signed in. */
  signOut(): Promise<void>;
  /** Also calls back when another tab signs out. */
  onSignedOut(listener: () => void): () => void;
};

const signOutMs = 3000;
/** The server reads every table and writes one file. */
const slowAnswerMs = 30_000;

export function createCustomerAccount(api: ApiSettings): CustomerAccount {
  const callerOf = (accessToken: string) => ({ api, accessToken: async () => accessToken });

  async function withSession<Value>(
    act: (session: Session) => Promise<Result<Value, CustomerProblem>>,
  ): Promise<Result<Value, CustomerProblem>> {
    try {
      const { data, error } = await (await loadAuthClient(api)).getSession();
      if (data.session) return await act(data.session);
      return failed(isOutage(error) ? unavailable : { kind: "signed_out" });
    } catch (cause) {
      console.warn("The session was not read.", cause);
      return failed(unavailable);
    }
  }

  async function readRows(path: string, accessToken: string): Promise<Result<unknown[], CustomerProblem>> {
    const read = await requestApi(api, `/rest/v1/${path}`, { method: "GET", accessToken });
    if (!read.ok) return failed(describe(callProblemOf(read.problem)));
    return Array.isArray(read.value) ? ok(read.value) : failed(unavailable);
  }

  async function readSpace({ user, access_token: token }: Session): Promise<Result<CustomerSpace, CustomerProblem>> {
    const auth = await loadAuthClient(api);
    // A session that was ended elsewhere reads no rows, which is not the same as having none.
    const { error } = await auth.getUser();
    if (error) return failed(isOutage(error) ? unavailable : { kind: "signed_out" });
    if (await asksSecondFactor(auth)) {
      const factors = await listSecondFactors(auth);
      return failed(factors.ok ? { kind: "second_factor", factors: factors.value } : unavailable);
    }
    const profiles = await readRows(`user_profiles?select=*&user_id=eq.${encodeURIComponent(user.id)}`, token);
    if (!profiles.ok) return profiles;
    const email = user.email ?? "";
    const profile = profiles.value[0] as { id?: unknown; first_name?: unknown } | undefined;
    if (typeof profile?.id !== "string") return ok({ email, firstName: "", orders: [] });

    // An administrator may read everybody's: only their own belong here.
    const own = `leads?select=*&user_profile_id=eq.${encodeURIComponent(profile.id)}&order=created_at.desc`;
    const leads = await readRows(own, token);
    if (!leads.ok) return leads;
    const told = await call(callerOf(token), readOwnOrdersCall, {});
    if (!told.ok) return failed(describe(told.problem));
    const orders = readCustomerOrders(profile, leads.value, told.value);
    const firstName = typeof profile.first_name === "string" ? profile.first_name.trim() : "";
    return ok({ email, firstName, orders });
  }

  return {
    hasSession: hasStoredSession,

    async signIn(credentials) {
      const signedIn = await signInWithPassword(api, credentials);
      return signedIn.ok ? undefined : signedIn.problem;
    },

    leaveForGoogle: (returnAddress) => leaveForGoogle(api, returnAddress),
    returnFromGoogle: (answer) => returnFromGoogle(api, answer),

    read: () => withSession(readSpace),

    changeAnswers: (leadId, set) =>
      withSession(async ({ access_token: accessToken }) => {
        const changed = await call(callerOf(accessToken), changeAnswersCall, { lead_id: leadId, set });
        return changed.ok ? ok(changed.value.outcome) : failed(describe(changed.problem));
      }),

    exportData: () =>
      withSession(async ({ access_token: accessToken }) => {
        const exported = await call(callerOf(accessToken), exportAccountCall, undefined, { timeLimitMs: slowAnswerMs });
        return exported.ok ? ok(JSON.stringify(exported.value, null, 2)) : failed(describe(exported.problem));
      }),

    delete: (typedEmail) =>
      withSession(async ({ access_token: accessToken }) => {
        const typed = { email: typedEmail };
        const deleted = await call(callerOf(accessToken), deleteAccountCall, typed, { timeLimitMs: slowAnswerMs });
        if (!deleted.ok) return failed(describe(deleted.problem));
        // The server deleted the session with the account: no sign-out request is needed.
        forgetSession();
        forgetAnswers();
        return ok(undefined);
      }),

    async signOut() {
      await signOut(api, signOutMs);
      forgetAnswers();
    },

    onSignedOut(listener) {
      let stop = () => {};
      let isOver = false;
      loadAuthClient(api).then(
        (client) => {
          if (isOver) return;
          const { data } = client.onAuthStateChange((event) => event === "SIGNED_OUT" && listener());
          stop = () => data.subscription.unsubscribe();
        },
        // Reading the account says that it did not load.
        (cause: unknown) => console.warn("The auth client did not load.", cause),
      );
      return () => {
        isOver = true;
        stop();
      };
    },
  };
}

/** Removes the answers of the account that signs out: the browser may be shared. */
function forgetAnswers(): void {
  clearQueue();
  forgetLastOrder();
  removeStored(funnelStateKey);
}

const unavailable: CustomerProblem = { kind: "failed", sentence: dashboardCopy.failures.unavailable };

function describe(problem: CallProblem): CustomerProblem {
  if (problem.code === "unavailable") return unavailable;
  if (problem.code === "access_ended") return { kind: "signed_out" };
  if (isRefusedFor<typeof deleteAccountCall>(problem, "sign_in_again")) return { kind: "sign_in_again" };
  if (problem.status === 429) return { kind: "failed", sentence: dashboardCopy.failures.busy };
  return { kind: "failed", sentence: problem.sentence || dashboardCopy.failures.unavailable };
}

function isOutage(error: AuthError | null): boolean {
  return error?.name === "AuthRetryableFetchError";
}
