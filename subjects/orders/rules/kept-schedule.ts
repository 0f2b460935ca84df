import { type DueLine, dueKinds, type PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import { asObject } from "#kit/as-object.ts";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import { type Cents, cents } from "#domain/kernel/money.ts";
import { isSoldOffer } from "#domain/kernel/lead.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import { nextDue } from "#subjects/offers/rules/schedule.ts";

/**
 * What was agreed when an order was paid: a later price book leaves it as it is. Kept with its payment, in
 * `private.payment_events.schedule`, and sent along with the mail about it. Numbers and codes only.
 */
export type KeptSchedule = PaymentSchedule & ChangedDebits & { purchase: Purchase };

/** What was changed at the payment provider since. */
export type ChangedDebits = {
  /** From that day on nothing is charged any more. */
  endsOn?: CivilDate;
  /** Nothing is charged before that day. */
  heldUntil?: CivilDate;
};

/** Undefined for what was written by another program, or before anything was kept. */
export function readKeptSchedule(value: unknown): KeptSchedule | undefined {
  const kept = asObject(value);
  const purchase = readPurchase(kept.purchase);
  const [first, ...others] = Array.isArray(kept.lines) ? kept.lines.map(readLine) : [];
  if (!purchase || !first || !others.every((line) => line !== undefined)) return undefined;
  return { purchase, lines: [first, ...others], ...readSetUp(kept.setUp), ...readChanges(kept) };
}

function readChanges({ endsOn, heldUntil }: Record<string, unknown>): ChangedDebits {
  const [end, hold] = [endsOn, heldUntil].map((day) => (typeof day === "string" ? readCivilDate(day) : undefined));
  return { ...(end && { endsOn: end }), ...(hold && { heldUntil: hold }) };
}

export function changesOf({ endsOn, heldUntil }: KeptSchedule): ChangedDebits {
  return { ...(endsOn && { endsOn }), ...(heldUntil && { heldUntil }) };
}

/** What is charged next after a day; undefined where nothing is. */
export function nextDebit(schedule: PaymentSchedule & ChangedDebits, after: CivilDate): DueLine | undefined {
  const { endsOn, heldUntil } = schedule;
  const next = nextDue(schedule, after);
  if (next === undefined || (endsOn !== undefined && endsOn <= next.date)) return undefined;
  return heldUntil !== undefined && heldUntil > next.date ? { ...next, date: heldUntil } : next;
}

/** Whether a request still asks for what was paid: the team may have changed its volume since. */
export function isStillOrdered({ purchase: { offer, volume, isTraining = false } }: KeptSchedule, now: Purchase[]) {
  return now.some(
    (each) => each.offer === offer && each.volume === volume && (each.isTraining ?? false) === isTraining,
  );
}

function readPurchase(value: unknown): Purchase | undefined {
  const { offer, volume, isTraining } = asObject(value);
  if (!isSoldOffer(offer) || typeof volume !== "number") return undefined;
  return { offer, volume, ...(isTraining === true && { isTraining }) };
}

function readLine(value: unknown): DueLine | undefined {
  const { date, kind: written, amount } = asObject(value);
  const day = typeof date === "string" ? readCivilDate(date) : undefined;
  const kind = dueKinds.find((each) => each === written);
  const { excludingTax, includingTax } = asObject(amount);
  if (!day || !kind || !isAmount(excludingTax) || !isAmount(includingTax)) return undefined;
  return { date: day, kind, amount: { excludingTax: cents(excludingTax), includingTax: cents(includingTax) } };
}

function readSetUp(value: unknown): Pick<PaymentSchedule, "setUp"> {
  const { kind, insteadOf } = asObject(value);
  if (kind === "included") return { setUp: { kind } };
  return kind === "offered" && isAmount(insteadOf) ? { setUp: { kind, insteadOf: cents(insteadOf) } } : {};
}

function isAmount(value: unknown): value is Cents {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
