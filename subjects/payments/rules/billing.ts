import { asObject } from "#kit/as-object.ts";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";

/** What the payment provider says after a payment, as `private.billing_events` calls it. */
export const billingKinds = [
  "failed_debit",
  "refund",
  "dispute",
  "credit_note",
  "subscription_changed",
  "subscription_ended",
] as const;
export type BillingKind = (typeof billingKinds)[number];

/** Days and codes beside an event; each is there where its kind has one and the provider says it. */
export type BillingDetail = {
  /** Of an invoice or a credit note. */
  number?: string;
  /** Of a debit that failed: when the provider tries again, if it does. */
  next_try_on?: CivilDate;
  /** Of a dispute: the last day to answer it. */
  answer_by?: CivilDate;
  /** Of a refund: that nothing of the payment is left. */
  is_whole?: boolean;
  /** Of a subscription: its state, as the provider calls it. */
  status?: string;
  /** Of a subscription: the day from which nothing is charged any more. */
  ends_on?: CivilDate;
  /** Of a subscription: nothing is charged before that day. */
  trial_ends_on?: CivilDate;
};

/** Amounts in cents, tax included; null where there is none. */
export type BillingEvent = {
  id: string;
  kind: BillingKind;
  /** The invoice, charge, dispute, credit note or subscription that it is about. */
  object: string;
  toldOn: CivilDate;
  amountCents: number | null;
  currency: string | null;
  detail: BillingDetail;
  /** To act on. */
  isOpen: boolean;
};

/** Of what `private.billing_of` answers, oldest first. What is none of it is left out. */
export function readBilling(value: unknown): BillingEvent[] {
  return Array.isArray(value) ? value.map(asObject).flatMap(readEvent) : [];
}

function readEvent(row: Record<string, unknown>): BillingEvent[] {
  const kind = billingKinds.find((each) => each === row.kind);
  const toldOn = dayOf(row.told_on);
  if (kind === undefined || toldOn === undefined || typeof row.id !== "string") return [];
  return [
    {
      id: row.id,
      kind,
      object: typeof row.object === "string" ? row.object : "",
      toldOn,
      amountCents: typeof row.amount_cents === "number" ? row.amount_cents : null,
      currency: typeof row.currency === "string" ? row.currency : null,
      detail: readBillingDetail(row.detail),
      isOpen: row.is_open === true,
    },
  ];
}

function readBillingDetail(value: unknown): BillingDetail {
  const { number, status, is_whole: isWhole, ...rest } = asObject(value);
  const days = Object.fromEntries(
    (["next_try_on", "answer_by", "ends_on", "trial_ends_on"] as const).flatMap((name) => {
      const day = dayOf(rest[name]);
      return day === undefined ? [] : [[name, day]];
    }),
  );
  return {
    ...days,
    ...(typeof number === "string" && { number }),
    ...(typeof status === "string" && { status }),
    ...(typeof isWhole === "boolean" && { is_whole: isWhole }),
  };
}

/**
 * What still says something today: of each object the newest of its kind, and of a failed debit only one that waits to
 * be paid. A subscription that ended says no more that it will.
 */
export function currentBilling(events: readonly BillingEvent[]): BillingEvent[] {
  const ended = new Set(events.filter(({ kind }) => kind === "subscription_ended").map(({ object }) => object));
  return events.filter((event, place) => {
    const { kind, object, detail, isOpen } = event;
    if (kind === "failed_debit") return isOpen;
    if (kind === "subscription_changed" && (ended.has(object) || !(detail.ends_on ?? detail.trial_ends_on)))
      return false;
    return !events.slice(place + 1).some((later) => later.kind === kind && later.object === object);
  });
}

function dayOf(value: unknown): CivilDate | undefined {
  return typeof value === "string" ? readCivilDate(value) : undefined;
}
