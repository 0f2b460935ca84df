import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";
import type { MoneyDisagreement } from "#domain/site/page-renderer.ts";
import { priceOf } from "#subjects/offers/rules/schedule.ts";
import { formatEuros } from "#app/ui/format.ts";

import { type ComparedOrder, isTyped } from "./orders.ts";
import { textIn } from "./read-surface.ts";
import type { Reading } from "./readings.ts";
import { dueOf, type Shown } from "./surfaces.tsx";
import { wordRules } from "./word-rules.ts";

/** What a surface says otherwise than what is agreed of the order. */
export function disagreementsOf({ order, surface, shown }: Reading): MoneyDisagreement[] {
  const found = [...numbersOf(order, surface, shown), ...wordsOf(order, surface, shown.text)];
  return found.map((each) => ({ surface, ...order.purchase, ...each }));
}

type Found = Pick<MoneyDisagreement, "rule" | "expected" | "found">;

function numbersOf(order: ComparedOrder, surface: string, { text, due, dueToday }: Shown): Found[] {
  const agreed = dueOf(order.plan);
  const expected = order.isSold ? agreed : [];
  const found: Found[] = [];
  if (due && JSON.stringify(due) !== JSON.stringify(expected)) {
    found.push({ rule: "what is paid when", expected: inWords(expected), found: inWords(due) });
  }
  if (dueToday !== undefined && dueToday !== agreed[0].cents) {
    found.push({
      rule: "what is paid with the order",
      expected: formatEuros(agreed[0].cents),
      found: formatEuros(dueToday),
    });
  }
  if (surface === "page" && !isOtherNumber(order)) found.push(...unsaidPrices(order, text));
  if (surface === "contract" && !isOtherNumber(order)) {
    found.push(...unsaid("the contract says the price", [priceOf(order.purchase, order.prices) ?? 0], text));
  }
  return found;
}

/** Of what is paid once, with its tax too: there is no slider that says it. */
function unsaidPrices({ purchase, plan, prices: ofDay }: ComparedOrder, text: string): Found[] {
  const [{ kind, amount }] = plan.lines;
  const inAll = kind === "order" ? [amount.includingTax] : [];
  return unsaid("the page says the price", [priceOf(purchase, ofDay) ?? 0, ...inAll], text);
}

function unsaid(rule: string, prices: readonly number[], text: string): Found[] {
  return prices
    .map(formatEuros)
    .filter((price) => !text.includes(textIn(price)))
    .map((expected) => ({ rule, expected, found: "" }));
}

/** Of outbound calls the page says the thousand, and the form the number that is typed. */
function isOtherNumber({ purchase }: ComparedOrder): boolean {
  return isTyped(purchase) && purchase.volume !== closingOffer.calls;
}

function wordsOf(order: ComparedOrder, surface: string, text: string): Found[] {
  const context = { surface, text, order };
  return wordRules
    .filter(({ appliesTo, holds }) => appliesTo(context) && !holds(context))
    .map(({ name }) => ({ rule: name, expected: "", found: text.slice(0, 300) }));
}

function inWords(due: readonly { date: string; cents: number }[]): string {
  return due.map(({ date, cents }) => `${date}: ${formatEuros(cents)}`).join(", ");
}
