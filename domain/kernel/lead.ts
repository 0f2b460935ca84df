/** Where a lead comes from. `general` is for leads made outside the site. */
export const funnelOrigins = ["general", "secretariat", "marketing", "suiviclient", "closing", "conferences"] as const;
export type FunnelOrigin = (typeof funnelOrigins)[number];

/** An offer: it has a price of its own and is paid online. `suiviclient` is called follow-up in code. */
export type SoldOffer = Exclude<FunnelOrigin, "general">;

export function isSoldOffer(offer: unknown): offer is SoldOffer {
  return soldOffers.some((each) => each === offer);
}

export const soldOffers = funnelOrigins.filter((origin) => origin !== "general");

export const leadStatuses = ["to_contact", "contacted", "client", "inactive"] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** Neither prepared nor paid any more; the team may take them up again. SQL: `private.is_closed`. */
export const closedStatuses: readonly LeadStatus[] = ["inactive"];

/** Why a lead is closed, where the team says so. */
export const inactiveReasons = ["price", "later", "elsewhere", "unreachable", "no_need", "other"] as const;
export type InactiveReason = (typeof inactiveReasons)[number];

/** The three offers sold through a five-step funnel. */
export const funnelOffers = ["secretariat", "suiviclient", "marketing"] as const satisfies readonly FunnelOrigin[];
export type FunnelOffer = (typeof funnelOffers)[number];

export function isFunnelOffer(offer: unknown): offer is FunnelOffer {
  return funnelOffers.some((each) => each === offer);
}

/** The offers that are ordered on their own page, by a form. */
export type OrderFormName = Exclude<SoldOffer, FunnelOffer>;
export const orderForms = soldOffers.filter((offer): offer is OrderFormName => !isFunnelOffer(offer));

/** The business of who registers for a conference, as receivers know it: the form does not ask. */
export const conferenceBusinessType = "lawyer";
