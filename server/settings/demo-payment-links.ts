import { demoPaymentPath } from "#domain/contracts/demo-page.ts";
import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import { followUpTiers } from "#domain/offers/follow-up/follow-up-tiers.ts";
import { marketingVolumes } from "#domain/offers/marketing/contact-volumes.ts";
import { secretariatTiers } from "#domain/offers/secretariat/secretariat-tiers.ts";

/** Every offer but the largest secretariat volume, so that "not yet available" can be seen too. */
export function demoPaymentLinks(origin: string): PaymentLinks {
  const page = (offer: string) => `${origin}${demoPaymentPath}/${offer}`;
  const volumes = secretariatTiers.map((tier) => tier.callsPerDay).filter((calls) => calls !== 1000);
  return {
    secretariat: Object.fromEntries(volumes.map((calls) => [calls, page(`secretariat/${calls}`)])),
    marketing: Object.fromEntries(marketingVolumes.map((contacts) => [contacts, page(`marketing/${contacts}`)])),
    suiviclient: Object.fromEntries(
      followUpTiers.map(({ activeClientsPerMonth: clients }) => [clients, page(`suiviclient/${clients}`)]),
    ),
    closing: page("closing"),
    conferences: page("conferences"),
    custom: page("custom"),
  };
}
