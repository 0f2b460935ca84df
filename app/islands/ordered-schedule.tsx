import { useSyncExternalStore } from "react";

import { Stack } from "#app/ui/layout.tsx";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { describeSchedule, scheduleCopy } from "#subjects/orders/words/schedule.ts";
import type { DayWindow } from "#kit/civil-date.ts";
import { milestonesOf } from "#subjects/offers/rules/milestones.ts";
import { readOrderedFragment, scheduleAgreed } from "#subjects/offers/rules/ordered-fragment.ts";

import { OrderedDates } from "./ordered-dates.tsx";

type Props = {
  promotion?: DayWindow | undefined;
  brand: string;
  origin: string;
  /** Side by side where there is room. */
  isWide?: boolean;
};

/**
 * What is paid and what happens when, of the order that the fragment of the address names; nothing without one. Where
 * prices changed since, its amounts are where they are kept: in the mail about the payment and in the customer's space.
 */
export function OrderedSchedule({ promotion, brand, origin, isWide = false }: Props) {
  const fragment = useSyncExternalStore(
    onFragment,
    () => location.hash,
    () => "",
  );
  const ordered = readOrderedFragment(fragment);
  if (!ordered) return null;
  const schedule = scheduleAgreed(ordered, promotion);
  return (
    <Stack gap={32} {...(isWide && { lg: { columns: 2, columnGap: 64 } })}>
      {schedule ? (
        <PaymentSchedule {...describeSchedule(schedule, ordered.day)} titleAs="h2" />
      ) : (
        <p>{scheduleCopy.keptElsewhere}</p>
      )}
      <OrderedDates
        ordered={ordered}
        milestones={milestonesOf(ordered, schedule?.lines ?? [])}
        brand={brand}
        origin={origin}
      />
    </Stack>
  );
}

function onFragment(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
