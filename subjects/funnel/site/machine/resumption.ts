import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { newUuid } from "#app/api/transport/uuid.ts";
import { openResumeLink } from "#subjects/funnel/calls/resume-links.ts";
import { resumeCopy } from "#subjects/funnel/words/resume-link.ts";
import type { FunnelStep } from "#subjects/funnel/rules/answers.ts";
import { type ResumePayload, resumePayloadOf, isContained } from "#subjects/funnel/rules/resume-payload.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { reachableStep } from "#subjects/funnel/rules/steps.ts";
import { readFunnelState } from "#subjects/funnel/rules/stored-state.ts";

import type { FunnelStore } from "./funnel-store.ts";
import { readLanding } from "./step-address.ts";
import { replaceStep } from "./step-history.ts";

/** What a mailed link says on the screen. */
export type ResumptionView =
  | { kind: "none" }
  /** True of the step it came up on. */
  | { kind: "resumed"; step: FunnelStep }
  | { kind: "failed"; step: FunnelStep; sentence: string }
  /** This browser holds other answers: the visitor chooses. */
  | { kind: "question"; mailed: Mailed };

/** What a link holds; `order` is the reference of one that was sent, whose summary comes next. */
type Mailed = { answers: ResumePayload; order?: string | undefined };

/**
 * Opens the link of the address, and those the visitor follows while the page is open. Its token leaves the address and
 * the history at once.
 *
 * @returns stops listening
 */
export function followResumeLinks(
  store: FunnelStore,
  site: FunnelSite,
  show: (view: ResumptionView) => void,
): () => void {
  function follow(address: string) {
    const { resumeToken } = readLanding(new URL(address));
    if (resumeToken === undefined) return;
    replaceStep(store.getState().step);
    void openLink(store, site, resumeToken).then(show);
  }

  const listener = ({ newURL }: HashChangeEvent) => follow(newURL);
  addEventListener("hashchange", listener);
  follow(location.href);
  return () => removeEventListener("hashchange", listener);
}

/** Asks the visitor only when answers of the link or of this browser would be lost. */
async function openLink(store: FunnelStore, site: FunnelSite, token: string): Promise<ResumptionView> {
  const opened = await openResumeLink(site.api, store.getState().funnel, token);
  const here = store.getState();
  if (!opened.ok) return { kind: "failed", step: here.step, sentence: opened.problem };

  // Field by field, like what is stored: nothing is believed because a server said it.
  const prices = pricesOn(site, site.today);
  const circumstances = { offer: here.funnel, now: new Date(), newKey: newUuid(), prices };
  const state = readFunnelState(JSON.stringify(opened.value ?? null), circumstances);
  const key = state.idempotencyKeys[here.funnel];
  const mailed = { answers: resumePayloadOf(state), order: key === circumstances.newKey ? undefined : key };
  // Every link of ours carries an e-mail.
  if (mailed.answers.email === undefined) return { kind: "failed", step: here.step, sentence: resumeCopy.notOpened };
  const held = resumePayloadOf(here);
  if (mailed.order === undefined && isContained(mailed.answers, held)) {
    const step = Math.max(here.step, reachableStep(3, here, here.funnel)) as FunnelStep;
    store.change({ type: "wentTo", step });
    return { kind: "resumed", step };
  }
  return isContained(held, mailed.answers) ? takeMailed(store, mailed) : { kind: "question", mailed };
}

export function takeMailed(store: FunnelStore, mailed: Mailed): ResumptionView {
  store.change({ type: "resumed", ...mailed });
  return { kind: "resumed", step: store.getState().step };
}
