// The footer’s button: an objection to the counters of the funnels, kept in this browser until it is taken back.

import { readStored, removeStored, writeStored } from "#app/api/transport/local-storage.ts";
import { countingObjectionKey } from "#domain/site/storage-keys.ts";

export function start(button: HTMLElement): void {
  show(readStored(countingObjectionKey) !== null);
  button.addEventListener("click", () => {
    const hasObjected = button.ariaPressed !== "true";
    if (hasObjected) writeStored(countingObjectionKey, "1");
    else removeStored(countingObjectionKey);
    show(hasObjected);
  });

  function show(hasObjected: boolean): void {
    button.ariaPressed = String(hasObjected);
    // Hidden until this script can answer it.
    button.dataset.alive = "";
  }
}
