import * as z from "zod/mini";

import { foldAccents } from "#kit/fold-accents.ts";
import { isSiren, sirenLength } from "#domain/kernel/siren.ts";

const maybe = z.catch(z.nullish(z.string()), null);

const payerShape = z.object({
  name: maybe,
  address: z.catch(
    z.nullish(z.object({ line1: maybe, line2: maybe, postal_code: maybe, city: maybe, state: maybe, country: maybe })),
    null,
  ),
  tax_ids: z.catch(z.array(z.object({ type: z.string(), value: z.string() })), []),
});

/** Who paid, as they told the payment provider: under its own names, as `private.payment_events` keeps it. */
export type Payer = z.infer<typeof payerShape>;

/** The company of an order: what was typed, and what the register said of it. */
export type OrderedCompany = {
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
  companyLegalName: string | null;
  companySiren: string | null;
  companyAddress: string | null;
};

/** What an invoice would say otherwise than the order. */
export type PayerDifference = "name" | "siren" | "address";

/** @returns undefined of what is no payer, or says nothing */
export function readPayer(value: unknown): Payer | undefined {
  const read = payerShape.safeParse(value);
  if (!read.success) return undefined;
  const { name, tax_ids: taxIds } = read.data;
  return name || taxIds.length > 0 || addressOf(read.data) !== "" ? read.data : undefined;
}

/** On one line; empty where none was asked. */
export function addressOf({ address }: Payer): string {
  if (!address) return "";
  const { line1, line2, postal_code: postcode, city, country } = address;
  const town = [postcode, city].filter(Boolean).join(" ");
  return [line1, line2, town, country === "FR" ? null : country].filter(Boolean).join(", ");
}

/** Of a French VAT number its last nine digits; of a SIREN or a SIRET its first. */
export function sirenOf({ tax_ids: taxIds }: Payer): string | undefined {
  const found = taxIds.map(({ value }) => {
    const number = value.replaceAll(/[\s.]/g, "").toUpperCase();
    const [, inVat] = /^FR[\dA-Z]{2}(\d{9})$/.exec(number) ?? [];
    return inVat ?? (/^(\d{9}|\d{14})$/.test(number) ? number.slice(0, sirenLength) : "");
  });
  return found.find(isSiren);
}

/**
 * What the payer told the provider otherwise than the order says. What either of them leaves out differs in nothing,
 * and a name is another only where neither is a part of the other.
 */
export function payerDifferences(payer: Payer, order: OrderedCompany): PayerDifference[] {
  const siren = sirenOf(payer);
  const names = [
    order.companyLegalName,
    order.companyName,
    `${order.firstName ?? ""} ${order.lastName ?? ""}`,
    `${order.lastName ?? ""} ${order.firstName ?? ""}`,
  ].flatMap((name) => plain(name) || []);
  const given = plain(payer.name);
  const isOtherName =
    given !== "" && names.length > 0 && !names.some((name) => name.includes(given) || given.includes(name));
  const postcode = payer.address?.postal_code?.trim();
  const ordered = order.companyAddress?.match(/\b\d{5}\b/g)?.at(-1);
  const isOtherSiren = siren !== undefined && order.companySiren !== null && siren !== order.companySiren;
  return [
    ...(isOtherName ? (["name"] as const) : []),
    ...(isOtherSiren ? (["siren"] as const) : []),
    ...(postcode && ordered && postcode !== ordered ? (["address"] as const) : []),
  ];
}

function plain(name: string | null | undefined): string {
  return foldAccents(name ?? "")
    .replaceAll("&", "et")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
