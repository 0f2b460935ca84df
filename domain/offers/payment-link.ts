import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import { canonicalEmail } from "#domain/kernel/email-address.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";

type SoldOnline = Exclude<FunnelOrigin, "general">;

/** What the page calls itself that gives training bodies the free days of the follow-up, in its metadata. */
export const trainingLink = "formation";

/**
 * The configured payment link of an offer; undefined while it is not available.
 *
 * @param volume calls per day for the secretariat, clients per month for the follow-up
 */
export function paymentLinkOf(links: PaymentLinks, offer: SoldOnline, volume: number): string | undefined {
  const configured = links[offer];
  if (configured === undefined || typeof configured === "string") return configured || undefined;
  const ofVolume = Object.hasOwn(configured, String(volume)) ? configured[String(volume)] : undefined;
  return ofVolume || undefined;
}

/** Whether some volume of the offer can be paid. */
export function hasPaymentLink(links: PaymentLinks, offer: SoldOnline): boolean {
  const configured = links[offer];
  return typeof configured === "object" ? Object.values(configured).some(Boolean) : Boolean(configured);
}

/**
 * The address to leave for: the link, whatever query or fragment it has, plus the e-mail to prefill, in its one form, and our
 * reference.
 *
 * @throws TypeError when the configured link is no address
 */
export function paymentAddress(link: string, { email, reference }: { email: string; reference: string }): string {
  const address = new URL(link);
  address.searchParams.set("prefilled_email", canonicalEmail(email));
  address.searchParams.set("client_reference_id", reference);
  return address.href;
}
