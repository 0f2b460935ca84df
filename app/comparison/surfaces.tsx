import { renderToStaticMarkup } from "react-dom/server";

import { createCustomerAccount } from "#subjects/account/calls/customer-account.ts";
import { OrderCard } from "#subjects/account/site/order-card.tsx";
import { PaymentPage } from "#app/demo/payment-page.tsx";
import type { OfferModule } from "#subjects/funnel/site/offers/offer-module.ts";
import { funnels } from "#subjects/funnel/site/registry/funnels.ts";
import { VolumeOrder } from "#app/islands/volume-order.tsx";
import { ClosingDue } from "#subjects/orders/site/closing-due.tsx";
import { ClosingReceipt } from "#subjects/orders/site/closing-receipt.tsx";
import { OrderDue } from "#subjects/orders/site/order-due.tsx";
import { tellOrder } from "#subjects/orders/site/told-order.ts";
import { boardOf } from "#app/pages/board-of.ts";
import { accountSite } from "#app/pages/account-site.ts";
import { orderSite } from "#app/pages/order-site.ts";
import { formatDay, formatEuros } from "#app/ui/format.ts";
import { PaymentPaper } from "#app/ui/payment-paper.tsx";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { conferenceEvent } from "#subjects/conferences/words/conferences.ts";
import { leadReceivedMail, paymentReceivedMail } from "#content/lead-mails.ts";
import type { LeadReceived } from "#subjects/orders/words/order-in-mail.ts";
import { termsVersionOn } from "#subjects/legal/words/legal-versions.ts";
import type { MailText } from "#content/shared/mail-text.ts";
import { callVolumeCopy } from "#subjects/offers/words/volume-choice.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import { calendarEventsOf, orderDatesCopy } from "#subjects/orders/words/order-dates.ts";
import { describePayment, paymentPaperCopy } from "#subjects/payments/words/received-payments.ts";
import { describeSchedule } from "#subjects/orders/words/schedule.ts";
import type { DatedRequest } from "#domain/site/page-renderer.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import { freshState, type FunnelState } from "#subjects/funnel/rules/answers.ts";
import { funnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { offerRules } from "#subjects/funnel/rules/offer-rules.ts";
import { funnelQuestions, questionOf } from "#subjects/funnel/rules/questions.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import {
  type FunnelOffer,
  funnelOffers,
  isFunnelOffer,
  type OrderFormName,
  type SoldOffer,
} from "#domain/kernel/lead.ts";
import { excludingTax } from "#domain/kernel/money.ts";
import { readCustomerOrders } from "#subjects/orders/rules/customer-order.ts";
import { trainingAudience, traineesAsked } from "#subjects/offers/rules/follow-up/training.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { offerAddress } from "#domain/site/offer-addresses.ts";
import { orderSchedule } from "#subjects/orders/rules/order-schedule.ts";
import { milestonesOf } from "#subjects/offers/rules/milestones.ts";
import { orderedFragmentOf, readOrderedFragment, scheduleAgreed } from "#subjects/offers/rules/ordered-fragment.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";

import { type ComparedOrder, isTyped } from "./orders.ts";
import { planAt, soldAtDemo, statedOf } from "./payment-links.ts";
import { type Due, dueIn, textIn } from "./read-surface.ts";

export type Shown = {
  /** What a reader reads, every space alike. */
  text: string;
  /** What is paid when; undefined where the surface has no dates. */
  due?: Due[];
  /** Where the surface says one amount alone: what is paid with the order, tax included. */
  dueToday?: number;
};

/**
 * What a surface shows of an order; undefined where it says nothing of such an order.
 *
 * @param page what a reader reads of the page at a path
 */
export type Surface = (
  order: ComparedOrder,
  request: DatedRequest,
  page: (path: string) => string,
) => Shown | undefined;

const loadedFunnels = funnelOffers.map(async (offer) => [offer, await funnels[offer].load()] as const);
const offerModules = new Map<SoldOffer, OfferModule>(await Promise.all(loadedFunnels));

/** Of every board that lets a volume be chosen. */
const { choose: choosing } = callVolumeCopy;

const unnamed = { name: "", line1: "", postalCode: "", city: "", vatNumber: "" };

