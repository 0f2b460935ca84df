import { useSyncExternalStore } from "react";

import { Stack } from "#app/ui/layout.tsx";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { describeSchedule } from "#content/schedule.ts";
import type { DayWindow } from "#domain/kernel/civil-date.ts";
import { milestonesOf } from "#domain/offers/milestones.ts";
import { readOrderedFragment } from "#domain/offers/ordered-fragment.ts";
import { scheduleOf } from "#domain/offers/schedule.ts";

import { OrderedDates } from "./ordered-dates.tsx";

type Props = {
  promotion: DayWindow;
  brand: string;
  origin: string;
  /** Side by side where there is room. */
  isWide?: boolean;
};

/** What is paid and what happens when, of the order that the fragment of the address names; nothing without one. */
export function OrderedSchedule({ promotion, brand, origin, isWide = false }: Props) {
  const fragment = useSyncExternalStore(
    onFragment,
    () => location.hash,
    () => "",
  );
  const ordered = readOrderedFragment(fragment);
  const schedule = ordered && scheduleOf(ordered.purchase, { day: ordered.day, promotion });
  if (!schedule) return null;
  return (
    <Stack gap={32} {...(isWide && { lg: { columns: 2, columnGap: 64 } })}>
      <PaymentSchedule {...describeSchedule(schedule, ordered.day)} titleAs="h2" />
      <OrderedDates milestones={milestonesOf(ordered, promotion)} brand={brand} origin={origin} />
    </Stack>
  );
}

function onFragment(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
