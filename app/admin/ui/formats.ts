import { formatEuros, formatInstantDay, setDate } from "#app/ui/format.ts";
import { admin, shortUnits, waitingListLabel } from "#content/shared/admin.ts";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import { sayAnswer } from "#subjects/funnel/words/answer-words.ts";
import { type CivilDate, dayInParis } from "#kit/civil-date.ts";
import { phoneAddress } from "#domain/kernel/phone-address.ts";
import { answerText, type LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { priceOfLead } from "#subjects/orders/rules/order-schedule.ts";
import type { Prices } from "#domain/site/prices.ts";

/** Shown where there is no value. */
export const dash = "–";

const zone = { timeZone: "Europe/Paris" } as const;
const time = new Intl.DateTimeFormat("fr-FR", { ...zone, hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("fr-FR", { ...zone, day: "numeric", month: "short" });
const dayAndYear = new Intl.DateTimeFormat("fr-FR", { ...zone, day: "numeric", month: "short", year: "numeric" });
const year = new Intl.DateTimeFormat("fr-FR", { ...zone, year: "numeric" });

/**
 * « 20 nov., 09:12 » for this year, « 20 nov. 2025, 09:12 » for another.
 *
 * @param instant ISO 8601, null when the row has none
 * @param now decides which year goes without saying
 */
export function shortInstant(instant: string | null, now: Date): string {
  const date = readInstant(instant);
  if (!date) return dash;
  const format = year.format(date) === year.format(now) ? day : dayAndYear;
  return `${setDate(format.format(date))}, ${time.format(date)}`;
}

/** « 20 novembre 2025, 09:12 ». */
export function longInstant(instant: string | null): string {
  const date = readInstant(instant);
  return date ? `${formatInstantDay(date.toISOString())}, ${time.format(date)}` : dash;
}

/** « 20 novembre 2025 ». */
export function longDate(instant: string | null): string {
  return formatInstantDay(instant ?? "") ?? dash;
}

/** « 14:43 » today, « 20 nov., 09:12 » on another day. */
export function timeOrInstant(instant: Date, now: Date): string {
  return dayInParis(instant) === dayInParis(now) ? time.format(instant) : shortInstant(instant.toISOString(), now);
}

const weekdayAlone = new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", weekday: "long" });
const weekdayAndDay = new Intl.DateTimeFormat("fr-FR", { ...zone, weekday: "long", day: "numeric", month: "long" });

/** « lundi » */
export function weekday(of: CivilDate): string {
  return weekdayAlone.format(new Date(`${of}T00:00:00Z`));
}

/** « lundi 23 novembre » */
export function longWeekday(instant: Date): string {
  return setDate(weekdayAndDay.format(instant));
}

function readInstant(instant: string | null): Date | undefined {
  if (instant === null) return undefined;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Where a lead comes from; a place at the conference and one on its waiting list are told apart. */
export function originOf({ origin, isWaitingList }: LeadRow): string {
  if (origin === null) return dash;
  return isWaitingList ? waitingListLabel : originLabels[origin];
}

export function businessOf({ businessType }: LeadRow): string | null {
  return businessType && sayAnswer("businessType", businessType);
}

/** The volume a lead asked for, as short as a table cell. */
export function shortVolume(lead: LeadRow): string {
  const volume = lead.origin && requestRules[lead.origin].volume;
  const asked = volume && answerText(lead, volume);
  return asked ? `${sayAnswer(volume, asked)}${shortUnits[volume] ?? ""}` : dash;
}

/** Volume and the price that goes with it; the price alone is missing for a volume we do not sell. */
export function secretariatVolume(lead: LeadRow, prices: Prices): string {
  const { callsPerDay } = lead;
  return callsPerDay === null ? dash : admin.file.callsPerDay(callsPerDay, priceInWords(lead, prices));
}

export function followUpVolume(lead: LeadRow, prices: Prices): string {
  const { activeClientsPerMonth, audience } = lead;
  if (activeClientsPerMonth === null) return dash;
  return admin.file.clientsPerMonth(activeClientsPerMonth, priceInWords(lead, prices), audience === "formation");
}

function priceInWords(lead: LeadRow, prices: Prices): string | null {
  const price = priceOfLead(lead, prices);
  return price === undefined ? null : formatEuros(price);
}

/** One code, or `autres` and what was typed. */
export function formatOpeningHours({ businessHours }: LeadRow): string {
  const [code, typed] = businessHours;
  if (code === undefined) return dash;
  return code === "autres" && typed !== undefined ? typed : sayAnswer("businessHours", code);
}

/** @returns undefined when what was typed holds no number to dial */
export function dialHref(phone: string | null): string | undefined {
  const address = phoneAddress(phone ?? "");
  return /^tel:\+?\d{3,}$/.test(address) ? address : undefined;
}

/** Those that are known, in one line. */
export function joinFacts(facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join(", ");
}

/** Whether the person accepted to be called. */
export function sayCallConsent({ hasCallConsent }: LeadRow): string {
  if (hasCallConsent === null) return dash;
  return hasCallConsent ? admin.file.contact.yes : admin.file.contact.no;
}
