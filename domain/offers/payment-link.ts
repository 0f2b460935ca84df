import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import { canonicalEmail } from "#kit/email-address.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";

type SoldOnline = Exclude<FunnelOrigin, "general">;

/** The page that gives training bodies the free days of the follow-up, here and in its metadata. */
export const trainingLink = "formation";

/**
 * The configured payment link of an offer; undefined while it is not available.
 *
 * @param volume calls per day for the secretariat, clients per month for the follow-up
 * @param isTraining for the follow-up of a training body
 */
export function paymentLinkOf(
  links: PaymentLinks,
  offer: SoldOnline,
  volume: number,
  isTraining = false,
): string | undefined {
  const ofTraining = offer === "suiviclient" && isTraining ? linkFor(links[trainingLink], volume) : undefined;
  return ofTraining ?? linkFor(links[offer], volume);
}

function linkFor(configured: string | Record<string, string> | undefined, volume: number): string | undefined {
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
