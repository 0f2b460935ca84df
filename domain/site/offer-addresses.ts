import { type FunnelOffer, isFunnelOffer, type SoldOffer } from "#domain/kernel/lead.ts";

/** Pages that are not at the name of their offer. */
const otherAddresses = { suiviclient: "/suivi-client" } as const;

type AddressOf<Offer extends SoldOffer> = Offer extends keyof typeof otherAddresses
  ? (typeof otherAddresses)[Offer]
  : `/${Offer}`;

export type OfferAddress = AddressOf<SoldOffer>;

const isElsewhere = (offer: SoldOffer): offer is keyof typeof otherAddresses => offer in otherAddresses;

/** The page of an offer. */
export function offerAddress(offer: SoldOffer): OfferAddress {
  return isElsewhere(offer) ? otherAddresses[offer] : `/${offer}`;
}

export type SignUpAddress = `/inscription-${FunnelOffer}`;

/** Where an offer is asked for, in its funnel. */
export function signUpAddress(offer: FunnelOffer): SignUpAddress {
  return `/inscription-${offer}`;
}

/** Where an offer is ordered: in its funnel, or by the form of its page. */
export function orderAddress(offer: SoldOffer): OfferAddress | SignUpAddress {
  return isFunnelOffer(offer) ? signUpAddress(offer) : offerAddress(offer);
}