/** Where something is said of money, from the first page to the desk. */
export const surfaces = {
  page: ({ purchase }, _request, page) => ({ text: page(pageOfPurchase(purchase)) }),
  slider({ purchase, today }, { site }, page) {
    const { offer } = purchase;
    if (!isFunnelOffer(offer) || !page(pageOfPurchase(purchase)).includes(choosing)) return undefined;
    const board = boardOf(site, { offer, volumes: [purchase.volume], today });
    const copy = { choose: "", talk: { sentence: "", button: "" } };
    return shown(<VolumeOrder board={{ ...board, funnel: "/inscription" }} purchase={purchase} copy={copy} />);
  },
  form({ purchase, today }, { site }) {
    if (isFunnelOffer(purchase.offer)) return undefined;
    const due = orderSite(site, purchase.offer, today);
    if (isTyped(purchase)) return shown(<ClosingDue {...due} calls={purchase.volume} />);
    return shown(<OrderDue {...due} purchase={purchase} />);
  },
  card({ purchase, prices }) {
    if (!isTyped(purchase)) return undefined;
    const text = textIn(renderToStaticMarkup(<ClosingReceipt calls={purchase.volume} email="" prices={prices} />));
    return { text, dueToday: lastAmount(text) };
  },
  stepFive({ purchase, today }, { site }) {
    const { offer } = purchase;
    const Summary = offerModules.get(offer)?.SummaryPrice;
    if (!isFunnelOffer(offer) || !Summary) return undefined;
    const context = { offer, today, legalPages: {}, termsVersion: termsVersionOn(today, site.offers) };
    return shown(<Summary state={answersOf({ ...purchase, offer }, today)} site={funnelSite(site, context)} />);
  },
  contract: (_order, _request, page) => ({ text: page("/conditions-generales-utilisation") }),
  paymentPage({ link, ...order }) {
    const sold = link === undefined ? undefined : soldAtDemo(link);
    if (!sold) return undefined;
    const plan = planAt(sold, order);
    const { isTraining = false } = order.purchase;
    return shown(<PaymentPage {...{ ...sold, plan, isTraining }} email="" reference="" payer={unnamed} />);
  },
  paymentLink(order, { site }) {
    const stated = statedOf(order, site);
    return stated && { text: "", due: dueOf(stated) };
  },
  thanks({ purchase, plan, link }, { site }, page) {
    const carried = readOrderedFragment(orderedFragmentOf(purchase, plan));
    const agreed = link !== undefined && carried ? scheduleAgreed(carried, site.offers) : undefined;
    const schedule = agreed && shown(<PaymentSchedule {...describeSchedule(agreed)} />);
    const told = carried && tellOrder(carried, agreed).steps.map(({ name, undated }) => name ?? undated);
    // The day of a place at the conference stands in the page.
    const [, ofPlace = ""] = requestRules[purchase.offer].isPlace ? page("/merci").split(orderDatesCopy.title) : [];
    const steps = textIn([...(told ?? []), ofPlace].join(" "));
    return schedule && { ...schedule, text: `${steps} ${schedule.text}` };
  },
  confirmed: ({ purchase, link }, _request, page) =>
    link !== undefined && isFunnelOffer(purchase.offer) ? { text: page("/commande-validee") } : undefined,
  firstMail: ({ purchase, today }, { site }) =>
    mailed(leadReceivedMail({ ...askedFor(purchase), ...waysBackTo(purchase) }, site.brand, { ...site, today })),
  paymentMail({ purchase, plan, today, link }, { site }) {
    const paid = { amountCents: plan.lines[0].amount.includingTax, currency: "eur", paidOn: today };
    const data = { ...askedFor(purchase), ...paid };
    return link === undefined ? undefined : mailed(paymentReceivedMail(data, site.brand, { ...site, today }));
  },
  space: (order, { site }) => spaceOf(order, site, false),
  spaceOncePaid: (order, { site }) => (order.link !== undefined ? spaceOf(order, site, true) : undefined),
  receipt({ plan, purchase, link }, { site }) {
    if (link === undefined) return undefined;
    const { includingTax } = plan.lines[0].amount;
    const payment = { id: "1", amountCents: includingTax, currency: "eur", paidOn: plan.lines[0].date, invoice: null };
    if (includingTax === 0) return { text: textIn(describePayment(payment, formatEuros).amount) };
    const paper = (
      <PaymentPaper
        words={paymentPaperCopy}
        seller={[site.legal.company]}
        customer={[paymentPaperCopy.customer]}
        subject={offerWords[purchase.offer].name}
        amount={{ excludingTax: excludingTax(includingTax), includingTax }}
      />
    );
    const text = textIn(renderToStaticMarkup(paper));
    return { text, dueToday: lastAmount(text) };
  },
  calendar({ purchase, plan, today, link }, { site }) {
    if (link === undefined) return undefined;
    const told = { ordered: { purchase, day: today }, brand: site.brand, origin: site.origin, say: formatEuros };
    const events = calendarEventsOf(milestonesOf({ purchase, day: today }, plan.lines), told);
    const due = events.filter(({ id }) => id.startsWith("due-"));
    const { conference } = site.offers;
    const place = requestRules[purchase.offer].isPlace && conference ? [conferenceEvent(conference, site)] : [];
    return {
      text: textIn([...events, ...place].map(({ day, title }) => `${formatDay(day)} ${title}`).join(". ")),
      // What was due with the order is not to come.
      due: [dueOf(plan)[0], ...due.map(({ day, title }) => ({ date: day, cents: lastAmount(textIn(title)) }))],
    };
  },
  desk(order, { site }) {
    const [lead] = readCustomerOrders({}, [leadOf(order)]);
    if (!order.isSold || !lead) return undefined;
    const schedule = orderSchedule(lead, {
      today: order.today,
      offers: site.offers,
      paidOn: null,
      kept: null,
    });
    return schedule && shown(<PaymentSchedule {...describeSchedule(schedule, order.today)} />);
  },
} satisfies Record<string, Surface>;

