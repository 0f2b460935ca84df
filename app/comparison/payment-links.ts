import { demoPaymentPath } from "#domain/site/demo-page.ts";
import type { PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import { purchaseAtLink } from "#subjects/orders/rules/linked-purchase.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";
import { isSoldOffer, type SoldOffer } from "#domain/kernel/lead.ts";

import { type ComparedOrder, isTyped, ordersOn } from "./orders.ts";

type Sold = { offer: SoldOffer; volume: string | undefined };

/** What a link to the demonstration's payment page sells, by its own address; undefined of any other link. */
export function soldAtDemo(link: string): Sold | undefined {
  const { pathname } = new URL(link);
  if (!pathname.startsWith(`${demoPaymentPath}/`)) return undefined;
  const [offer, volume] = pathname.slice(demoPaymentPath.length + 1).split("/");
  return isSoldOffer(offer) ? { offer, volume } : undefined;
}

/** The schedule that page asks of the customer. */
export function planAt(
  { offer, volume }: Sold,
  { purchase, today, promotion, prices }: Opened,
): PaymentSchedule | undefined {
  const sold = purchaseAtLink({ offer, volume: volume === undefined ? undefined : Number(volume) }, purchase);
  return sold && scheduleOf(sold, { day: today, promotion, prices });
}

type Opened = Pick<ComparedOrder, "purchase" | "today" | "promotion" | "prices">;

/**
 * What the configuration states of a link to another provider: its page asks one price, that of the first order which
 * the link is set for. Calls are sold there by the thousand, in the number that the payer enters: nothing is stated.
 */
export function statedOf({ link, purchase, today }: ComparedOrder, site: SiteOnDay): PaymentSchedule | undefined {
  if (link === undefined || soldAtDemo(link) || isTyped(purchase)) return undefined;
  return ordersOn(today, site).find((order) => order.link === link)?.plan;
}
