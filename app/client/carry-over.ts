// An island whose HTML was changed before it came alive, as translators and password managers do, is drawn afresh: what
// the visitor had left in the old controls goes over to the new ones.

import { writeAsTyped } from "#app/ui/form/write-as-typed.ts";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controls = "input,textarea,select";
const answering = `a[href],button,summary,form,${controls}`;

/** What an island held before it came alive. */
export type Before = {
  /** Gives the answers, the focus and the caret of controls that are gone to those in their place. */
  carryOver: () => void;
  /** The element itself while it is in the page; else what it stands in, or is, in the new HTML. */
  successorOf: (element: HTMLElement) => HTMLElement;
};

export function rememberIsland(island: HTMLElement): Before {
  const old = markAll(island);
  const successors = new Map<Element, HTMLElement>();
  const stopFollowing = followFocus(island);

  return {
    carryOver() {
      const focused = stopFollowing();
      const fresh = markAll(island);
      for (const [mark, element] of old) {
        const successor = fresh.get(mark);
        if (element.isConnected || !successor) continue;
        successors.set(element, successor);
        if (element.matches(controls)) carryAnswer(element as Control, successor as Control);
      }
      const heir = focused && successors.get(focused);
      if (heir && document.activeElement === document.body) takeFocus(heir, focused);
    },
    successorOf(element) {
      const known = element.closest(answering);
      return element.isConnected || !known ? element : (successors.get(known) ?? element);
    },
  };
}

/**
 * Whatever answers in the island, under a mark that its fresh HTML gives again. What others put between has other
 * marks, or comes after those of the same kind.
 */
function markAll(island: HTMLElement): Map<string, HTMLElement> {
  const counts = new Map<string, number>();
  const marked = new Map<string, HTMLElement>();
  for (const element of island.querySelectorAll<HTMLElement>(answering)) {
    // No id: those that React makes are others the second time.
    const [name, ...own] = ["name", "type", "href"].map((attribute) => element.getAttribute(attribute));
    const kind = [element.tagName, ...own, name ?? element.className, isChoice(element) && element.value].join(" ");
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    marked.set(`${kind} ${count}`, element);
  }
  return marked;
}

function carryAnswer(old: Control, fresh: Control): void {
  if (isChoice(old) && isChoice(fresh)) {
    // A click, of which the component hears; the one of a group that is not chosen follows the one that is.
    if (old.checked !== fresh.checked && (old.checked || old.type === "checkbox")) fresh.click();
  } else if (old.value === fresh.value || old.type === "file") {
    // Nothing to carry, or nothing that a script may carry.
  } else if (fresh instanceof HTMLSelectElement) {
    fresh.value = old.value;
    for (const type of ["input", "change"]) fresh.dispatchEvent(new Event(type, { bubbles: true }));
  } else {
    writeAsTyped(fresh, old.value);
  }
}

function isChoice(control: Element): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");
}

function takeFocus(heir: HTMLElement, focused: Element): void {
  heir.focus({ preventScroll: true });
  const { selectionStart, selectionEnd, selectionDirection } = focused as HTMLInputElement;
  // E-mail fields and all that is no text have no caret to read: theirs is at the end.
  if (typeof selectionStart !== "number") return;
  (heir as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
}

/**
 * Follows the focus in the island, which leaves an element that is removed without a word.
 *
 * @returns stops, and says where it was last, unless the visitor took it away
 */
function followFocus(island: HTMLElement): () => Element | undefined {
  let focused = island.contains(document.activeElement) ? document.activeElement : null;
  const note = ({ target }: Event) => {
    focused = target as Element;
  };
  const forget = ({ target }: Event) => {
    // Some browsers say it of what is removed too: by then it is out of the page.
    setTimeout(() => {
      if (focused === target && focused?.isConnected) focused = null;
    });
  };
  island.addEventListener("focusin", note);
  island.addEventListener("focusout", forget);
  return () => {
    island.removeEventListener("focusin", note);
    island.removeEventListener("focusout", forget);
    return focused ?? undefined;
  };
}
