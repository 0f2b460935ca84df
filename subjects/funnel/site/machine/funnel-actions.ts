import { leaveForGoogle, type ProviderAnswer } from "#subjects/account/calls/sign-in.ts";
import { hasStoredSession, signOut } from "#app/api/transport/auth-client.ts";
import { currentAttribution } from "#subjects/leads/calls/attribution.ts";
import { forgetLastOrder } from "#subjects/orders/calls/last-order.ts";
import { clearQueue, isKept, isWaiting } from "#subjects/orders/calls/pending-queue.ts";
import {
  flushPendingSubmissions,
  onSubmissionRefused,
  onSubmissionStored,
  retrySubmission,
  submitLead,
  type SubmissionOutcome,
} from "#subjects/orders/calls/submissions.ts";
import { type AccountFailure } from "#subjects/funnel/words/funnel.ts";
import { personalCopy } from "#subjects/funnel/words/personal.ts";
import { reminderConsent } from "#subjects/leads/words/reminder.ts";
import type { Credentials } from "#subjects/funnel/rules/account.ts";
import type { FunnelState, FunnelStep } from "#subjects/funnel/rules/answers.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { reachableStep } from "#subjects/funnel/rules/steps.ts";
import { leadSubmission } from "#subjects/leads/rules/submission.ts";

import { type Customer, recogniseCustomer, signInCustomer, welcomeFromGoogle } from "./customer.ts";
import type { FunnelStore } from "./funnel-store.ts";
import { checkKeptSettings } from "./check-settings.ts";
import { providerReturnAddress, readLanding } from "./step-address.ts";
import { isPreviousStep, onHistoryMove, pushStep, replaceStep } from "./step-history.ts";

/** Longest wait of « Se déconnecter » for what is still to be sent, and for the server to hear of it. */
const lastSendMs = 5000;
const signOutMs = 3000;
/** Longest wait of « Confirmer et payer ». Source: resolutions, later decisions, confirming. */
const lastTryMs = 10_000;

/** What the person's session does to the screen; nothing of it is stored. */
export type SessionView = {
  /** The address asked for the sign-in form. */
  wantsSignIn: boolean;
  /** Who is signed in; the address is empty where the account has none. */
  account?: { email: string } | undefined;
  /** Back from the identity provider, not yet known as whom. */
  isReturning: boolean;
  /** Why coming back from the identity provider failed. */
  failure?: AccountFailure | undefined;
};

export type FunnelActions = ReturnType<typeof createFunnelActions>;

/**
 * What moves a funnel: the steps call it; nothing else touches history, queue or session.
 *
 * Source: specification, section 4, and resolutions, section 6.
 */
