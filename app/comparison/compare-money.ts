import type { MoneyDisagreement, PageRequest } from "#domain/contracts/page-renderer.ts";
import { priceOf } from "#domain/offers/schedule.ts";
import { formatEuros } from "#app/ui/format.ts";

import { type ComparedOrder, ordersOn } from "./orders.ts";
import { textIn } from "./read-surface.ts";
import { dueOf, type Shown, type Surface, surfaces as everySurface } from "./surfaces.tsx";
import { wordRules } from "./word-rules.ts";

type Options = {
  renderPage: (path: string, request: PageRequest) => string;
  /** Other surfaces than those of the product, by their names. */
  surfaces?: Readonly<Record<string, Surface>>;
};

/**
 * Where surfaces disagree on what an order costs, when it is paid and how it is said, for every volume that is sold.
 *
 * @param request settings in force or drafted, on any day
 */
export function compareMoney(
  request: PageRequest,
  { renderPage, surfaces = everySurface }: Options,
): MoneyDisagreement[] {
  const drawn = new Map<string, string>();
  const page = (path: string) => {
    const html = drawn.get(path) ?? renderPage(path, request);
    drawn.set(path, html);
    return html;
  };
  return ordersOn(request.today, request.site).flatMap((order) =>
    Object.entries(surfaces).flatMap(([surface, show]) => {
      const shown = show(order, request, page);
      return shown ? disagreementsOf(order, surface, shown) : [];
    }),
  );
}

function disagreementsOf(order: ComparedOrder, surface: string, shown: Shown): MoneyDisagreement[] {
  const { purchase } = order;
  const found = [...numbersOf(order, surface, shown), ...wordsOf(order, surface, shown.text)];
  return found.map((each) => ({ surface, ...purchase, ...each }));
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
  const price = formatEuros(priceOf(order.purchase) ?? 0);
  if (surface === "page" && !isTyped(order) && !text.includes(textIn(price))) {
    found.push({ rule: "the page says the price", expected: price, found: "" });
  }
  return found;
}

/** Of outbound calls the page says the thousand, and the form the number that is typed. */
function isTyped({ purchase: { offer, volume } }: ComparedOrder): boolean {
  return offer === "closing" && volume !== 1000;
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
