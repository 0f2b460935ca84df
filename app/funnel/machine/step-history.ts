import type { FunnelStep } from "#domain/funnel/answers.ts";

import { stepAddress, stepOfAddress } from "./step-address.ts";

/** What an entry of the browser's history knows of the one before it. */
type EntryState = { cameFrom?: FunnelStep } | null;

/** A new entry, so that Back returns to the step the visitor came from. */
export function pushStep(step: FunnelStep, cameFrom: FunnelStep): void {
  history.pushState({ cameFrom } satisfies EntryState, "", stepAddress(here(), step));
}

/** Corrects the current entry; what it came from stays true. */
export function replaceStep(step: FunnelStep): void {
  const address = stepAddress(here(), step);
  const isThere = address === `${location.pathname}${location.search}` && location.hash === "";
  if (!isThere) history.replaceState(history.state, "", address);
}

/** Whether the browser's own Back leads to that step. */
export function isPreviousStep(step: FunnelStep): boolean {
  return (history.state as EntryState)?.cameFrom === step;
}

/**
 * Calls back with the step the visitor went to with Back or Forward.
 *
 * @returns stops listening
 */
export function onHistoryMove(act: (step: FunnelStep) => void): () => void {
  const listener = () => act(stepOfAddress(here()));
  addEventListener("popstate", listener);
  return () => removeEventListener("popstate", listener);
}

function here(): URL {
  return new URL(location.href);
}
