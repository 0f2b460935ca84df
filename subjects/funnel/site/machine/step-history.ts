import type { FunnelStep } from "#subjects/funnel/rules/answers.ts";

import { stepAddress, stepOfAddress } from "./step-address.ts";

/** What an entry of the browser's history knows of the one before it. */
type EntryState = { cameFrom?: FunnelStep } | null;

/** A new entry, so that Back returns to the step the visitor came from. */
export function pushStep(step: FunnelStep, cameFrom: FunnelStep): void {
  write(() => history.pushState({ cameFrom } satisfies EntryState, "", stepAddress(here(), step)));
}

/** Corrects the current entry; what it came from stays true. */
export function replaceStep(step: FunnelStep): void {
  const address = stepAddress(here(), step);
  const isThere = address === `${location.pathname}${location.search}` && location.hash === "";
  if (!isThere) write(() => history.replaceState(history.state, "", address));
}

/** Safari refuses more than a hundred entries in thirty seconds: the step changes all the same. */
function write(entry: () => void): void {
  try {
    entry();
  } catch (cause) {
    console.warn("The history was not written.", cause);
  }
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
