import { describe, expect, test } from "vitest";

import { euros } from "#domain/kernel/money.ts";
import { civilDate } from "#kit/civil-date.ts";

import { checkPayment, type Order, ordersPaidBy, type ReceivedAmount, salesOf, scheduleToKeep } from "./payment-due.ts";

const order = (form: Order["form"], asked: Order["asked"] = null): Order => ({ form, asked });
/** Nothing changed since the order. */
const terms = { day: civilDate("2025-10-15"), offers: {} };
const amountsOf = (each: Order) => salesOf(each, terms).map(({ amounts }) => amounts.map((amount) => amount / 100));

function paying(amount: number | null, others: Partial<ReceivedAmount> = {}): ReceivedAmount {
  return { amount, currency: "eur", link: { offer: null, volume: null }, ...others };
}

describe("What is due with an order, tax included", () => {
  test.each<[Order, number[][]]>([
    [order("secretariat", 5), [[0, 116.4]]],
    [order("secretariat", 500), [[0, 4796.4]]],
    [order("secretariat", 1000), [[0, 9596.4]]],
    [order("secretariat"), [[0, 116.4]]],
    [order("secretariat", 0), [[0, 116.4]]],
    [order("secretariat", 7), []],
    [order("secretariat", "five"), []],
    [order("suiviclient", 50), [[420]]],
    [order("suiviclient", 500), [[1548]]],
    [order("suiviclient"), [[420]]],
    [order("suiviclient", 60), []],
    [order("suiviclient", "formation 50"), [[0, 420]]],
    [order("suiviclient", "formation 60"), []],
    [order("suiviclient", "formation"), []],
    [order("marketing", 1000), [[360]]],
    [order("marketing", 20_000), [[7200]]],
    [order("marketing", 3000), []],
    [order("marketing", "0-500"), [[360]]],
    [order("marketing", "500-1000"), [[360]]],
    [order("marketing", "1000-5000"), [[360], [720], [1800]]],
    [order("marketing", "5000-20000"), [[1800], [3600], [7200]]],
    [order("marketing", "20000+"), [[7200]]],
    [order("marketing", "constructor"), []],
    [order("marketing"), []],
    [order("closing", "1"), [[300]]],
    [order("closing", "1000"), [[300]]],
    [order("closing", "1001"), [[600]]],
    [order("closing", "environ 2 000"), [[600]]],
    [order("closing", "2.500 prospects"), [[900]]],
    [order("closing", "12\u202f000 contacts"), [[3600]]],
    [order("closing", "0"), []],
    [order("closing", "-5"), []],
    [order("closing", "1e3"), []],
    [order("closing", "2.5 millions"), []],
    [order("closing", "entre 500 et 5 000"), []],
    [order("closing", "9999999999"), []],
    [order("closing", "beaucoup"), []],
    [order("closing"), []],
    [order("conferences"), [[228]]],
    [order("conferences", "waitlist"), []],
    [order("general"), []],
  ])("%j: %j", (each, amounts) => {
    expect(amountsOf(each)).toEqual(amounts);
  });
});

