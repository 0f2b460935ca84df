import * as z from "zod";

import { isWebAddress, linkedSales, type PaymentLinkEntry } from "#domain/site/site-config.ts";
import type { PaymentLinks } from "#domain/site/site-settings.ts";
import { funnelOffers, orderForms } from "#domain/kernel/lead.ts";
import { recordOf } from "#kit/record-of.ts";
import { failed, ok, type Result } from "#kit/result.ts";

const link = z.string().refine(isWebAddress, "that is no address that begins with https://.");

const perVolume = z.record(z.string().regex(/^[1-9]\d{0,5}$/), link);
const linkOrVolumes = z.union([link, perVolume]);

const paymentLinksShape = z.strictObject({
  ...recordOf(funnelOffers, () => linkOrVolumes.optional()),
  ...recordOf(orderForms, () => link.optional()),
  secretariat: perVolume.default({}),
  formation: linkOrVolumes.optional(),
  custom: link.optional(),
} satisfies Record<keyof PaymentLinks, z.ZodType>);

/** Reads the JSON of `PAYMENT_LINKS_FILE`. Problems are sentences that name the entry. */
export function readPaymentLinks(text: string): Result<PaymentLinkEntry[], string[]> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failed(["PAYMENT_LINKS_FILE is not JSON."]);
  }
  const links = paymentLinksShape.safeParse(json);
  if (links.success) return ok(entriesOf(links.data));
  return failed(
    links.error.issues.map(
      (issue) => `PAYMENT_LINKS_FILE: ${issue.path.join(".") || "the whole file"}: ${issue.message}`,
    ),
  );
}

function entriesOf(links: z.output<typeof paymentLinksShape>): PaymentLinkEntry[] {
  return linkedSales.flatMap((sells): PaymentLinkEntry[] => {
    const linked = links[sells];
    if (linked === undefined) return [];
    if (typeof linked === "string") return [{ sells, url: linked }];
    return Object.entries(linked).map(([volume, url]) => ({ sells, volume: Number(volume), url }));
  });
}
