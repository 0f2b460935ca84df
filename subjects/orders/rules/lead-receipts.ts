import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import { type FunnelOrigin, funnelOrigins } from "#domain/kernel/lead.ts";
import { asObject } from "#kit/as-object.ts";

import { type AcceptedTerms, readAcceptedTerms } from "./accepted-terms.ts";
import { type KeptSchedule, readKeptSchedule } from "./kept-schedule.ts";
import { type Attribution, readAttribution } from "#subjects/leads/rules/attribution.ts";
import { type BillingEvent, readBilling } from "#subjects/payments/rules/billing.ts";
import { type Payer, readPayer } from "#subjects/payments/rules/payer.ts";
import { readPayments, type ReceivedPayment } from "#subjects/payments/rules/received-payment.ts";

/** What a box asked for, in the order it is shown. */
const purposes = ["calls", "reminder", "newsletter", "waitlist", "terms", "certification"] as const;

/** One box of a form. Texts are what the form sent, and may hold anything. */
export type Receipt = {
  purpose: (typeof purposes)[number];
  isGranted: boolean;
  /** ISO 8601, by the clock of the visitor. */
  at: string | null;
  /** Day the wording dates from. */
  version: string | null;
  form: FunnelOrigin | null;
  /** The sentence beside the box. */
  text: string | null;
  /** Where it was given, of what the team noted; null of what a form sent. */
  source: string | null;
};

/** What an earlier lead of the address had agreed to; that lead is erased. */
export type KeptReceipt = Omit<Receipt, "isGranted" | "source"> & {
  /** When the agreement ended; null while it lasts, as on the waiting list. */
  endedAt: string | null;
};

/** A box that counts once the holder of the address confirmed it; `isExpired`: that its last link is too old to. */
export type NewsletterReceipt = {
  requestedAt: string;
  expiresAt: string;
  isExpired: boolean;
  confirmedAt: string | null;
  /** When they left it. */
  unsubscribedAt: string | null;
  /** Day the confirmed sentence dates from. */
  version: string | null;
};

/** Instants; `at` is null until the team said that the service runs, `by` is an e-mail. */
export type SetUp = { since: string; at: string | null; by: string | null };

/** What a lead agreed to and paid, and where it came from. Instants are ISO 8601, by our clock. */
export type ReceiptsOfLead = {
  boxes: Receipt[];
  /** The terms beside the button that confirms an order. */
  terms: AcceptedTerms | null;
  newsletter: NewsletterReceipt | null;
  /** Newest first. */
  kept: KeptReceipt[];
  /** The day of the site on which its payment came; null where it was not paid online. */
  paidOn: CivilDate | null;
  /** What was agreed with its payment; null where nothing was kept. */
  schedule: KeptSchedule | null;
  /** Of what is paid and has a service to set up: since when, and when and by whose word it ran; else null. */
  setup: SetUp | null;
  payments: ReceivedPayment[];
  /** What the provider said of them since, oldest first. */
  billing: BillingEvent[];
  /** The payer by payment id; no entry where the provider collected no name, address or tax number. */
  payers: Record<string, Payer>;
  attribution: Attribution;
};

/** Of what `read_lead_receipts` answers. What is missing or badly typed reads as not given. */
export function readLeadReceipts(value: unknown): ReceiptsOfLead {
  const answer = asObject(value);
  const consents = asObject(answer.consents);
  return {
    boxes: purposes.flatMap((purpose) => readBox(purpose, consents[purpose]) ?? []),
    terms: readAcceptedTerms(answer.terms),
    newsletter: readNewsletter(asObject(answer.newsletter)),
    kept: Array.isArray(answer.kept) ? answer.kept.flatMap((each) => readKept(asObject(each)) ?? []) : [],
    paidOn: readCivilDate(textOf(answer.paidOn) ?? "") ?? null,
    schedule: readKeptSchedule(answer.schedule) ?? null,
    setup: readSetUp(asObject(answer.setup)),
    payments: readPayments(answer.payments),
    billing: readBilling(answer.billing),
    payers: Array.isArray(answer.payers) ? Object.fromEntries(answer.payers.flatMap(readPaidBy)) : {},
    attribution: readAttribution(answer.attribution),
  };
}

function readSetUp({ since, at, by }: Record<string, unknown>): SetUp | null {
  return typeof since === "string" ? { since, at: textOf(at), by: textOf(by) } : null;
}

function readPaidBy(value: unknown): [string, Payer][] {
  const { id, payer } = asObject(value);
  const read = readPayer(payer);
  return typeof id === "string" && read ? [[id, read]] : [];
}

function readBox(purpose: Receipt["purpose"], value: unknown): Receipt | undefined {
  const { granted, at, version, form, text, source } = asObject(value);
  if (typeof granted !== "boolean") return undefined;
  return {
    purpose,
    isGranted: granted,
    at: textOf(at),
    version: textOf(version),
    form: funnelOrigins.find((origin) => origin === form) ?? null,
    text: textOf(text),
    source: textOf(source),
  };
}

function readKept({ purpose, at, version, form, text, endedAt }: Record<string, unknown>): KeptReceipt | undefined {
  const known = purposes.find((each) => each === purpose);
  if (known === undefined) return undefined;
  return {
    purpose: known,
    at: textOf(at),
    version: textOf(version),
    form: funnelOrigins.find((origin) => origin === form) ?? null,
    text: textOf(text),
    endedAt: textOf(endedAt),
  };
}

function readNewsletter(request: Record<string, unknown>): ReceiptsOfLead["newsletter"] {
  const { requestedAt, expiresAt, isExpired } = request;
  if (typeof requestedAt !== "string" || typeof expiresAt !== "string") return null;
  const confirmation = {
    confirmedAt: textOf(request.confirmedAt),
    unsubscribedAt: textOf(request.unsubscribedAt),
    version: textOf(request.version),
  };
  return { requestedAt, expiresAt, isExpired: isExpired === true, ...confirmation };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
