import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

import type { LeadFilters } from "#subjects/leads/rules/lead-filters.ts";

/** Where the rows begin in the document, followed as what is above them changes. */
export function useListTop() {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);

  // Synchronises with the layout of the page.
  useLayoutEffect(() => {
    const measure = () => {
      // Within a box that scrolls, as if it stood at its start.
      const scrolled = window.scrollY + (body.current?.closest("[data-scrolls]")?.scrollTop ?? 0);
      if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + scrolled));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  return { body, top };
}

type Place = { top: number; box: RefObject<HTMLElement | null> };

/** Other filters show their list from its start. */
export function useStartOfList(filters: LeadFilters, { top, box }: Place) {
  const key = JSON.stringify(filters);
  const shown = useRef(key);
  // Synchronises with the scroll position.
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    box.current?.scrollTo({ top: 0 });
    if (window.scrollY > top) window.scrollTo({ top: 0, behavior: "instant" });
  }, [key, top, box]);
}
