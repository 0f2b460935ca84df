import { type RefObject, useEffect, useState } from "react";

import { type ClosingField } from "#subjects/orders/rules/closing-order.ts";
import { callsOrdered } from "#subjects/offers/rules/closing/calls-ordered.ts";
import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";

const countField = "prospectsCount" satisfies ClosingField;

/**
 * How many calls the number of prospects asks for, as it is typed: the smallest order before it is, undefined while it
 * is no number.
 *
 * @param place around the form, whose field holds what was typed before this came alive
 */
export function useCallsTyped(place: RefObject<HTMLElement | null>): number | undefined {
  const [typed, setTyped] = useState("");

  useEffect(() => {
    const field = place.current?.querySelector("form")?.elements.namedItem(countField);
    if (!(field instanceof HTMLInputElement)) return undefined;
    const read = () => setTyped(field.value);
    read();
    field.addEventListener("input", read);
    return () => field.removeEventListener("input", read);
  }, [place]);

  return typed.trim() === "" ? closingOffer.calls : callsOrdered(typed);
}