export function createFunnelActions(store: FunnelStore, site: FunnelSite) {
  let customer: Customer | undefined;
  /** The answers last sent, or those a finished funnel opened with: leaving step 3 with others sends them. */
  let sentAnswers: string | undefined;
  let isGoingBack = false;
  let show: (changes: Partial<SessionView>) => void = () => {};

  /**
   * Once, when the page comes alive: reads the address, then the session.
   *
   * @returns stops listening to the browser
   */
  function start(showSession: (changes: Partial<SessionView>) => void): () => void {
    show = showSession;
    const landing = readLanding(new URL(location.href));
    const state = store.getState();
    if (state.step > 3) sentAnswers = answersToSend(state);

    if (landing.volume !== undefined) store.change({ type: "volumeAsked", volume: landing.volume });
    if (landing.audience !== undefined) store.change({ type: "answered", changes: { audience: landing.audience } });
    if (landing.settings !== undefined) openSettings(landing.settings);
    replaceStep(store.getState().step);
    if (landing.wantsSignIn) show({ wantsSignIn: true });
    if (landing.provider) void finishProviderSignIn(landing.provider);
    else if (hasStoredSession()) void recogniseStored();

    const stops = [onHistoryMove(followHistory), onSubmissionRefused(noteRefusal), onSubmissionStored(noteStored)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /**
   * Opens step 3 with the settings of the try-out. A visitor without an account is asked for it afterwards; a page
   * opened again begins there, as for any state.
   */
  function openSettings(written: unknown): void {
    const changes = checkKeptSettings(written, store.getState().funnel);
    if (Object.keys(changes).length === 0) return;
    store.change({ type: "answered", changes });
    store.change({ type: "wentTo", step: 3 });
  }

  async function finishProviderSignIn(answer: ProviderAnswer) {
    show({ isReturning: true });
    const found = await welcomeFromGoogle(site.api, answer, location.pathname);
    if (!found.ok) return show({ isReturning: false, failure: found.problem });
    if (!found.value) return show({ isReturning: false });

    welcome(found.value);
    store.change({ type: "wentTo", step: 2 });
    show({ isReturning: false });
  }

  /** A session kept from before fills what is empty and changes nothing else. */
  async function recogniseStored() {
    customer = await recogniseCustomer(site.api);
    if (!customer) return;
    const email = store.getState().email || customer.email;
    store.change({ type: "recognised", email, profile: customer.profile });
    show({ account: { email: customer.email } });
  }

  /** @returns what went wrong, or undefined once signed in and on step 2 */
  async function signIn(credentials: Credentials): Promise<AccountFailure | undefined> {
    const found = await signInCustomer(site.api, credentials, location.pathname);
    if (!found.ok) return found.problem;
    welcome(found.value);
    goOnTo(2);
    return undefined;
  }

  function signInWithGoogle(): Promise<AccountFailure | undefined> {
    return leaveForGoogle(site.api, providerReturnAddress(new URL(location.href)));
  }

  function welcome(found: Customer): void {
    customer = found;
    store.change({ type: "recognised", email: found.email, profile: found.profile });
    show({ account: { email: found.email } });
  }

  function goOnTo(step: FunnelStep): void {
    pushStep(step, store.getState().step);
    store.change({ type: "wentTo", step });
  }

  /** The browser's Back where it leads there, so that Forward still works; else the entry changes in place. */
  function goBackTo(step: FunnelStep): void {
    if (isGoingBack) return;
    if (isPreviousStep(step)) {
      isGoingBack = true;
      history.back();
    } else {
      store.change({ type: "wentTo", step });
      replaceStep(step);
    }
  }

  /** Back and Forward: no further than the answers allow, and never past step 3 without sending them. */
  function followHistory(wished: FunnelStep): void {
    isGoingBack = false;
    const state = store.getState();
    const step = reachableStep(wished, state, state.funnel);
    if (step > 3 && state.step <= 3 && sentAnswers !== answersToSend(state)) {
      store.change({ type: "wentTo", step: 4 });
      void submit();
    } else if (step !== state.step) {
      // Step 4 is a passage, not a place to return to.
      store.change({ type: "wentTo", step: step === 4 ? 5 : step });
    }
    replaceStep(store.getState().step);
  }

  /** Step 4 shows at once, before any answer arrives. A burst of clicks finds step 3 gone. */
  function submitConfiguration(): void {
    const state = store.getState();
    if (state.step !== 3) return;
    const missing = reachableStep(3, state, state.funnel);
    if (missing < 3) return goOnTo(missing);
    goOnTo(4);
    void submit();
  }

  /** Failures are logged and the queue tries again: the funnel goes on (specification, section 8). */
  async function submit(): Promise<SubmissionOutcome> {
    const state = store.getState();
    sentAnswers = answersToSend(state);
    const submission = leadSubmission(state, {
      now: new Date(),
      registrationPath: location.pathname,
      consentTexts: { calls: personalCopy.callConsent(site.companyName), reminder: reminderConsent(site.brand) },
      attribution: currentAttribution(),
    });
    const outcome = await submitLead(site.api, submission, customer?.userId ?? null);
    const { idempotencyKey } = submission;
    const isLost = outcome === "waiting" && !isKept(idempotencyKey) && idempotencyKey === ownKey();
    if (isLost) store.change({ type: "submissionUnsaved" });
    return outcome;
  }

  /**
   * Before paying, one more try of answers the server has not acknowledged.
   *
   * @returns whether they are with the server, or kept in this browser until they are; undefined without any
   */
  function confirmSubmission(): Promise<boolean> | undefined {
    const key = ownKey();
    const isWaitingHere = isWaiting(key);
    if (!isWaitingHere && store.getState().formErrors["submission"] === undefined) return undefined;
    return withinTime(isWaitingHere ? retrySubmission(site.api, key) : submit()).then((outcome) => {
      const isRefused = store.getState().formErrors["submission"] === "refused";
      if (!isRefused && (outcome === "stored" || isKept(key))) return true;
      store.change({ type: "submissionRefused" });
      return false;
    });
  }

  function noteRefusal({ idempotencyKey }: { idempotencyKey: string }): void {
    if (idempotencyKey === ownKey()) store.change({ type: "submissionRefused" });
  }

  function noteStored({ idempotencyKey }: { idempotencyKey: string }): void {
    if (idempotencyKey === ownKey()) store.change({ type: "submissionStored" });
  }

  function ownKey(): string {
    const { funnel, idempotencyKeys } = store.getState();
    return idempotencyKeys[funnel] ?? "";
  }

  function finishWaiting(): void {
    if (store.getState().step !== 4) return;
    store.change({ type: "wentTo", step: 5 });
    replaceStep(5);
  }

  /** Sends what waits if it can, forgets everything, and goes back to the choice of an offer. */
  async function leave(): Promise<void> {
    await flushPendingSubmissions(site.api, lastSendMs);
    await signOut(site.api, signOutMs);
    clearQueue();
    forgetLastOrder();
    store.clear();
    location.assign("/inscription");
  }

  return {
    start,
    signIn,
    signInWithGoogle,
    goOnTo,
    goBackTo,
    submitConfiguration,
    confirmSubmission,
    finishWaiting,
    leave,
  };
}

/** A try that takes longer goes on, and its answers wait. */
function withinTime(outcome: Promise<SubmissionOutcome>): Promise<SubmissionOutcome> {
  const tooLong = new Promise<SubmissionOutcome>((resolve) => setTimeout(() => resolve("waiting"), lastTryMs));
  return Promise.race([outcome, tooLong]);
}

/** Everything that is submitted, and nothing else of the state. */
function answersToSend(state: FunnelState): string {
  const circumstances = { now: new Date(0), registrationPath: "", consentTexts: { calls: "", reminder: "" } };
  const { payload, consents } = leadSubmission(state, circumstances);
  return JSON.stringify([payload, consents]);
}
