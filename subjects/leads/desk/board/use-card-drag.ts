import { type PointerEvent, useEffect, useEffectEvent, useState } from "react";

import { type LeadStatus, leadStatuses } from "#domain/kernel/lead.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

/** A hand that trembles still clicks. */
const leastPx = 6;

/** A card in the hand: how it is moved, and whom it is about. */
export type Held = { lead: LeadRow; move: (status: LeadStatus) => void };

type Drag = Held & {
  startX: number;
  startY: number;
  x: number;
  y: number;
  isMoving: boolean;
  over: LeadStatus | undefined;
};

type Outcome = {
  onTaken: (lead: LeadRow) => void;
  onMoved: (lead: LeadRow, status: LeadStatus) => void;
  onLeft: (lead: LeadRow) => void;
};

/**
 * A card that follows the mouse or the pen from one column to another. Fingers scroll: on a telephone, where one
 * column is in sight, a card is moved by its menu.
 */
export function useCardDrag({ onTaken, onMoved, onLeft }: Outcome) {
  const [drag, setDrag] = useState<Drag>();
  const isHeld = drag !== undefined;

  const follow = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!drag) return;
    const isMoving = drag.isMoving || Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY) > leastPx;
    if (isMoving && !drag.isMoving) onTaken(drag.lead);
    setDrag({ ...drag, x: event.clientX, y: event.clientY, isMoving, over: isMoving ? statusAt(event) : undefined });
  });
  const drop = useEffectEvent((event: globalThis.PointerEvent) => {
    setDrag(undefined);
    if (!drag?.isMoving) return;
    swallowClick();
    const status = statusAt(event);
    if (!status || status === drag.lead.status) return onLeft(drag.lead);
    drag.move(status);
    onMoved(drag.lead, status);
  });
  const giveUp = useEffectEvent(() => {
    setDrag(undefined);
    if (drag?.isMoving) onLeft(drag.lead);
  });

  // Synchronises with the pointer, wherever it goes while it holds a card.
  useEffect(() => {
    if (!isHeld) return undefined;
    const held = new AbortController();
    document.addEventListener("pointermove", (event) => follow(event), held);
    document.addEventListener("pointerup", (event) => drop(event), held);
    document.addEventListener("pointercancel", () => giveUp(), held);
    document.addEventListener("keydown", ({ key }) => key === "Escape" && giveUp(), held);
    return () => held.abort();
  }, [isHeld]);

  function take(held: Held, event: PointerEvent): void {
    const isOnControl = event.target instanceof Element && event.target.closest("select, label") !== null;
    if (event.button !== 0 || event.pointerType === "touch" || held.lead.leadId === null || isOnControl) return;
    const { clientX: startX, clientY: startY } = event;
    setDrag({ ...held, startX, startY, x: startX, y: startY, isMoving: false, over: undefined });
  }

  return { drag: drag?.isMoving ? drag : undefined, take };
}

function statusAt({ clientX, clientY }: { clientX: number; clientY: number }): LeadStatus | undefined {
  const column = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-status]");
  return leadStatuses.find((status) => status === column?.dataset["status"]);
}

/** Where a card is let go, nothing is clicked. */
function swallowClick(): void {
  const swallow = new AbortController();
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", stop, { capture: true, signal: swallow.signal });
  setTimeout(() => swallow.abort(), 0);
}
