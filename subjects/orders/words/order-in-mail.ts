import type { Amount } from "#domain/kernel/payment-schedule.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import type { KeptSchedule } from "#subjects/orders/rules/kept-schedule.ts";
import type { Asked, Purchase } from "#subjects/offers/rules/base/offer.ts";
import type { Prices } from "#domain/site/prices.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { offers, purchaseOf } from "#subjects/offers/rules/registry.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";

import { sayEuros } from "#content/language/amounts.ts";
import { sayCount } from "#content/language/count.ts";
import { sayDay } from "#content/language/days.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import type { MailSite, MailText } from "#content/shared/mail-text.ts";
import { describeSchedule, type scheduleCopy } from "./schedule.ts";

/**
 * Numbers and codes of the answers. The address is not proved to be the sender's, so no free text of theirs is mailed
 * to it; an unknown code is left out.
 */
export type LeadReceived = {
  offer: FunnelOrigin;
  callsPerDay?: number;
  activeClients?: number;
  prospects?: string;
  /** What was ordered, as `Asked` has it; absent where it is free text, unless that is a number. */
  asked?: Asked;
  objectives?: string[];
  /** `waitlist`: registration was closed. */
  kind?: string;
  /** Opens the summary of this very order, made when the mail leaves; absent where there is nothing to pay on it. */
  resumeLink?: string;
  /** For an order without a summary to reopen; added when the mail leaves. */
  payer?: PrefilledPayer;
};

export type PrefilledPayer = { email: string; reference: string };

type Ordered = { offer: FunnelOrigin; asked?: Asked; amountCents?: number };

/** What a mail can tell of what was ordered. */
export function purchaseInMail({ offer, asked, amountCents }: Ordered, prices: Prices): Purchase | undefined {
  if (offer === "general") return undefined;
  const { tiers, volumePaid } = offers[offer];
  // Older mails, and orders without a known price, hold no answer for the tier: they have no schedule.
  if (tiers.length > 1 && asked === undefined) return undefined;
  const purchase = isAsked(asked) ? purchaseOf(offer, asked ?? null) : undefined;
  if (purchase) return purchase;
  const volume = volumePaid(amountCents ?? 0, prices);
  return volume === undefined ? undefined : { offer, volume };
}

function isAsked(asked: unknown): asked is Asked | undefined {
  return asked === undefined || asked === null || typeof asked === "string" || typeof asked === "number";
}

/** « 50 appels par jour »; nothing of a place at the conference. */
export function sayVolume({ offer, volume, isTraining = false }: Purchase): string | undefined {
  return offerWords[offer].volumeOf(isTraining)?.(sayCount(volume), volume);
}

/** Of what is not paid yet, or was before schedules were kept. */
export function workedOut(
  purchase: Purchase | undefined,
  day: CivilDate,
  { offers: windows }: MailSite,
): KeptSchedule | undefined {
  const terms = { day, promotion: windows.promotion, prices: pricesOn(windows, day) };
  const schedule = purchase && scheduleOf(purchase, terms);
  return schedule && { purchase, ...schedule };
}

/** The lines that pages show, set-up included. */
export function writtenSchedule(schedule: KeptSchedule | undefined, day: CivilDate): Pick<MailText, "schedule"> {
  if (!schedule) return {};
  const { words: said, lines, setUp } = describeSchedule(schedule, day);
  const written = lines.map(({ date, prefix, label, amount }) => ({
    date,
    day: [prefix, sayDay(date)].filter(Boolean).join(", "),
    amount: sayDue(amount, said),
    label,
  }));
  return { schedule: { title: said.title, lines: written, ...(setUp && { setUp: saySetUp(setUp, said) }) } };
}

type Words = typeof scheduleCopy;

function sayDue({ excludingTax, includingTax: inAll }: Amount, said: Words): string {
  return excludingTax === 0
    ? sayEuros(inAll)
    : `${said.excludingTax(sayEuros(excludingTax))} (${said.includingTax(sayEuros(inAll))})`;
}

function saySetUp(setUp: NonNullable<KeptSchedule["setUp"]>, said: Words) {
  const { label, included, offered, insteadOf } = said.setUp;
  const value =
    setUp.kind === "included" ? included : `${offered}, ${insteadOf(said.excludingTax(sayEuros(setUp.insteadOf)))}`;
  return { label, value };
}
