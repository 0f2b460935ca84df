import { firstPrices } from "#subjects/offers/rules/prices.ts";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";

import { createCustomerAccount } from "#subjects/account/calls/customer-account.ts";
import { OrderCard } from "#subjects/account/site/order-card.tsx";
import { PaymentPage } from "#app/demo/payment-page.tsx";
import { SummaryPrice as FollowUpSummary } from "#subjects/funnel/site/offers/follow-up/summary-price.tsx";
import { SummaryPrice as MarketingSummary } from "#subjects/funnel/site/offers/marketing/summary-price.tsx";
import { SummaryPrice as SecretariatSummary } from "#subjects/funnel/site/offers/secretariat/summary-price.tsx";
import { VolumeOrder } from "#app/islands/volume-order.tsx";
import { leadReceivedMail, paymentReceivedMail } from "#content/lead-mails.ts";
import type { MailText } from "#content/shared/mail-text.ts";
import { freshState } from "#subjects/funnel/rules/answers.ts";
import { type CivilDate, civilDate, isWithin } from "#kit/civil-date.ts";
import { readCustomerOrders } from "#subjects/orders/rules/customer-order.ts";
import { traineesAsked } from "#subjects/offers/rules/follow-up/training.ts";
import { followUpTiers } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { marketingVolumes } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { orderedFragmentOf, readOrderedFragment, scheduleAgreed } from "#subjects/offers/rules/ordered-fragment.ts";
import { priceOf, scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import { secretariatTiers } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";
import { demoPaymentLinks } from "#server/settings/demo-payment-links.ts";
import { siteOfAccount } from "#tests/support/account-site.ts";
import { siteOfFunnel } from "#tests/support/funnel.ts";
import { mailSiteForTests } from "#tests/support/site.ts";

/*
 * Every offer, volume and kind of day on every surface that says what is paid when. Days are typed, never computed; the
 * prices of the volumes are held to the specification by `golden-prices.test.tsx`.
 */

const demoLinks = demoPaymentLinks("https://pay.example");
/** The one volume that the demonstration does not sell has a schedule too, once it is sold. */
const links = { ...demoLinks, secretariat: { ...demoLinks.secretariat, "1000": "https://pay.example/1000" } };
const promotion = { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") };

type Days = { day: string; in15: string; in30: string; nextMonth: string; inTwoMonths: string };

/** Before, on the ends of, and after the promotion; ends of months; both changes of the clock; the end of a year. */
const days: Days[] = [
  { day: "2025-08-31", in15: "2025-09-15", in30: "2025-09-30", nextMonth: "2025-09-30", inTwoMonths: "2025-10-31" },
  { day: "2025-09-01", in15: "2025-09-16", in30: "2025-10-01", nextMonth: "2025-10-01", inTwoMonths: "2025-11-01" },
  { day: "2025-10-15", in15: "2025-10-30", in30: "2025-11-14", nextMonth: "2025-11-15", inTwoMonths: "2025-12-15" },
  { day: "2025-10-26", in15: "2025-11-10", in30: "2025-11-25", nextMonth: "2025-11-26", inTwoMonths: "2025-12-26" },
  { day: "2025-10-30", in15: "2025-11-14", in30: "2025-11-29", nextMonth: "2025-11-30", inTwoMonths: "2025-12-30" },
  { day: "2025-10-31", in15: "2025-11-15", in30: "2025-11-30", nextMonth: "2025-11-30", inTwoMonths: "2025-12-31" },
  { day: "2025-12-31", in15: "2026-01-15", in30: "2026-01-30", nextMonth: "2026-01-31", inTwoMonths: "2026-02-28" },
  { day: "2026-01-31", in15: "2026-02-15", in30: "2026-03-02", nextMonth: "2026-02-28", inTwoMonths: "2026-03-31" },
  { day: "2026-03-20", in15: "2026-04-04", in30: "2026-04-19", nextMonth: "2026-04-20", inTwoMonths: "2026-05-20" },
];

/** [day, cents with tax] of each line. */
type Lines = [day: string, cents: number][];

function expected({ offer, volume, isTraining }: Purchase, { day, in15, in30, nextMonth, inTwoMonths }: Days): Lines {
  const price = Math.round(priceOf({ offer, volume }, firstPrices)! * 1.2);
  if (offer === "secretariat") {
    const isPromoted = day >= "2025-09-01" && day <= "2025-10-30";
    return isPromoted
      ? [
          [day, 0],
          [nextMonth, 116_40],
          [inTwoMonths, price],
        ]
      : [
          [day, 0],
          [in15, price],
        ];
  }
  if (isTraining)
    return [
      [day, 0],
      [in30, price],
    ];
  const isSubscription = offer === "suiviclient" || offer === "marketing";
  return isSubscription
    ? [
        [day, price],
        [nextMonth, price],
      ]
    : [[day, price]];
}

const plain = (text: string) => text.replaceAll("&#x27;", "'").replaceAll(/\s/g, " ");

/** The amount with tax of a text; where nothing is due there is one amount only. */
function centsIn(text: string): number {
  const amounts = [...plain(text).matchAll(/(\d[\d ]*(?:,\d\d)?) €( TTC)?/g)];
  const [, euros = "NaN"] = amounts.find(([, , tax]) => tax !== undefined) ?? amounts[0] ?? [];
  return Math.round(Number(euros.replaceAll(" ", "").replace(",", ".")) * 100);
}

function linesOn(element: ReactElement): Lines {
  const [, list = ""] = /<ol[^>]*data-schedule[^>]*>(.*?)<\/ol>/s.exec(renderToStaticMarkup(element)) ?? [];
  return list
    .split("</li>")
    .slice(0, -1)
    .map((line) => [
      /datetime="([^"]*)"/i.exec(line)?.[1] ?? "",
      centsIn(line.slice(line.indexOf("right-aligned")).replaceAll(/<[^>]*>/g, " ")),
    ]);
}

