import type { FunnelOffer, SoldOffer } from "#domain/kernel/lead.ts";

/** The page of each offer. */
export const offerAddresses = {
  secretariat: "/secretariat",
  suiviclient: "/suivi-client",
  marketing: "/marketing",
  closing: "/closing",
  conferences: "/conferences",
} as const satisfies Record<SoldOffer, `/${string}`>;

export type OfferAddress = (typeof offerAddresses)[SoldOffer];

/** Where an offer is asked for, in its funnel. */
export const signUpAddresses = {
  secretariat: "/inscription-secretariat",
  suiviclient: "/inscription-suiviclient",
  marketing: "/inscription-marketing",
} as const satisfies Record<FunnelOffer, `/inscription-${FunnelOffer}`>;

export type SignUpAddress = (typeof signUpAddresses)[FunnelOffer];
