import { prospectsRanges } from "#domain/funnel/choices.ts";
import { chosenActiveClients } from "#domain/funnel/follow-up-configuration.ts";
import { volumesOfRange } from "#domain/funnel/marketing-configuration.ts";
import { chosenCallsPerDay } from "#domain/funnel/secretariat-configuration.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { type Cents, cents, includingTax } from "#domain/kernel/money.ts";
import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { closingPrice } from "#domain/offers/closing.ts";
import { conferenceOffer } from "#domain/offers/conference.ts";
import { followUpTierOf, followUpTiers } from "#domain/offers/follow-up.ts";
import { marketingPrice } from "#domain/offers/marketing.ts";
import { secretariatTierOf, secretariatTiers } from "#domain/offers/secretariat.ts";

import { callsOrdered } from "./closing-order.ts";

/** What a submission ordered: its form, and the one answer that its price depends on. */
export type Order = {
  form: FunnelOrigin;
  /**
   * Calls a day, active clients a month, a range of prospects a month, a number of prospects in words, or `waitlist` for a
   * conference whose registration is closed; null when it was not answered.
   */
  asked: string | number | null;
};

/** A way to pay for an order. */
export type Sale = {
  /** As a payment link names it; undefined where an offer has one volume. */
  volume: number | undefined;
  /** Tax included, each right by itself; the first is what is due with the order. */
  amounts: readonly [Cents, ...Cents[]];
};

export type PaymentReceived = {
  /** Tax included, in the smallest unit of the currency; null when the provider gave none. */
  amount: number | null;
  /** ISO 4217, in any case. */
  currency: string | null;
  /** What the payment link itself says that it sells, under the names of `PAYMENT_LINKS_FILE`. */
  link: { offer: string | null; volume: string | null };
};

export type PaymentProblem =
  | "no_amount"
  | "other_currency"
  /** Of an order that is made on quotation, of nothing, or of a volume that is not sold. */
  | "unknown_price"
  | "other_link"
  | "nothing_paid"
  | "other_amount";

const free = cents(0);

/**
 * What may be paid for an order: the usual way first. None when its price is not known.
 *
 * Source: resolutions, "Money due". The secretariat begins free of charge, in the promotion and outside it; its month is
 * right too, for whoever pays later, from their space. Where an answer leaves a choice of volumes, each is a sale.
 */
export function salesOf({ form, asked }: Order): Sale[] {
  switch (form) {
    case "secretariat": {
      const tier = secretariatTierOf(chosenCallsPerDay(volumeOf(asked)));
      return tier ? [{ volume: tier.callsPerDay, amounts: [free, includingTax(tier.monthlyExcludingTax)] }] : [];
    }
    case "suiviclient": {
      const tier = followUpTierOf(chosenActiveClients(volumeOf(asked)));
      return tier ? [{ volume: tier.activeClientsPerMonth, amounts: [includingTax(tier.monthlyExcludingTax)] }] : [];
    }
    case "marketing":
      return volumesOfRange(asked).map((volume) => ({ volume, amounts: [includingTax(marketingPrice(volume))] }));
    case "closing": {
      const calls = typeof asked === "string" ? callsOrdered(asked) : undefined;
      return calls === undefined ? [] : [{ volume: undefined, amounts: [includingTax(closingPrice(calls))] }];
    }
    case "conferences":
      return asked === null ? [{ volume: undefined, amounts: [includingTax(conferenceOffer.excludingTax)] }] : [];
    case "general":
      return [];
  }
}

/** Whether a payment is the right one for an order: in euros, to the cent, and by its link where the link says whose it is. */
export function checkPayment({ amount, currency, link }: PaymentReceived, order: Order): Result<void, PaymentProblem> {
  if (amount === null) return failed("no_amount");
  if (currency?.toLowerCase() !== "eur") return failed("other_currency");
  const sales = salesOf(order);
  if (sales.length === 0) return failed("unknown_price");
  const sold = sales.filter(({ volume }) => link.volume === null || link.volume === String(volume));
  if (sold.length === 0 || (link.offer !== null && link.offer !== order.form)) return failed("other_link");
  if (sold.some(({ amounts }) => amounts.some((each) => each === amount))) return ok(undefined);
  return failed(amount === 0 ? "nothing_paid" : "other_amount");
}

/**
 * Every order that a payment is right for: which one it is may be known later, when the answers arrive.
 *
 * Orders for closing are missing, since their volume is free text.
 */
export function ordersPaidBy(payment: PaymentReceived): Order[] {
  return listedOrders().filter((order) => checkPayment(payment, order).ok);
}

function listedOrders(): Order[] {
  const unanswered = [null, 0];
  return [
    ...ordersOf("secretariat", [...unanswered, ...secretariatTiers.map((tier) => tier.callsPerDay)]),
    ...ordersOf("suiviclient", [...unanswered, ...followUpTiers.map((tier) => tier.activeClientsPerMonth)]),
    ...ordersOf("marketing", prospectsRanges),
    ...ordersOf("conferences", [null]),
  ];
}

function ordersOf(form: FunnelOrigin, answers: readonly Order["asked"][]): Order[] {
  return answers.map((asked) => ({ form, asked }));
}

/** Not answered is 0, which the funnels read as their first volume. */
function volumeOf(asked: Order["asked"]): number {
  return asked === null ? 0 : Number(asked);
}
