import "#app/ui/text.css";

import { useEffect, useRef, useState } from "react";

import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Box } from "#app/ui/layout.tsx";
import { closingCopy } from "#content/closing.ts";
import type { CivilDate } from "#domain/kernel/civil-date.ts";
import { callsOrdered, type ClosingField } from "#domain/leads/closing-order.ts";
import { closingOffer } from "#domain/offers/closing.ts";

import { OrderDue } from "./order-due.tsx";

const countField = "prospectsCount" satisfies ClosingField;
const copy = closingCopy.form.due;

/** What the number of prospects costs, as it is typed; the smallest order before it is. */
export function ClosingDue({ today }: { today: CivilDate }) {
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");

  // The field of the same form, which holds what was typed before this came alive.
  useEffect(() => {
    const field = place.current?.closest("form")?.elements.namedItem(countField);
    if (!(field instanceof HTMLInputElement)) return undefined;
    const read = () => setTyped(field.value);
    read();
    field.addEventListener("input", read);
    return () => field.removeEventListener("input", read);
  }, []);

  const calls = typed.trim() === "" ? closingOffer.calls : callsOrdered(typed);
  return (
    <div ref={place}>
      {calls === undefined ? (
        <Box as="p" marginTop={32} className="text-small">
          {copy.inWords(formatEuros(closingOffer.excludingTax))}
        </Box>
      ) : (
        <OrderDue purchase={{ offer: "closing", volume: calls }} today={today} note={copy.calls(formatCount(calls))} />
      )}
    </div>
  );
}
