import { formatCount, formatEuros } from "#app/ui/format.ts";
import { customerLabels } from "#subjects/funnel/words/answer-labels.ts";
import { sayAnswer } from "#subjects/funnel/words/answer-words.ts";
import { volumeWords } from "#subjects/offers/words/general/volume-words.ts";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";
import { type ListedQuestion, listedQuestions, type QuestionKey } from "#subjects/funnel/rules/questions.ts";
import { isolate } from "#domain/kernel/isolate.ts";
import type { Cents } from "#domain/kernel/money.ts";
import type { CustomerOrder } from "#subjects/orders/rules/customer-order.ts";
import { answerText, type LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { followUpTierOf } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { trainingAudience } from "#subjects/offers/rules/follow-up/training.ts";
import { priceOf } from "#subjects/offers/rules/schedule.ts";
import { secretariatTierOf } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

export type AnswerRow = { label: string; answer: string };

const own = dashboardCopy.answers;

/** What was answered, under the labels and in the words of the offer's own form; what was not is left out. */
export function orderAnswerRows(order: CustomerOrder): AnswerRow[] {
  const rows: [label: string, answer: string | null][] = [...contactRows(order), ...offerRows(order)];
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

function offerRows(order: CustomerOrder): [string, string | null][] {
  return listedQuestions(order.origin).map((key) => [customerLabels[key], (words[key] ?? plainAnswer(key))(order)]);
}

/** Of the answers that are more than their words. */
const words: Partial<Record<ListedQuestion, (order: CustomerOrder) => string | null>> = {
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

function secretariatVolume({ callsPerDay }: CustomerOrder): string | null {
  if (callsPerDay === null) return null;
  const tier = secretariatTierOf(callsPerDay);
  return withPrice(volumeWords.callsPerMonth(formatCount(callsPerDay)), tier?.monthlyExcludingTax);
}

function followUpVolume({ activeClientsPerMonth, audience }: CustomerOrder): string | null {
  if (activeClientsPerMonth === null) return null;
  const tier = followUpTierOf(activeClientsPerMonth);
  const words = audience === trainingAudience ? volumeWords.traineesPerMonth : volumeWords.activeClientsPerMonth;
  return withPrice(words(formatCount(activeClientsPerMonth)), tier?.monthlyExcludingTax);
}

function marketingVolume({ contactsPerMonth }: CustomerOrder): string | null {
  if (contactsPerMonth === null) return null;
  const price = priceOf({ offer: "marketing", volume: contactsPerMonth });
  return withPrice(volumeWords.contactsPerMonth(formatCount(contactsPerMonth)), price);
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
