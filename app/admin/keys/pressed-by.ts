import type { DeskAction } from "./key-map.ts";

/** What is pressed too, though no key of its own does: by the palette, or, of one lead, once its file is there. */
export type PressName = DeskAction | "create" | "export" | `write-${string}`;

/** Whose controls a key means: of the row with the focus, or of the open file. */
export type KeyScope = "row" | "file";

/** On a control: the key presses it, as a click does. */
export const pressedBy = (name: PressName) => ({ "data-pressed-by": name });

/** Around the controls of one lead. */
export const keyScope = (scope: KeyScope) => ({ "data-key-scope": scope });

export const selectorOf = (name: PressName) => `[data-pressed-by="${name}"]`;
export const scopeSelector = (scope: KeyScope) => `[data-key-scope="${scope}"]`;
