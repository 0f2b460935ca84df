import { useSyncExternalStore } from "react";

import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { describeSchedule } from "#content/schedule.ts";
import type { DayWindow } from "#domain/kernel/civil-date.ts";
import { readOrderedFragment } from "#domain/offers/ordered-fragment.ts";
import { scheduleOf } from "#domain/offers/schedule.ts";

type Props = { promotion: DayWindow };

/** What is paid when, of the order that the fragment of the address names; nothing without one. */
export function OrderedSchedule({ promotion }: Props) {
  const fragment = useSyncExternalStore(
    onFragment,
    () => location.hash,
    () => "",
  );
  const ordered = readOrderedFragment(fragment);
  const schedule = ordered && scheduleOf(ordered.purchase, { day: ordered.day, promotion });
  return schedule ? <PaymentSchedule {...describeSchedule(schedule, ordered.day)} titleAs="h2" /> : null;
}

function onFragment(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
