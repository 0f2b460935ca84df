import type { CookiePurpose } from "./cookie-consent.ts";
import type { CivilDate } from "#kit/civil-date.ts";

import type { Seller } from "./legal-identity.ts";
import type { PaymentSchedule } from "#domain/kernel/payment-schedule.ts";

/** What the pages of the demonstration's stand-ins show. The server fills it, `app/demo` draws it. */
export type DemoPage =
  | ({ name: "workshop" } & Workshop)
  | ({ name: "payment" } & PaymentRequest)
  | { name: "payment-refused"; backUrl: string }
  | { name: "payment-down" }
  | { name: "invoice"; invoice: DemoInvoice; seller: Seller }
  | { name: "invoice-expired" }
  | { name: "sign-in"; uid: string; accounts: DemoAccount[] }
  | { name: "sign-in-expired" };

export const demoSwitchStates = {
  webhooks: ["ok", "down", "slow", "500", "410"],
  mail: ["ok", "down"],
  sms: ["ok", "down"],
  identity: ["ok", "refuse", "error"],
  payments: ["ok", "down"],
  register: ["ok", "slow", "down"],
  api: ["ok", "down"],
} as const;

/** Where the stand-in for the payment provider is, before an offer and maybe a volume. */
export const demoPaymentPath = "/demo/paiement";

export type DemoSwitchName = keyof typeof demoSwitchStates;
export type DemoSwitches = { [Name in DemoSwitchName]: (typeof demoSwitchStates)[Name][number] };

export type Workshop = {
  switches: DemoSwitches;
  mails: ReceivedMail[];
  texts: ReceivedText[];
  webhooks: ReceivedWebhook[];
  payments: DemoPayment[];
  visits: TrackedVisit[];
};

export type DemoAccount = { email: string; name: string; isEmailVerified: boolean };

export type ReceivedMail = {
  id: string;
  /** ISO 8601, as every `receivedAt` here. */
  receivedAt: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Those it brought beside the usual ones, by name. */
  headers: Record<string, string>;
};

/** A text message as a phone shows it. */
export type ReceivedText = {
  /** Digits of the number, country first. */
  to: string;
  body: string;
  otp: string;
  /** ISO 8601. */
  at: string;
};

export type ReceivedWebhook = {
  id: string;
  receivedAt: string;
  topic: "lead" | "sign-in";
  /** The `webhook-id` header: the same on every try of one event. */
  webhookId: string;
  isSignatureValid: boolean;
  /** What the receiver answered. */
  status: number;
  body: unknown;
};

export type PaymentRequest = {
  offer: string;
  volume: string | undefined;
  /** Of a training body, as its order says. */
  isTraining: boolean;
  /** What is paid when; undefined where the price is not known. */
  plan: PaymentSchedule | undefined;
  email: string;
  reference: string;
  payer: DemoPayer;
};

/** What a page that collects addresses and tax numbers asks; empty texts where nothing was given. */
export type DemoPayer = { name: string; line1: string; postalCode: string; city: string; vatNumber: string };

/** As `/demo/payments.json` lists it. Amounts in cents, tax included; null and empty where the price is not known. */
export type DemoPayment = Omit<PaymentRequest, "plan"> & {
  id: string;
  receivedAt: string;
  status: "paid" | "refused";
  amount_due_today: number | null;
  schedule: { date: CivilDate; amount: number }[];
  /** What is charged again each month; null where nothing is. */
  subscription: string | null;
};

/** What the stand-in of the payment provider says of a payment when it is told to, by the provider's own names. */
export const demoBillingTypes = [
  "invoice.payment_failed",
  "invoice.paid",
  "charge.refunded",
  "charge.dispute.created",
  "credit_note.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
] as const;
export type DemoBillingType = (typeof demoBillingTypes)[number];

/** As `/demo/invoices.json` lists it. Amount in cents, tax included. */
export type DemoInvoice = Pick<DemoPayment, "offer" | "volume" | "isTraining" | "email" | "subscription" | "payer"> & {
  id: string;
  /** Which payment it goes on from. */
  payment: string;
  number: string;
  /** Of the payer, as the VAT number has it. */
  siren: string | null;
  /** Also the day on which it is due: it is paid when it is made. */
  issuedOn: CivilDate;
  /** What it is for: the month that begins that day, or the one service; null of what is free until the next. */
  period: { from: CivilDate; until: CivilDate } | null;
  amount: number;
};

/** What a tracker was told, after the visitor's consent. */
export type TrackedVisit = {
  id: string;
  receivedAt: string;
  purpose: CookiePurpose;
  event: string;
  /** Address of the page, without its query. */
  page: string;
};
