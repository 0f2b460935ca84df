import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { summaryCopy } from "#subjects/funnel/words/funnel.ts";
import { describeSchedule } from "#subjects/orders/words/schedule.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { paymentLinkOf } from "#subjects/offers/rules/payment-link.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { type ScheduleTerms, scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";

type Site = Pick<FunnelSite, "payments" | "today" | "promotion" | "prices">;

/** Of an order made today. */
export function orderTerms(site: Site): ScheduleTerms {
  return { day: site.today, promotion: site.promotion, prices: pricesOn(site, site.today) };
}

/** Whether it can be paid online: what can not is ordered with the team, and nothing is said of its payment. */
export function isSoldOnline(purchase: Purchase, { payments }: Pick<Site, "payments">): boolean {
  return paymentLinkOf(payments, purchase) !== undefined;
}

/** How a subscription goes on and ends. */
export function Renewal({ purchase, site }: Props) {
  return isSoldOnline(purchase, site) ? <p>{summaryCopy.renewal}</p> : null;
}

type Props = { purchase: Purchase; site: Site };

/** What is paid when, for an order made today; nothing of a volume that cannot be paid yet. */
export function OrderSchedule({ purchase, site }: Props) {
  if (!isSoldOnline(purchase, site)) return null;
  const schedule = scheduleOf(purchase, orderTerms(site));
  if (!schedule) return null;
  return <PaymentSchedule {...describeSchedule(schedule, site.today)} titleAs="h2" paddingInline="inset" />;
}
