import { useSyncExternalStore } from "react";

import { onStoredElsewhere, readStored, writeStored } from "#app/api/transport/local-storage.ts";

/** Of this device, not of the account: a dictation or a screen reader is. */
const storageKey = "admin_single_keys";

const listeners = new Set<() => void>();

/** Anything but a clear no is yes. */
export function areLettersOn(): boolean {
  return readStored(storageKey) !== "off";
}

function turnLetters(isOn: boolean): void {
  writeStored(storageKey, isOn ? "on" : "off");
  for (const listener of listeners) listener();
}

/** Whether keys of one character act, and how to turn them. */
export function useLetterSwitch(): [isOn: boolean, turn: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areLettersOn), turnLetters];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onStoredElsewhere(storageKey, listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
