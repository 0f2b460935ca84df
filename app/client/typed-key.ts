/** In the state of the history's entry: what was typed before the page was opened anew. */
export const typedKey = "typed";

/** By island and control, in the order of the page; without a value where it is a secret. */
export type Typed = [name: string, value?: string, isChecked?: boolean][][];
