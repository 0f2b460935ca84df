import * as z from "zod";

import type { PaymentLinks } from "#domain/site/site-settings.ts";
import { funnelOffers, orderForms } from "#domain/kernel/lead.ts";
import { recordOf } from "#kit/record-of.ts";
import { failed, ok, type Result } from "#kit/result.ts";

const link = z.url({ protocol: /^https?$/ });

const perVolume = z.record(z.string().regex(/^\d+$/), link);
const linkOrVolumes = z.union([link, perVolume]);

const paymentLinksShape = z.strictObject({
  ...recordOf(funnelOffers, () => linkOrVolumes.optional()),
  ...recordOf(orderForms, () => link.optional()),
  secretariat: perVolume.default({}),
  formation: linkOrVolumes.optional(),
  custom: link.optional(),
} satisfies Record<keyof PaymentLinks, z.ZodType>);

/** Reads the JSON of `PAYMENT_LINKS_FILE`. Problems are sentences that name the entry. */
export function readPaymentLinks(text: string): Result<PaymentLinks, string[]> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failed(["PAYMENT_LINKS_FILE is not JSON."]);
  }
  const links = paymentLinksShape.safeParse(json);
  if (links.success) return ok(links.data as PaymentLinks);
  return failed(
    links.error.issues.map(
      (issue) => `PAYMENT_LINKS_FILE: ${issue.path.join(".") || "the whole file"}: ${issue.message}`,
    ),
  );
}
