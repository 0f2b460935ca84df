import { adminKeys } from "#content/admin-keys.ts";

/** `mod`: Ctrl, or ⌘ on a Mac. */
type Stroke = { key: string; shift?: true; mod?: true };

type Entry = {
  strokes: Stroke[];
  group: keyof typeof adminKeys.groups;
  sentence: string;
  /** Done where the focus is, by the list or the browser: listed here for the help. */
  isLocal?: true;
};

const says = adminKeys.actions;

/** Every key of the desk, declared once: what acts reads it, and the help is drawn from it. */
export const keyMap = {
  next: { strokes: [{ key: "j" }, { key: "ArrowDown" }], group: "list", sentence: says.next },
  previous: { strokes: [{ key: "k" }, { key: "ArrowUp" }], group: "list", sentence: says.previous },
  extend: {
    strokes: [
      { key: "ArrowDown", shift: true },
      { key: "ArrowUp", shift: true },
    ],
    group: "list",
    sentence: says.extend,
    isLocal: true,
  },
  select: { strokes: [{ key: "x" }], group: "list", sentence: says.select },
  selectRange: { strokes: [{ key: "x", shift: true }], group: "list", sentence: says.selectRange },
  search: { strokes: [{ key: "/" }], group: "list", sentence: says.search },
  open: { strokes: [{ key: "Enter" }], group: "lead", sentence: says.open, isLocal: true },
  status: { strokes: [{ key: "s" }], group: "lead", sentence: says.status },
  payment: { strokes: [{ key: "p" }], group: "lead", sentence: says.payment },
  correct: { strokes: [{ key: "e" }], group: "lead", sentence: says.correct },
  note: { strokes: [{ key: "n" }], group: "lead", sentence: says.note },
  close: { strokes: [{ key: "Escape" }], group: "lead", sentence: says.close },
  palette: { strokes: [{ key: "k", mod: true }], group: "everywhere", sentence: says.palette },
  help: { strokes: [{ key: "?" }], group: "everywhere", sentence: says.help },
} satisfies Record<string, Entry>;

export type DeskAction = keyof typeof keyMap;

export const keyEntries = Object.entries(keyMap) as [DeskAction, Entry][];

/** What a key press says of itself. */
export type Press = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/**
 * The action of a key press.
 *
 * Letters match `event.key` in either case; for punctuation the state of Shift is ignored: `?` is typed with Shift on
 * one keyboard layout and without it on the next.
 *
 * @param areLettersOn keys of one character act; WCAG 2.1.4 wants a way to turn them off
 */
export function actionOf(press: Press, areLettersOn: boolean): DeskAction | undefined {
  // What a browser fills in by itself is told as a press without a key.
  if ((press.key as string | undefined) === undefined) return undefined;
  const found = keyEntries.find(([, { strokes }]) => strokes.some((stroke) => isStruck(stroke, press, areLettersOn)));
  return found?.[0];
}

export function isCharacter({ key, mod }: Stroke): boolean {
  return key.length === 1 && !mod;
}

function isStruck(stroke: Stroke, { key, shiftKey, ctrlKey, metaKey, altKey }: Press, areLettersOn: boolean): boolean {
  if (isCharacter(stroke) && !areLettersOn) return false;
  const isSign = stroke.key.length === 1 && !/\p{L}/u.test(stroke.key);
  const isRightKey = key.length === 1 ? key.toLowerCase() === stroke.key : key === stroke.key;
  return (
    isRightKey &&
    // AltGr, with which a French keyboard writes, is a modifier of its own: nothing here is asked with it.
    !altKey &&
    (ctrlKey || metaKey) === (stroke.mod ?? false) &&
    (isSign || shiftKey === (stroke.shift ?? false))
  );
}

/** The keys of a stroke as they are printed on them. */
export function namesOf({ key, shift, mod }: Stroke, isMac: boolean): string[] {
  const { names } = adminKeys;
  const printed = names[key] ?? (/^\p{L}$/u.test(key) ? key.toUpperCase() : key);
  return [mod && names[isMac ? "command" : "control"], shift && names["shift"], printed].flatMap((name) => name || []);
}