function linesOfMail({ schedule }: MailText): Lines {
  return (schedule?.lines ?? []).map(({ date, amount }) => [date, centsIn(amount)]);
}

const summaries = { secretariat: SecretariatSummary, suiviclient: FollowUpSummary, marketing: MarketingSummary };
type GoldenOffer = keyof typeof summaries;

const purchases: (Purchase & { offer: GoldenOffer })[] = [
  ...secretariatTiers(firstPrices).map(({ callsPerDay: volume }) => ({ offer: "secretariat" as const, volume })),
  ...followUpTiers(firstPrices).map(({ activeClientsPerMonth: volume }) => ({ offer: "suiviclient" as const, volume })),
  ...followUpTiers(firstPrices).map(({ activeClientsPerMonth: volume }) => ({
    offer: "suiviclient" as const,
    volume,
    isTraining: true,
  })),
  ...marketingVolumes.map((volume) => ({ offer: "marketing" as const, volume })),
];

/** What was answered for a purchase, under the names of the columns. */
function columnsOf({ offer, volume, isTraining }: Purchase) {
  if (offer === "secretariat") return { calls_per_month: volume, welcome_message: "Bonjour." };
  if (offer === "marketing") return { contacts_per_month: volume, prospects_per_month: "1000-5000" };
  return { active_clients_per_month: volume, ...(isTraining && { audience: "formation" }) };
}

function stateOf({ offer, volume, isTraining }: Purchase & { offer: GoldenOffer }) {
  const fresh = freshState(offer, { now: new Date("2025-10-15T10:00:00Z"), newKey: "" });
  if (offer === "secretariat") return { ...fresh, callsPerMonth: volume };
  if (offer === "suiviclient") {
    return { ...fresh, activeClientsPerMonth: volume, audience: isTraining ? ("formation" as const) : ("" as const) };
  }
  const prospectsPerMonth = volume < 5000 ? "1000-5000" : volume < 20_000 ? "5000-20000" : "20000+";
  return { ...fresh, contactsPerMonth: volume, prospectsPerMonth } as const;
}

function surfaces(purchase: Purchase & { offer: GoldenOffer }, today: CivilDate): Record<string, Lines> {
  const { offer, volume, isTraining } = purchase;
  const window = isWithin(promotion, today) ? { promotion } : {};
  const Summary = summaries[offer];
  const funnelSite = { ...siteOfFunnel, payments: links, ...(offer === "secretariat" && window), today };
  const mailSite = { ...mailSiteForTests, payments: links, today };
  const asked = isTraining ? traineesAsked(volume) : volume;
  const lead = {
    id: "lead-1",
    funnel_origin: offer,
    lead_status: "to_contact",
    payment_status: false,
    ...columnsOf(purchase),
  };
  const account = { ...siteOfAccount, payments: links, promotion };
  const orders = [
    { read: readCustomerOrders({}, [lead])[0]!, day: today },
    // Paid that day, and read long after.
    {
      read: readCustomerOrders({}, [{ ...lead, payment_status: true, paid_on: today }])[0]!,
      day: civilDate("2026-11-23"),
    },
  ];
  const acts = { account: createCustomerAccount(account.api), onChanged: nothing, onSignedOut: () => undefined };
  const [unpaid, paid] = orders.map(({ read, day }) =>
    linesOn(<OrderCard {...acts} order={read} email="a@b.example" site={{ ...account, today: day }} />),
  );
  const plan = scheduleOf(purchase, { day: today, promotion, prices: firstPrices });
  const carried = readOrderedFragment(orderedFragmentOf(purchase, plan!))!;
  return {
    board: linesOn(
      <VolumeOrder
        board={{ funnel: "/inscription", today, notSold: [], security: { href: "", label: "" }, ...window }}
        purchase={purchase}
        copy={{ choose: "", talk: { sentence: "", button: "" } }}
      />,
    ),
    stepFive: linesOn(<Summary state={stateOf(purchase)} site={funnelSite} />),
    paymentPage: linesOn(
      <PaymentPage
        {...{ offer, plan }}
        volume={String(volume)}
        isTraining={isTraining === true}
        email=""
        reference=""
        payer={noPayer}
      />,
    ),
    firstMail: linesOfMail(leadReceivedMail({ offer, asked }, "Zeta", mailSite)),
    paymentMail: linesOfMail(
      paymentReceivedMail({ offer, asked, paidOn: today }, "Zeta", { ...mailSite, today: civilDate("2026-11-23") }),
    ),
    afterPaying: scheduleAgreed(carried, { promotion })!.lines.map(({ date, amount }) => [date, amount.includingTax]),
    dashboard: unpaid!,
    dashboardPaid: paid!,
  };
}

