import { useEffect, useSyncExternalStore } from "react";

import { filesGoneId } from "#app/ui/files-gone-id.ts";
import type { laterSteps } from "#subjects/funnel/site/steps/later-steps.ts";

/** They show that the visitor means to go on. */
const gestures = ["focusin", "pointerdown", "keydown"];

const listeners = new Set<() => void>();
let loaded: typeof laterSteps | undefined;
let loading: Promise<void> | undefined;

/** @returns the steps that follow the first, once their file has come: it is asked for at the first gesture */
export function useLaterSteps(isNeeded: boolean): typeof laterSteps | undefined {
  const steps = useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  );

  // The network, and gestures anywhere on the page.
  useEffect(() => {
    if (steps) return undefined;
    // A file that did not come is told of once it is needed, and asked for again at each gesture.
    const load = () =>
      void loadLaterSteps()
        .then(() => tellGone(false))
        .catch(() => isNeeded && tellGone(true));
    if (isNeeded) load();
    for (const gesture of gestures) addEventListener(gesture, load);
    return () => {
      for (const gesture of gestures) removeEventListener(gesture, load);
    };
  }, [steps, isNeeded]);

  return steps;
}

export function loadLaterSteps(): Promise<void> {
  loading ??= import("#subjects/funnel/site/steps/later-steps.ts").then(
    ({ laterSteps }) => {
      loaded = laterSteps;
      for (const tell of listeners) tell();
    },
    (failure: unknown) => {
      loading = undefined;
      throw failure;
    },
  );
  return loading;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The sentence of the page, with its way to open it anew. */
function tellGone(isGone: boolean): void {
  const sentence = document.getElementById(filesGoneId);
  if (sentence) sentence.hidden = !isGone;
}