export function dueOf({ lines: [first, ...others] }: ComparedOrder["plan"]): [Due, ...Due[]] {
  const due = ({ date, amount }: typeof first): Due => ({ date, cents: amount.includingTax });
  return [due(first), ...others.map(due)];
}

function shown(element: React.ReactElement): Shown {
  const html = renderToStaticMarkup(element);
  return { text: textIn(html), due: dueIn(html) };
}

function mailed({ subject, paragraphs, facts = [], schedule, steps = [], action, notes }: MailText): Shown {
  const lines = schedule?.lines ?? [];
  const said = [
    subject,
    ...paragraphs,
    ...facts.flatMap(({ label, value }) => [label, value]),
    ...lines.flatMap(({ day, amount, label }) => [day, amount, label]),
    ...steps,
    action?.label,
    ...notes,
  ];
  return {
    text: textIn(said.join("\n")),
    due: lines.map(({ date, amount }) => ({ date, cents: lastAmount(textIn(amount)) })),
  };
}

/** The last amount of a text: the one with tax, where both are said. */
function lastAmount(text: string): number {
  const amounts = [...text.matchAll(/(\d[\d ]*(?:,\d\d?)?) €/g)].map(([, euros = ""]) => euros);
  return Math.round(Number(amounts.at(-1)?.replaceAll(" ", "").replace(",", ".") ?? Number.NaN) * 100);
}

export function pageOfPurchase({ offer, isTraining }: Purchase): string {
  return isTraining ? "/marketing/organismes-de-formation" : offerAddress(offer);
}

function askedFor({ offer, volume, isTraining }: Purchase) {
  if (requestRules[offer].volume === undefined) return { offer };
  return { offer, asked: isTraining ? traineesAsked(volume) : volume };
}

/** As the server adds it when the first mail leaves. */
function waysBackTo({ offer }: Purchase): Pick<LeadReceived, "resumeLink" | "payer"> {
  return isFunnelOffer(offer)
    ? { resumeLink: "https://site.example/" }
    : { payer: { email: "a@b.example", reference: "" } };
}

/** What its funnel is answered, for that volume. */
function answersTo({ offer, volume, isTraining }: Purchase & { offer: FunnelOffer }): Partial<FunnelState> {
  const { answers } = offerRules[offer].adoptVolume(volume);
  return isTraining ? { ...answers, audience: trainingAudience } : answers;
}

function answersOf(purchase: Purchase & { offer: FunnelOffer }, today: CivilDate): FunnelState {
  const fresh = freshState(purchase.offer, { now: new Date(`${today}T10:00:00Z`), newKey: "" });
  return { ...fresh, ...answersTo(purchase) };
}

/** What the forms of orders are answered. */
const orderAnswers: Record<OrderFormName, (volume: number) => object> = {
  closing: (volume) => ({ prospects_count: String(volume) }),
  conferences: () => ({}),
};

/** A row of `leads`, with what was answered. */
function leadOf({ purchase }: ComparedOrder) {
  const { offer, volume } = purchase;
  const lead = { id: "1", funnel_origin: offer, lead_status: "to_contact", payment_status: false };
  if (!isFunnelOffer(offer)) return { ...lead, ...orderAnswers[offer](volume) };
  // What the volume does not answer is completed by a text.
  const written = requestRules[offer].completedBy.map((key) => [questionOf(key).column, "Bonjour."]);
  const answers = answersTo({ ...purchase, offer });
  const chosen = funnelQuestions.map((key) => [questionOf(key).column, answers[key]]);
  return { ...lead, ...Object.fromEntries([...written, ...chosen.filter(([, answer]) => answer !== undefined)]) };
}

function spaceOf(order: ComparedOrder, site: SiteOnDay, isPaid: boolean): Shown | undefined {
  const { today } = order;
  const account = accountSite(site, today);
  const lead = { ...leadOf(order), payment_status: isPaid, paid_on: isPaid ? today : null };
  const [read] = readCustomerOrders({}, [lead]);
  if (!read) return undefined;
  const acts = { account: createCustomerAccount(account.api), onChanged: nothing, onSignedOut: () => undefined };
  return shown(<OrderCard {...acts} order={read} email="a@b.example" site={account} />);
}

async function nothing(): Promise<void> {}
