import { createStoredText } from "#app/admin/ui/stored-text.ts";
import { singleKeysKey } from "#domain/site/storage-keys.ts";

/** Of this device, not of the account: a dictation or a screen reader is. */
const stored = createStoredText(singleKeysKey);

/** Anything but a clear no is yes. */
const isOn = (text: string | null) => text !== "off";

export function areLettersOn(): boolean {
  return isOn(stored.read());
}

/** Whether keys of one character act, and how to turn them. */
export function useLetterSwitch(): [isOn: boolean, turn: (isOn: boolean) => void] {
  return [isOn(stored.useText()), (turnedOn) => stored.write(turnedOn ? "on" : "off")];
}
