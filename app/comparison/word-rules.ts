import { delayWords } from "#content/language/delay-words.ts";
import { requiredSentences } from "#subjects/legal/words/required-sentences.ts";
import { nothingDebited } from "#subjects/funnel/words/funnel.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import { orderConfirmedCopy } from "#subjects/orders/words/order-confirmed.ts";
import { sayVolume } from "#subjects/orders/words/order-in-mail.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";
import { isFreeAtFirst } from "#subjects/offers/rules/schedule.ts";
import { formatDay } from "#app/ui/format.ts";

import { type ComparedOrder, isTyped } from "./orders.ts";
import { textIn } from "./read-surface.ts";

type Context = { surface: string; text: string; order: ComparedOrder };
type Rule = {
  name: string;
  appliesTo: (context: Context) => boolean;
  holds: (context: Context) => boolean;
};

const says = (text: string, words: string) => text.includes(textIn(words));
const isSubscription = ({ purchase }: ComparedOrder) => (funnelOffers as readonly string[]).includes(purchase.offer);
const firstKind = ({ plan }: ComparedOrder) => plan.lines[0].kind;
const isFree = ({ plan }: ComparedOrder) => isFreeAtFirst(plan);
/** Surfaces that speak of one order, and not of all that is sold. */
const ofOneOrder = [
  "slider",
  "stepFive",
  "paymentPage",
  "thanks",
  "confirmed",
  "firstMail",
  "paymentMail",
  "space",
  "spaceOncePaid",
];
const scheduled = ["slider", "stepFive", "paymentPage", "thanks", "firstMail", "paymentMail", "desk"];

/** Labels that may say 'payer' or 'réglez' while nothing is due. */
const fixedLabels = /Confirmer et payer|Reprendre et payer|À payer aujourd’hui, TTC|Refuser le paiement/g;

/** What the words of a surface have to say, or may not say, of an order. */
export const wordRules: readonly Rule[] = [
  {
    name: "a subscription is renewed each month",
    appliesTo: ({ surface, order }) => scheduled.includes(surface) && order.isSold && isSubscription(order),
    holds: ({ text }) => /chaque mois/.test(text),
  },
  {
    name: "what is paid once is not renewed",
    appliesTo: ({ surface, order }) => [...scheduled, "form", "card"].includes(surface) && !isSubscription(order),
    holds: ({ text }) => !/chaque mois|par mois/.test(text),
  },
  {
    name: "the contract sells marketing by the month",
    appliesTo: ({ surface }) => surface === "contract",
    holds: ({ text }) => /WhatsApp Par mois/.test(text) && !/Offres au contact/.test(text),
  },
  {
    name: "nothing asks to be paid while 0 € is due",
    appliesTo: ({ surface, order }) => ofOneOrder.includes(surface) && order.isSold && isFree(order),
    holds: ({ text }) => !/\b(?:réglez|payez|payer)\b/i.test(text.replaceAll(fixedLabels, "")),
  },
  {
    name: "an order of 0 € says that nothing is debited",
    appliesTo: ({ surface, order }) => ["firstMail", "space"].includes(surface) && order.isSold && isFree(order),
    holds: ({ text }) => says(text, nothingDebited),
  },
  {
    name: "the days of a trial run from the order",
    appliesTo: ({ surface, order }) =>
      scheduled.includes(surface) && order.isSold && ["trial", "trainingTrial"].includes(firstKind(order)),
    holds: ({ text }) => /\d+ jours d’essai gratuit, à compter de la commande/.test(text),
  },
  {
    name: "the promotion is said while it lasts",
    appliesTo: ({ surface, order }) =>
      (scheduled.includes(surface) || surface === "page") && order.isSold && firstKind(order) === "freeMonth",
    holds: ({ text }) => /premier mois offert|un mois d'essai gratuit/i.test(text),
  },
  {
    name: "the promotion is not said outside its days",
    appliesTo: ({ surface, order }) => surface !== "contract" && firstKind(order) !== "freeMonth",
    holds: ({ text }) => !/premier mois offert|990 €|quel que soit le volume/i.test(text),
  },
  {
    name: "72 h and 48 h are promised in the words of one place",
    appliesTo: () => true,
    holds: ({ text, surface }) =>
      surface === "contract" ||
      !/\b(?:72|48) ?h\b/.test(promised.reduce((rest, words) => rest.replaceAll(words, ""), text)),
  },
  {
    name: "what is paid once is paid with the order",
    appliesTo: ({ surface, order }) => [...scheduled, "form"].includes(surface) && !isSubscription(order),
    holds: ({ text }) => /À la commande/.test(text),
  },
  {
    name: "a volume is said in its words",
    appliesTo: ({ surface, order }) => sayVolume(order.purchase) !== undefined && saysVolume(surface, order),
    holds: ({ text, order }) => says(text, sayVolume(order.purchase) ?? ""),
  },
  {
    name: "a training body orders for trainees",
    appliesTo: ({ surface, order }) => order.purchase.isTraining === true && ofOneOrder.includes(surface),
    holds: ({ text }) => !/clients actifs/.test(text),
  },
  {
    name: "the offer is named in full",
    appliesTo: ({ surface, order }) =>
      ["firstMail", "paymentMail"].includes(surface) || (surface === "receipt" && !isFree(order)),
    holds: ({ text, order }) => says(text, offerWords[order.purchase.offer].name),
  },
  {
    name: "the conference says its day",
    appliesTo: ({ surface, order }) => order.heldOn !== undefined && ofTheDay.includes(surface),
    holds: ({ text, order }) => order.heldOn !== undefined && says(text, formatDay(order.heldOn)),
  },
  {
    name: "what can be paid leads to its payment",
    appliesTo: ({ surface, order }) => order.link !== undefined && order.isSold && surface in waysToPay,
    holds: ({ text, surface }) => waysToPay[surface]?.test(text) === true,
  },
  {
    name: "what cannot be paid leads to no payment",
    appliesTo: ({ surface, order }) => order.link === undefined && surface in waysToPay,
    holds: ({ text, surface }) => waysToPay[surface]?.test(text) !== true,
  },
  {
    name: "what has no payment page yet is settled with the team",
    appliesTo: ({ surface, order }) => surface === "firstMail" && order.link === undefined && order.isSold,
    holds: ({ text }) => /L’équipe vous écrit pour le règlement/.test(text),
  },
  {
    name: "what is ordered with the team says nothing of a payment",
    appliesTo: ({ surface, order }) => ["stepFive", "firstMail", "space"].includes(surface) && !order.isSold,
    holds: ({ text }) => !/reconduit chaque mois|chaque mois, sans engagement|réglez sur/.test(text),
  },
];

/** The space repeats the number of prospects as it was typed, and the payment page says what so many calls cost. */
function saysVolume(surface: string, { purchase }: ComparedOrder): boolean {
  const others = isTyped(purchase) ? ["form"] : ["paymentPage", "space", "spaceOncePaid"];
  return ["firstMail", "paymentMail", ...others].includes(surface);
}

const ofTheDay = ["page", "thanks", "firstMail", "paymentMail", "space", "spaceOncePaid", "calendar"];

/** How a surface leads to the payment. */
const waysToPay: Readonly<Record<string, RegExp>> = {
  firstMail: /Payer maintenant|Reprendre et payer/,
  space: /Vous quittez/,
};

const promised = [
  ...Object.values(delayWords),
  requiredSentences.delivery,
  orderConfirmedCopy.lead,
  "Mise en service en moins de 48 h, une fois vos éléments reçus",
  "en moins de 48 h une fois vos éléments reçus",
].map(textIn);
