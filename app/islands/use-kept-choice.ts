import { useState, useSyncExternalStore } from "react";

import { keptVolumeKey } from "./kept-volume-key.ts";

/**
 * A choice on a slider that the page's entry in the history keeps: a visitor who comes back finds it again, and the
 * links that carry it. The loader brings the slider alive for it at once (client/loader.ts).
 *
 * @returns undefined while nothing was chosen
 */
export function useKeptChoice(): [number | undefined, (choice: number) => void] {
  // The server's HTML knows of no choice.
  const keptChoice = useSyncExternalStore(neverChanges, readKeptChoice, () => undefined);
  const [chosen, setChosen] = useState<number>();

  function choose(choice: number) {
    setChosen(choice);
    try {
      history.replaceState({ ...(history.state as object | null), [keptVolumeKey]: choice }, "");
    } catch {
      // Safari refuses more than a hundred in thirty seconds: the choice holds on this page.
    }
  }
  return [chosen ?? keptChoice, choose];
}

const neverChanges = () => () => {};

function readKeptChoice(): number | undefined {
  const kept: unknown = (history.state as Record<string, unknown> | null)?.[keptVolumeKey];
  return typeof kept === "number" ? kept : undefined;
}