describe("A payment is right", () => {
  test.each<[string, ReceivedAmount, Order]>([
    ["at the start of the trial", paying(0), order("secretariat", 500)],
    ["for the month, to the cent", paying(4796_40), order("secretariat", 500)],
    ["whatever the case of its currency", paying(228_00, { currency: "EUR" }), order("conferences")],
    ["for a volume within the range", paying(360_00), order("marketing", "1000-5000")],
    [
      "by the link of its volume",
      paying(0, { link: { offer: "secretariat", volume: "500" } }),
      order("secretariat", 500),
    ],
    ...["50", null].map((volume): [string, ReceivedAmount, Order] => [
      "for the free days of a training body, by the page of training bodies",
      paying(0, { link: { offer: "formation", volume } }),
      order("suiviclient", "formation 50"),
    ]),
    [
      "for the first month of a training body, by the usual page",
      paying(420_00, { link: { offer: "suiviclient", volume: "50" } }),
      order("suiviclient", "formation 50"),
    ],
    ["by the link of its offer", paying(300_00, { link: { offer: "closing", volume: null } }), order("closing", "800")],
  ])("%s", (_, payment, each) => {
    expect(checkPayment(payment, each, terms)).toEqual({ ok: true, value: undefined });
  });

  test.each<[string, ReceivedAmount, Order, string]>([
    ["one cent of a dollar", paying(1, { currency: "usd" }), order("secretariat", 500), "other_currency"],
    ["the figure in another currency", paying(228_00, { currency: "usd" }), order("conferences"), "other_currency"],
    ["yens, which have no cents", paying(22_800, { currency: "jpy" }), order("conferences"), "other_currency"],
    ["no currency", paying(228_00, { currency: null }), order("conferences"), "other_currency"],
    ["no amount", paying(null), order("secretariat", 5), "no_amount"],
    ["one cent less", paying(227_99), order("conferences"), "other_amount"],
    ["one cent more", paying(228_01), order("conferences"), "other_amount"],
    ["the price without tax", paying(190_00), order("conferences"), "other_amount"],
    ["a negative amount", paying(-228_00), order("conferences"), "other_amount"],
    ["a huge amount", paying(Number.MAX_SAFE_INTEGER), order("conferences"), "other_amount"],
    ["the price of the cheapest volume", paying(116_40), order("secretariat", 500), "other_amount"],
    [
      "nothing, by the word of who says to be a training body",
      paying(0),
      order("suiviclient", "formation 500"),
      "not_for_training",
    ],
    [
      "nothing, by the usual page of the follow-up",
      paying(0, { link: { offer: "suiviclient", volume: "500" } }),
      order("suiviclient", "formation 500"),
      "not_for_training",
    ],
    [
      "nothing, by the page of training bodies for a smaller volume",
      paying(0, { link: { offer: "formation", volume: "50" } }),
      order("suiviclient", "formation 500"),
      "other_link",
    ],
    [
      "anything, by the page of training bodies without being one",
      paying(420_00, { link: { offer: "formation", volume: null } }),
      order("suiviclient", 50),
      "other_link",
    ],
    ["nothing, where nothing is free", paying(0), order("suiviclient", 50), "nothing_paid"],
    ["the price of a smaller volume of the same range", paying(360_00), order("marketing", 5000), "other_amount"],
    [
      "the link of a cheaper volume",
      paying(0, { link: { offer: "secretariat", volume: "5" } }),
      order("secretariat", 500),
      "other_link",
    ],
    [
      "the link of another offer",
      paying(300_00, { link: { offer: "conferences", volume: null } }),
      order("closing", "800"),
      "other_link",
    ],
    [
      "another volume of the range",
      paying(1800_00, { link: { offer: "marketing", volume: "1000" } }),
      order("marketing", "1000-5000"),
      "other_amount",
    ],
    ["anything, when the price is not known", paying(300_00), order("closing", "beaucoup"), "unknown_price"],
    ["anything, for a place on the waiting list", paying(228_00), order("conferences", "waitlist"), "unknown_price"],
  ])("never: %s", (_, payment, each, problem) => {
    expect(checkPayment(payment, each, terms)).toEqual({ ok: false, problem });
  });
});

describe("Before its answers are known, a payment is right for", () => {
  test("each order of its price, and no other", () => {
    expect(ordersPaidBy(paying(euros(420)), terms)).toEqual([
      order("suiviclient", null),
      order("suiviclient", 0),
      order("suiviclient", 50),
      order("suiviclient", "formation 50"),
    ]);
    expect(ordersPaidBy(paying(0, { link: { offer: "secretariat", volume: "500" } }), terms)).toEqual([
      order("secretariat", 500),
    ]);
    expect(ordersPaidBy(paying(360_00), terms).map(({ asked }) => asked)).toEqual([
      1000,
      "0-500",
      "500-1000",
      "1000-5000",
    ]);
  });

  test("of nothing, the free days of training bodies by their page alone", () => {
    expect(ordersPaidBy(paying(0), terms).filter(({ form }) => form !== "secretariat")).toEqual([]);
    expect(ordersPaidBy(paying(0, { link: { offer: "formation", volume: "50" } }), terms)).toEqual([
      order("suiviclient", "formation 50"),
    ]);
  });

  test("nothing, when no link sells at that price", () => {
    expect(ordersPaidBy(paying(1), terms)).toEqual([]);
    expect(ordersPaidBy(paying(0, { currency: "usd" }), terms)).toEqual([]);
  });
});

describe("Where the price changed between the order and its payment", () => {
  const dearer = { from: civilDate("2025-12-01"), of: "secretariat", volume: 50, price: 617_00 } as const;
  const later = { day: civilDate("2025-12-02"), offers: { prices: [dearer] } };
  const made = (madeOn: string): Order => ({ ...order("secretariat", 50), madeOn: civilDate(madeOn) });

  test("the price of the order is right, and so is that of the day of the payment", () => {
    expect(checkPayment(paying(716_40), made("2025-11-30"), later).ok).toBe(true);
    expect(checkPayment(paying(740_40), made("2025-11-30"), later).ok).toBe(true);
    expect(checkPayment(paying(700_00), made("2025-11-30"), later)).toEqual({ ok: false, problem: "other_amount" });
  });

  test("an order of after the change is not paid at the price of before", () => {
    expect(checkPayment(paying(716_40), made("2025-12-01"), later)).toEqual({ ok: false, problem: "other_amount" });
    expect(checkPayment(paying(716_40), order("secretariat", 50), later).ok).toBe(false);
  });

  test("what was paid is what is agreed, from the day of the payment on", () => {
    const kept = (amount: number) => scheduleToKeep(paying(amount), made("2025-11-30"), later)?.lines.at(-1);
    expect(kept(716_40)).toMatchObject({ date: "2025-12-17", amount: { excludingTax: 597_00 } });
    expect(kept(740_40)).toMatchObject({ date: "2025-12-17", amount: { excludingTax: 617_00 } });
    expect(kept(1)).toMatchObject({ amount: { excludingTax: 597_00 } });
  });
});
