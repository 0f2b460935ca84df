import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

import { isTyping, moveToRow } from "#app/admin/keys/press.ts";
import { scopeSelector } from "#app/admin/keys/pressed-by.ts";

type Options = {
  body: RefObject<HTMLElement | null>;
  /** From one place of the list to the next one. */
  onExtend: (from: number, to: number) => void;
};

/**
 * One row of a long list is a stop of the Tab key, the one that was left: else it would take all of them to come past
 * it. Arrows, and the keys of the desk where they are on, go from row to row.
 */
export function useRowKeys({ body, onExtend }: Options) {
  const left = useRef(0);

  // Synchronises with the order of focus, in rows that come and go as one scrolls.
  useEffect(() => setStops(body.current, left.current));

  return {
    onFocus(event: { target: Element }) {
      const index = placeOf(event.target);
      if (index === undefined) return;
      left.current = index;
      setStops(body.current, index);
    },
    onKeyDown(event: KeyboardEvent) {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : undefined;
      if (step === undefined || !event.shiftKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const from = placeOf(document.activeElement);
      const to = placeOf(moveToRow(step));
      if (from === undefined || to === undefined) return;
      // Neither text nor the page is what is drawn over here.
      event.preventDefault();
      onExtend(from, to);
    },
  };
}

function placeOf(element: Element | null | undefined): number | undefined {
  const row = element?.closest<HTMLElement>(scopeSelector("row"));
  return row ? Number(row.dataset["index"]) : undefined;
}

function setStops(body: HTMLElement | null, left: number): void {
  const rows = [...(body?.querySelectorAll<HTMLElement>(scopeSelector("row")) ?? [])];
  const stop = rows.find((row) => placeOf(row) === left) ?? rows[0];
  for (const row of rows) {
    row.toggleAttribute("data-is-last-focused", row === stop);
    for (const control of row.querySelectorAll<HTMLElement>("a[href]:not([data-by-pointer]), button, input, select")) {
      if (row === stop) control.removeAttribute("tabindex");
      else control.tabIndex = -1;
    }
  }
}
