import type { Statistics } from "#subjects/statistics/contract/figures.ts";
import { type FunnelOrigin, funnelOrigins } from "#domain/kernel/lead.ts";
import { type Cents, cents } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import { readCivilDate } from "#kit/civil-date.ts";
import { offerValue } from "#subjects/orders/rules/offer-value.ts";
import { startOf, type StatisticsView, stepsOf } from "#subjects/statistics/rules/statistics-period.ts";

export type Totals = {
  leads: number;
  contacted: number;
  withinDay: number;
  /** Of those that were called; null when none was. */
  firstCallSeconds: number | null;
  /** Who paid, whatever the status says since. */
  clients: number;
  /** Clients of all leads, 0 to 1; null without leads. */
  conversion: number | null;
  value: Cents;
};

export function totalsOf({ days, volumes }: Statistics, prices: Prices): Totals {
  const sum = (read: (day: Statistics["days"][number]) => number) => days.reduce((total, day) => total + read(day), 0);
  const [leads, contacted, clients] = [sum((day) => day.leads), sum((day) => day.contacted), sum((day) => day.paid)];
  return {
    leads,
    contacted,
    withinDay: sum((day) => day.within_day),
    firstCallSeconds: contacted > 0 ? Math.round(sum((day) => day.contact_seconds) / contacted) : null,
    clients,
    conversion: leads > 0 ? clients / leads : null,
    value: cents(
      volumes.reduce((total, { funnel, volume, paid: sold }) => total + worth({ funnel, volume, sold, prices }), 0),
    ),
  };
}

/** A place at the conference and one on its waiting list are told apart. */
export type OfferFigures = {
  funnel: FunnelOrigin;
  isWaitingList: boolean;
  leads: number;
  clients: number;
  value: Cents;
};

/** Figures of the offers, and waiting lists, that were asked for at least once. */
export function offersOf({ volumes }: Statistics, prices: Prices): OfferFigures[] {
  const kinds = funnelOrigins.flatMap((funnel) => [false, true].map((isWaitingList) => ({ funnel, isWaitingList })));
  return kinds.flatMap(({ funnel, isWaitingList }) => {
    const own = volumes.filter((each) => each.funnel === funnel && (each.volume === "waitlist") === isWaitingList);
    if (own.length === 0) return [];
    const sum = (read: (each: (typeof own)[number]) => number) => own.reduce((total, each) => total + read(each), 0);
    const value = cents(sum(({ volume, paid }) => worth({ funnel, volume, sold: paid, prices })));
    return [{ funnel, isWaitingList, leads: sum(({ leads }) => leads), clients: sum(({ paid }) => paid), value }];
  });
}

type Sold = { funnel: FunnelOrigin; volume: string; sold: number; prices: Prices };

function worth({ funnel, volume, sold, prices }: Sold): number {
  return offerValue(funnel, volume, prices) * sold;
}

/** What each step of the view adds up to. */
export function seriesOf(view: StatisticsView, counted: { day: string; count: number }[]): number[] {
  const sums = new Map<string, number>();
  for (const { day, count } of counted) {
    const known = readCivilDate(day);
    if (known === undefined) continue;
    const start = startOf(known, view.step);
    sums.set(start, (sums.get(start) ?? 0) + count);
  }
  return stepsOf(view).map((start) => sums.get(start) ?? 0);
}

export type StepFigures = { step: number; seen: number; done: number };

/** All five steps of a funnel, also those without visitors. */
export function stepsOfFunnel({ steps }: Statistics, funnel: FunnelOrigin): StepFigures[] {
  const count = (step: number, event: string) =>
    steps.find((each) => each.funnel === funnel && each.step === step && each.event === event)?.count ?? 0;
  return [1, 2, 3, 4, 5].map((step) => ({ step, seen: count(step, "seen"), done: count(step, "done") }));
}