const noPayer = { name: "", line1: "", postalCode: "", city: "", vatNumber: "" };

describe.each(days)("On $day", (day) => {
  test.each(purchases)("$offer $volume (training: $isTraining) is due alike on every surface", (purchase) => {
    const lines = expected(purchase, day);
    for (const [surface, shown] of Object.entries(surfaces(purchase, civilDate(day.day)))) {
      expect([surface, shown]).toEqual([surface, lines]);
    }
  });

  test.each<Purchase>([
    { offer: "closing", volume: 1000 },
    { offer: "closing", volume: 4000 },
    { offer: "conferences", volume: 1 },
  ])("$offer $volume is due at once, on the payment page and in the mail", (purchase) => {
    const { offer, volume } = purchase;
    const plan = scheduleOf(purchase, { day: civilDate(day.day), promotion, prices: firstPrices });
    const lines = expected(purchase, day);
    expect(
      linesOn(
        <PaymentPage
          {...{ offer, plan }}
          volume={undefined}
          isTraining={false}
          email=""
          reference=""
          payer={noPayer}
        />,
      ),
    ).toEqual(lines);
    const paid = { offer, amountCents: lines[0]![1], currency: "eur", paidOn: day.day };
    expect([volume, linesOfMail(paymentReceivedMail(paid, "Zeta", mailSiteForTests))]).toEqual([volume, lines]);
  });
});

test("A volume that is not sold online has a schedule neither in the first mail nor in the space", () => {
  const today = civilDate("2025-10-15");
  const shown = (payments: typeof demoLinks) => {
    const lead = { id: "lead-1", funnel_origin: "secretariat", calls_per_month: 1000, welcome_message: "Bonjour." };
    const site = { ...siteOfAccount, payments, promotion, today };
    const acts = { account: createCustomerAccount(site.api), onChanged: nothing, onSignedOut: () => undefined };
    const [order] = readCustomerOrders({}, [lead]);
    return [
      linesOfMail(
        leadReceivedMail({ offer: "secretariat", asked: 1000 }, "Zeta", { ...mailSiteForTests, payments, today }),
      ),
      linesOn(<OrderCard {...acts} order={order!} email="a@b.example" site={site} />),
    ].map((lines) => lines.length);
  };
  expect(shown(links)).toEqual([3, 3]);
  expect(shown(demoLinks)).toEqual([0, 0]);
});

test("What was paid under other prices and another window keeps what was agreed", () => {
  const day = civilDate("2025-06-10");
  const columns = { id: "lead-1", funnel_origin: "secretariat", calls_per_month: 50, welcome_message: "Bonjour." };
  const line = (date: string, kind: string, euros: number) => ({
    date,
    kind,
    amount: { excludingTax: euros * 100, includingTax: euros * 120 },
  });
  const schedule = {
    purchase: { offer: "secretariat", volume: 50 },
    lines: [line(day, "freeMonth", 0), line("2025-07-10", "secondMonth", 47), line("2025-08-10", "eachMonth", 111)],
    setUp: { kind: "offered", insteadOf: 9_900 },
  };
  const agreed: Lines = [
    [day, 0],
    ["2025-07-10", 56_40],
    ["2025-08-10", 133_20],
  ];

  const lead = { ...columns, payment_status: true, paid_on: day };
  const site = { ...siteOfAccount, promotion, today: day };
  const acts = { account: createCustomerAccount(site.api), onChanged: nothing, onSignedOut: () => undefined };
  const spaceOf = (kept: unknown, answers = lead) => {
    const [order] = readCustomerOrders({}, [answers], [{ lead_id: "lead-1", schedule: kept }]);
    return linesOn(<OrderCard {...acts} order={order!} email="a@b.example" site={site} />);
  };
  const paid = { offer: "secretariat", asked: 50, paidOn: day } as const;
  const mail = paymentReceivedMail({ ...paid, schedule }, "Zeta", mailSiteForTests);
  expect(spaceOf(schedule)).toEqual(agreed);
  expect(linesOfMail(mail)).toEqual(agreed);
  const link = mail.action!.link;
  expect(readOrderedFragment(link.slice(link.indexOf("#")))?.amounts).toEqual([0, 5640, 13320]);

  // Of another volume, by the team's hand since, nothing was agreed: its price is today's.
  const others = [{}, null, { ...schedule, lines: [] }, { ...schedule, lines: [{ ...schedule.lines[0], date: "" }] }];
  const today = spaceOf(undefined);
  expect(today).not.toEqual(agreed);
  for (const kept of others) expect(spaceOf(kept)).toEqual(today);
  expect(spaceOf(schedule, { ...lead, calls_per_month: 100 })).toEqual(
    spaceOf(undefined, { ...lead, calls_per_month: 100 }),
  );
});

async function nothing(): Promise<void> {}
