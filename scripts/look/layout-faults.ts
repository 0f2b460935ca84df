import type { Page } from "playwright-core";

/**
 * What no visitor should meet at the page's present width: a scroll sideways, text that is cut at the side, and texts
 * that lie over each other.
 *
 * @returns one line for each fault, the same at every width where it is the same
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // What scripts draw anew for another width is there with the next picture.
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    type Box = { text: string; parent: Element; left: number; right: number; top: number; bottom: number };
    const faults: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push("scrolls sideways");

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const boxes: Box[] = [];
    while (texts.nextNode()) {
      const { parentElement: parent, data } = texts.currentNode as Text;
      const text = data.trim();
      if (!parent || text === "" || !isShown(parent)) continue;
      if (parent.matches(".apostrophe")) continue; // transparent: a curly one is drawn beside it
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const lowest = edgeOf(parent);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        if (bottom > lowest + 2) {
          if (parent.closest("h1, h2, h3, h4")) faults.push(`is cut below: ${text.slice(0, 60)}`);
          continue; // a summary may end before its end
        }
        // The box of a line is higher than its letters: a fifth above, and below.
        const slack = (bottom - top) / 5;
        if (right - left > 1 && bottom - top > 1)
          boxes.push({ text, parent, left, right, top: top + slack, bottom: bottom - slack });
      }
    }

    for (const { text, parent, left, right } of boxes) {
      const frame = frameOf(parent);
      const [from, to] = frame ? [frame.left, frame.right] : [0, clientWidth];
      if (left < from - 1 || right > to + 1) faults.push(`is cut: ${text.slice(0, 60)}`);
    }

    const inOrder = boxes.toSorted((one, other) => one.top - other.top);
    inOrder.forEach((one, index) => {
      for (const other of inOrder.slice(index + 1)) {
        if (other.top >= one.bottom) break;
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - other.top;
        if (across < 3 || down < 3 || isLayered(one.parent) !== isLayered(other.parent)) continue;
        if (one.parent === other.parent) continue;
        faults.push(`lies over « ${other.text.slice(0, 40)} »: ${one.text.slice(0, 40)}`);
      }
    });
    return [...new Set(faults)];

    /** Seen by eyes: not for screen readers alone, and not closed away. */
    function isShown(element: Element): boolean {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { clipPath, clip } = getComputedStyle(each);
        if (clipPath === "inset(50%)" || clip.startsWith("rect(")) return false;
        if (each instanceof HTMLElement && each.offsetWidth <= 1 && each.offsetHeight <= 1) return false;
      }
      return element.closest("[aria-hidden='true'], svg, dialog:not([open])") === null;
    }

    /** What hides whatever goes past its sides; nothing where one scrolls to it. */
    function frameOf(element: Element): DOMRect | undefined {
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(each);
        if (each.matches(".carousel, .logos-window")) return new DOMRect(-1e6, 0, 2e6, 0); // what passes by
        if (overflowX === "auto" || overflowX === "scroll" || textOverflow === "ellipsis")
          return new DOMRect(-1e6, 0, 2e6, 0);
        if (overflowX === "hidden" || overflowX === "clip") return each.getBoundingClientRect();
      }
      return undefined;
    }

    /** Below it nothing is drawn. */
    function edgeOf(element: Element): number {
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        if (getComputedStyle(each).overflowY !== "visible") return each.getBoundingClientRect().bottom;
      }
      return Infinity;
    }

    /** On a layer that lies over the page on purpose, such as a header that stays. */
    function isLayered(element: Element): boolean {
      for (let each: Element | null = element; each; each = each.parentElement) {
        if (["fixed", "sticky"].includes(getComputedStyle(each).position)) return true;
      }
      return false;
    }
  });
}
