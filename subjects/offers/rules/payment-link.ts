import type { PaymentLinks } from "#domain/site/site-settings.ts";
import { canonicalEmail } from "#kit/email-address.ts";
import type { SoldOffer } from "#domain/kernel/lead.ts";

import type { Purchase } from "./base/offer.ts";
import { offers } from "./registry.ts";

/** The configured payment link of what is bought; undefined while it is not available. */
export function paymentLinkOf(
  links: PaymentLinks,
  { offer, volume, isTraining = false }: Purchase,
): string | undefined {
  return offers[offer]
    .linkNames(isTraining)
    .map((name) => linkFor(links[name], volume))
    .find((link) => link !== undefined);
}

function linkFor(configured: string | Record<string, string> | undefined, volume: number): string | undefined {
  if (configured === undefined || typeof configured === "string") return configured || undefined;
  const ofVolume = Object.hasOwn(configured, String(volume)) ? configured[String(volume)] : undefined;
  return ofVolume || undefined;
}

/** Whether some volume of the offer can be paid. */
export function hasPaymentLink(links: PaymentLinks, offer: SoldOffer): boolean {
  const configured = links[offer];
  return typeof configured === "object" ? Object.values(configured).some(Boolean) : Boolean(configured);
}

/**
 * The address to leave for: the link, whatever query or fragment it has, plus the e-mail to prefill, in its one form,
 * and our reference.
 *
 * @throws TypeError when the configured link is no address
 */
export function paymentAddress(link: string, { email, reference }: { email: string; reference: string }): string {
  const address = new URL(link);
  address.searchParams.set("prefilled_email", canonicalEmail(email));
  address.searchParams.set("client_reference_id", reference);
  return address.href;
}
