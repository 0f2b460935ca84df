import { formatCount, formatEuros } from "#app/ui/format.ts";
import { customerLabels } from "#subjects/funnel/words/answer-labels.ts";
import { sayAnswer } from "#subjects/funnel/words/answer-words.ts";
import { volumeWords } from "#subjects/offers/words/general/volume-words.ts";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";
import { type ListedQuestion, listedQuestions, type QuestionKey } from "#subjects/funnel/rules/questions.ts";
import { isolate } from "#domain/kernel/isolate.ts";
import type { Cents } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import type { CustomerOrder } from "#subjects/orders/rules/customer-order.ts";
import { answerText, type LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { trainingAudience } from "#subjects/offers/rules/follow-up/training.ts";
import { priceOfLead } from "#subjects/orders/rules/order-schedule.ts";

export type AnswerRow = { label: string; answer: string };

const own = dashboardCopy.answers;

/** What was answered, under the labels and in the words of the offer's own form; what was not is left out. */
export function orderAnswerRows(order: CustomerOrder, prices: Prices): AnswerRow[] {
  const rows: [label: string, answer: string | null][] = [...contactRows(order), ...offerRows(order, prices)];
  return rows.flatMap(([label, answer]) => (answer ? [{ label, answer }] : []));
}

/** Of a request as it will be, what its customer may change. */
export function changedAnswers({ welcomeMessage, businessHours, intention, intentionDetail }: LeadRow) {
  return { welcomeMessage, businessHours, intention, intentionDetail };
}

function contactRows(order: CustomerOrder): [string, string | null][] {
  const name = joined(" ", order.firstName, order.lastName);
  const apart = (text: string | null) => text && isolate(text);
  return [
    // A number is read in one go.
    [own.contact, joined(", ", apart(name), order.phone?.replaceAll(" ", "\u00a0") ?? null)],
    [own.company, joined(", ", apart(order.companyName), apart(said("businessType", order.businessType)))],
  ];
}

function offerRows(order: CustomerOrder, prices: Prices): [string, string | null][] {
  return listedQuestions(order.origin).map((key) => [
    customerLabels[key],
    (words[key] ?? plainAnswer(key))(order, prices),
  ]);
}

/** Of the answers that are more than their words. */
const words: Partial<Record<ListedQuestion, (order: CustomerOrder, prices: Prices) => string | null>> = {
  activeClientsPerMonth: followUpVolume,
  contactsPerMonth: marketingVolume,
  callsPerMonth: secretariatVolume,
  welcomeMessage: ({ welcomeMessage }) => welcomeMessage && `«\u00a0${welcomeMessage}\u00a0»`,
  intention: intentionOf,
  businessHours: hoursOf,
  objectives: ({ objectives }) => objectives.map((objective) => sayAnswer("objectives", objective)).join(", "),
};

function plainAnswer(key: ListedQuestion) {
  return (order: CustomerOrder) => said(key, answerText(order, key));
}

function said(key: QuestionKey, answer: string | null): string | null {
  return answer === null ? null : sayAnswer(key, answer);
}

function secretariatVolume(order: CustomerOrder, prices: Prices): string | null {
  const { callsPerDay } = order;
  if (callsPerDay === null) return null;
  return withPrice(volumeWords.callsPerMonth(formatCount(callsPerDay)), priceOfLead(agreedOf(order), prices));
}

function followUpVolume(order: CustomerOrder, prices: Prices): string | null {
  const { activeClientsPerMonth, audience } = order;
  if (activeClientsPerMonth === null) return null;
  const words = audience === trainingAudience ? volumeWords.traineesPerMonth : volumeWords.activeClientsPerMonth;
  return withPrice(words(formatCount(activeClientsPerMonth)), priceOfLead(agreedOf(order), prices));
}

function marketingVolume(order: CustomerOrder, prices: Prices): string | null {
  const { contactsPerMonth } = order;
  if (contactsPerMonth === null) return null;
  return withPrice(volumeWords.contactsPerMonth(formatCount(contactsPerMonth)), priceOfLead(agreedOf(order), prices));
}

/** What was agreed with its payment stands in a field of its own. */
function agreedOf(order: CustomerOrder): LeadRow {
  return { ...order, agreed: order.schedule };
}

/** A volume we do not sell has no price here: the team makes it. */
function withPrice(volume: string, price: Cents | undefined): string {
  return price === undefined ? volume : `${volume}, ${own.price(formatEuros(price))}`;
}

function intentionOf({ intention, intentionDetail }: CustomerOrder): string | null {
  return intention === "autres" && intentionDetail ? intentionDetail : said("intention", intention);
}

/** One code, or `autres` and what was typed. */
function hoursOf({ businessHours: [code, typed] }: CustomerOrder): string | null {
  return typed ?? said("businessHours", code ?? null);
}

function joined(separator: string, ...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(separator);
}
