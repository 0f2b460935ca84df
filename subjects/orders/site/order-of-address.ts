// What needs the rules of an order: one that only the address names, as in a link of a mail, and its dates as a file.

import { formatEuros } from "#app/ui/format.ts";
import { saveFile } from "#app/ui/save-file.ts";
import { calendarFile } from "#domain/kernel/calendar-file.ts";
import { milestonesOf } from "#subjects/offers/rules/milestones.ts";
import { type DatedOffers, readOrderedFragment, scheduleAgreed } from "#subjects/offers/rules/ordered-fragment.ts";
import type { ToldOrder } from "#subjects/orders/calls/last-order.ts";
import { calendarEventsOf, orderDatesCopy } from "#subjects/orders/words/order-dates.ts";

import { tellOrder } from "./told-order.ts";

export type TicketSite = DatedOffers & { brand: string };

export function tellAddress(fragment: string, site: TicketSite): ToldOrder | undefined {
  const ordered = readOrderedFragment(fragment);
  return ordered && tellOrder(ordered, scheduleAgreed(ordered, site));
}

export function saveDates(fragment: string, site: TicketSite): void {
  const ordered = readOrderedFragment(fragment);
  if (!ordered) return;
  const { brand } = site;
  const milestones = milestonesOf(ordered, scheduleAgreed(ordered, site)?.lines ?? []);
  const { origin, host } = location;
  const events = calendarEventsOf(milestones, { ordered, brand, origin, say: formatEuros });
  const file = calendarFile(events, { name: brand, host, at: new Date() });
  saveFile(orderDatesCopy.fileName, new Blob([file], { type: "text/calendar;charset=utf-8" }));
}
