import * as z from "zod";

import { dayOfSite } from "#kit/civil-date.ts";
import type { ServerContext } from "#server/context/context.ts";

import { providerId } from "#subjects/payments/contract/payments.ts";

import { relatedId, shortText, subscriptionOfParent } from "./provider-shapes.ts";

const invoiceShape = z.object({
  id: providerId,
  type: z.literal("invoice.paid"),
  data: z.object({
    object: z.object({
      id: providerId,
      number: shortText(255).min(1).nullish().catch(null),
      hosted_invoice_url: shortText(2048)
        .pipe(z.url({ protocol: /^https?$/ }))
        .nullish()
        .catch(null),
      amount_paid: z.int(),
      currency: shortText(10).min(1),
      subscription: relatedId,
      parent: subscriptionOfParent,
    }),
  }),
});

/** `invoice.paid`, as the provider sends it. */
export type InvoiceEvent = z.infer<typeof invoiceShape>;

/** @returns undefined for an event about something else, and for an invoice of nothing, as that of a trial */
export function readPaidInvoice(event: unknown): InvoiceEvent | undefined {
  const { data: invoice } = invoiceShape.safeParse(event);
  return invoice && invoice.data.object.amount_paid > 0 ? invoice : undefined;
}

/** Stores an invoice, whether its payment or subscription is known already or comes later. */
export async function recordInvoice(context: ServerContext, { id: event, data }: InvoiceEvent): Promise<void> {
  const { db, log, now, settings } = context;
  const { id, number, hosted_invoice_url: url, amount_paid, currency, subscription, parent } = data.object;
  const row = {
    id,
    number,
    url: url && isReadable(url, settings.site.origin) ? url : null,
    subscription: parent?.subscription_details?.subscription ?? subscription,
    amount_cents: amount_paid,
    currency: currency.toLowerCase(),
    paid_on: dayOfSite(settings, now()),
  };
  const { rows } = await db.asServer((tx) =>
    tx.query<{ outcome: string }>(
      "select private.record_invoice(jsonb_populate_record(null::private.invoices, $1::jsonb)) as outcome",
      [JSON.stringify(row)],
    ),
  );
  log.info({ event, outcome: rows[0]?.outcome }, "an invoice was received");
}

/** The demonstration's stand-in may answer without TLS, as the site does. */
function isReadable(url: string, origin: string): boolean {
  return url.startsWith("https://") || new URL(url).origin === origin;
}
