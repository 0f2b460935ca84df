/** Where a lead comes from. `general` is for leads made outside the site. */
export const funnelOrigins = ["general", "secretariat", "marketing", "suiviclient", "closing", "conferences"] as const;
export type FunnelOrigin = (typeof funnelOrigins)[number];

export const leadStatuses = ["to_contact", "contacted", "client", "inactive"] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** The three offers sold through a five-step funnel. */
export const funnelOffers = ["secretariat", "suiviclient", "marketing"] as const satisfies readonly FunnelOrigin[];
export type FunnelOffer = (typeof funnelOffers)[number];

/** The business of who registers for a conference, as receivers know it: the form does not ask. */
export const conferenceBusinessType = "lawyer";
