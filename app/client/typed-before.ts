// What the controls of the page held when it was opened anew because files of it had not come: see loader.ts.

import { typedKey, type Typed } from "./typed-key.ts";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const typed = takeTyped();

/** Gives an island's controls what they held, as if it had just been typed. */
export function restoreTyped(island: HTMLElement): void {
  const index = [...document.querySelectorAll("[data-island]")].indexOf(island);
  const held = typed[index] ?? [];
  const controls = [...island.querySelectorAll<Control>("input,textarea,select")];
  for (const [place, control] of controls.entries()) {
    const [name, value, isChecked] = held[place] ?? [];
    if (name !== control.name || value === undefined) continue;
    if (control instanceof HTMLInputElement && /checkbox|radio/.test(control.type))
      control.checked = isChecked === true;
    else control.value = value;
  }
}

/** Once: what is typed from here on is the visitor's. */
function takeTyped(): Typed {
  const state = history.state as Record<string, unknown> | null;
  const held = state?.[typedKey];
  if (!Array.isArray(held)) return [];
  const { [typedKey]: _, ...others } = state ?? {};
  history.replaceState(others, "");
  return held as Typed;
}
