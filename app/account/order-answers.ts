import { formatCount, formatEuros } from "#app/ui/format.ts";
import { closingCopy } from "#content/closing.ts";
import { dashboardCopy } from "#content/dashboard.ts";
import { followUpCopy } from "#content/follow-up-funnel.ts";
import { summaryCopy, voiceNames } from "#content/funnel.ts";
import { marketingCopy } from "#content/marketing-funnel.ts";
import { secretariatCopy } from "#content/secretariat-funnel.ts";
import type { Cents } from "#domain/kernel/money.ts";
import type { CustomerOrder } from "#domain/leads/customer-order.ts";
import { followUpTierOf } from "#domain/offers/follow-up.ts";
import { secretariatTierOf } from "#domain/offers/secretariat.ts";

export type AnswerRow = { label: string; answer: string };

const common = summaryCopy.answers;
const own = dashboardCopy.answers;

/** What was answered, under the labels and in the words of the offer's own form; what was not is left out. */
export function answerRows(order: CustomerOrder): AnswerRow[] {
  const rows: [label: string, answer: string | null][] = [...contactRows(order), ...offerRows(order)];
  return rows.flatMap(([label, answer]) => (answer ? [{ label, answer }] : []));
}

function contactRows(order: CustomerOrder): [string, string | null][] {
  const name = joined(" ", order.firstName, order.lastName);
  return [
    // A number is read in one go.
    [own.contact, joined(", ", name, order.phone?.replaceAll(" ", "\u00a0") ?? null)],
    [own.company, joined(", ", order.companyName, order.businessType)],
  ];
}

function offerRows(order: CustomerOrder): [string, string | null][] {
  switch (order.origin) {
    case "secretariat":
      return secretariatRows(order);
    case "suiviclient":
      return [
        [common.volume, followUpVolume(order)],
        [followUpCopy.summary.answers.goals, order.clientFollowupGoals],
        [common.voice, wordOf(voiceNames, order.voice)],
      ];
    case "marketing":
      return [
        [marketingCopy.summary.answers.prospects, wordOf(marketingCopy.prospectsRanges, order.prospectsPerMonth)],
        [marketingCopy.summary.answers.clients, wordOf(marketingCopy.clientsRanges, order.currentClients)],
        [marketingCopy.summary.answers.needs, order.marketingNeeds],
        [common.voice, wordOf(voiceNames, order.voice)],
      ];
    case "closing":
      return closingRows(order);
    case "conferences":
      return [[own.comment, order.comment]];
    case "general":
      return [];
  }
}

function secretariatRows(order: CustomerOrder): [string, string | null][] {
  const copy = secretariatCopy.summary.answers;
  return [
    [common.volume, secretariatVolume(order)],
    [common.voice, wordOf(voiceNames, order.voice)],
    [copy.welcomeMessage, order.welcomeMessage && `«\u00a0${order.welcomeMessage}\u00a0»`],
    [copy.knowledgeBaseUrl, order.knowledgeBaseUrl],
    [copy.knowledgeBaseText, order.knowledgeBaseText],
    [copy.intention, intentionOf(order)],
    [copy.hours, hoursOf(order)],
  ];
}

function closingRows({ role, prospectsCount, objectives }: CustomerOrder): [string, string | null][] {
  const { fields } = closingCopy.form;
  const words = objectives.map((objective) => wordOf(closingCopy.form.objectives, objective) ?? objective);
  return [
    [fields.role, role],
    [fields.prospectsCount, prospectsCount],
    [fields.objectives, words.join(", ")],
  ];
}

function secretariatVolume({ callsPerDay }: CustomerOrder): string | null {
  if (callsPerDay === null) return null;
  const tier = secretariatTierOf(callsPerDay);
  return withPrice(secretariatCopy.callsPerDay(formatCount(callsPerDay)), tier?.monthlyExcludingTax);
}

function followUpVolume({ activeClientsPerMonth }: CustomerOrder): string | null {
  if (activeClientsPerMonth === null) return null;
  const tier = followUpTierOf(activeClientsPerMonth);
  return withPrice(followUpCopy.clientsPerMonth(formatCount(activeClientsPerMonth)), tier?.monthlyExcludingTax);
}

/** A volume we do not sell has no price here: the team makes it. */
function withPrice(volume: string, price: Cents | undefined): string {
  return price === undefined ? volume : `${volume}, ${own.price(formatEuros(price))}`;
}

function intentionOf({ intention, intentionDetail }: CustomerOrder): string | null {
  if (intention === "autres" && intentionDetail) return intentionDetail;
  const words = Object.entries(secretariatCopy.intentions).find(([code]) => code === intention);
  return words ? words[1].label : intention;
}

/** One code, or `autres` and what was typed. */
function hoursOf({ businessHours: [code, typed] }: CustomerOrder): string | null {
  return typed ?? wordOf(secretariatCopy.openingHours, code ?? null);
}

/** The words of an answer, or the answer itself when it is none of those we offer. */
function wordOf(words: Readonly<Record<string, string>>, answer: string | null): string | null {
  return answer !== null && Object.hasOwn(words, answer) ? (words[answer] ?? answer) : answer;
}

function joined(separator: string, ...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(separator);
}
