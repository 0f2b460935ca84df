import { type ComponentType, useEffect, useState } from "react";

import { download } from "./files-gone-error.ts";

/** A hand that moves will soon press something. */
const signs = ["pointermove", "pointerdown", "keydown", "touchstart"];
/** Without such a sign, once the screen has come. */
const idleMs = 3000;

/**
 * A part of a screen in files of its own, so that its screen comes sooner: a file, a dialog. It is downloaded when a
 * hand moves, when nothing has happened for three seconds, or when it is wanted, and stays once it was wanted. Where it
 * is wanted and its files do not come, its boundary gets a FilesGoneError.
 */
export function deferPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;

  async function fetchPart() {
    loaded ??= await load();
  }

  // What does not come now is asked for again when it is wanted.
  const prepare = () => void fetchPart().catch(() => undefined);

  // Without Suspense, which holds what comes soon for 300 ms.
  return function DeferredPart({ isWanted, ...props }: Props & { isWanted: boolean }) {
    const [wasWanted, setWasWanted] = useState(isWanted);
    if (isWanted && !wasWanted) setWasWanted(true);
    const [end, setEnd] = useState<{ failure?: unknown }>({});
    if (end.failure !== undefined) throw end.failure;
    const Part = loaded;
    const isMissing = wasWanted && !Part;

    // Synchronises with the hand and the clock.
    useEffect(() => onceSomethingMoves(prepare), []);

    // Synchronises with the network.
    useEffect(() => {
      if (!isMissing) return undefined;
      let isThere = true;
      const settle = (failure?: unknown) => isThere && setEnd({ failure });
      download(fetchPart).then(() => settle(), settle);
      return () => {
        isThere = false;
      };
    }, [isMissing]);

    return wasWanted && Part && <Part {...(props as unknown as Props)} />;
  };
}

/** @returns how to wait no longer */
function onceSomethingMoves(act: () => void): () => void {
  const waiting = new AbortController();
  const go = () => {
    waiting.abort();
    clearTimeout(timer);
    act();
  };
  const timer = setTimeout(go, idleMs);
  for (const sign of signs) document.addEventListener(sign, go, { signal: waiting.signal, passive: true });
  return () => {
    waiting.abort();
    clearTimeout(timer);
  };
}
