import type { DeskAction } from "./key-map.ts";
import { type PressName, scopeSelector, selectorOf } from "./pressed-by.ts";

/** Where what is typed is text, or chooses: its keys are its own. */
const typing = "textarea, select, [contenteditable]:not([contenteditable=false])";
const textless = new Set(["checkbox", "radio", "button", "submit", "reset", "range", "color", "file", "image"]);

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement) return !textless.has(target.type);
  return target.closest(typing) !== null;
}

/** What lies over the page and has its own keys; the file that covers the list has those of a file. */
export function isBehindDialog(): boolean {
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
  return dialogs.some((dialog) => dialog.querySelector(scopeSelector("file")) === null);
}

const list = {
  rows: () => [...document.querySelectorAll<HTMLElement>(scopeSelector("row"))],
  rowOf: (element: Element | null) => element?.closest<HTMLElement>(scopeSelector("row")) ?? undefined,
  /** Of the open file. */
  rowOfFile: () => document.querySelector<HTMLElement>(`${scopeSelector("row")}[aria-current="true"]`) ?? undefined,
};

export function isInRow(element: Element | null): boolean {
  return list.rowOf(element) !== undefined;
}

/**
 * From row to row, to the same control of it; from the row of the open file, to the one that was left or to the first,
 * when the focus is nowhere.
 *
 * @returns the row; undefined at an end of the list
 */
export function moveToRow(step: 1 | -1): HTMLElement | undefined {
  const focused = document.activeElement;
  const from = list.rowOf(focused) ?? list.rowOfFile();
  const rows = list.rows();
  const to = from
    ? rows[rows.indexOf(from) + step]
    : (rows.find((row) => row.matches("[data-is-last-focused]")) ?? rows[0]);
  if (!to) return undefined;
  const name = focused?.closest<HTMLElement>("[data-pressed-by]")?.dataset["pressedBy"] as PressName | undefined;
  const control = (from && name && controlIn(to, name)) ?? controlIn(to, "open");
  control?.focus({ preventScroll: true });
  to.scrollIntoView({ block: "nearest" });
  return control ? to : undefined;
}

/** Where a file is open, it becomes that of the row. */
export function followWithFile(row: HTMLElement): void {
  const rowOfFile = list.rowOfFile();
  if (rowOfFile && rowOfFile !== row) controlIn(row, "open")?.click();
}

/** @returns whether there was something to press */
export function press(name: DeskAction, { shiftKey = false } = {}): boolean {
  const control = findControl(name);
  if (!control) return false;
  if (name === "close") closeFile(control);
  else pressControl(control, shiftKey);
  return true;
}

/** As soon as the control is there: on the screen that opens, in the file that loads. What is done meanwhile ends it. */
export function pressOnceThere(name: PressName): void {
  const control = find(name);
  if (control) return pressControl(control, false);

  const over = new AbortController();
  const observer = new MutationObserver(() => {
    const arrived = find(name);
    if (!arrived) return;
    over.abort();
    pressControl(arrived, false);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  over.signal.addEventListener("abort", () => observer.disconnect());
  for (const event of ["keydown", "pointerdown"]) {
    addEventListener(event, () => over.abort(), { capture: true, signal: over.signal });
  }
}

/** Of the open file, whatever row has the focus. */
export function pressOfFile(name: PressName): void {
  const file = document.querySelector<HTMLElement>(scopeSelector("file"));
  const control = file && controlIn(file, name);
  if (control) pressControl(control, false);
}

function find(name: PressName): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(selectorOf(name)) ?? undefined;
}

/** Of what has the focus, else of the open file; what stands once on a screen is meant wherever the focus is. */
function findControl(name: DeskAction): HTMLElement | undefined {
  if (name === "search" || name === "close") return find(name);
  const row = list.rowOf(document.activeElement);
  const file = document.querySelector<HTMLElement>(scopeSelector("file"));
  return (row && controlIn(row, name)) ?? (file && controlIn(file, name)) ?? undefined;
}

function controlIn(scope: HTMLElement, name: PressName): HTMLElement | undefined {
  return scope.querySelector<HTMLElement>(`${selectorOf(name)}:not(:disabled)`) ?? undefined;
}

function pressControl(control: HTMLElement, shiftKey: boolean): void {
  if (control instanceof HTMLSelectElement) {
    control.focus();
    // Where a browser opens no list by itself, its keys choose in it all the same.
    if ("showPicker" in HTMLSelectElement.prototype) control.showPicker();
  } else if (control instanceof HTMLInputElement && !textless.has(control.type)) {
    control.focus();
    control.select();
  } else {
    control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
  }
}

/** The focus goes back to the row that the file is of. */
function closeFile(button: HTMLElement): void {
  const row = list.rowOfFile();
  button.click();
  if (row) controlIn(row, "open")?.focus();
}
