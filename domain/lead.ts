/** Where a lead comes from. `general` is for leads made outside the site. */
export const funnelOrigins = ["general", "secretariat", "marketing", "suiviclient", "closing", "conferences"] as const;
export type FunnelOrigin = (typeof funnelOrigins)[number];

export const leadStatuses = ["to_contact", "contacted", "client", "inactive"] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** The three offers sold through a five-step funnel. */
export const funnelOffers = ["secretariat", "suiviclient", "marketing"] as const satisfies readonly FunnelOrigin[];
export type FunnelOffer = (typeof funnelOffers)[number];

/**
 * The origin that a page's path gives to the leads made there.
 *
 * Source: specification, section 4. Any other path reads as `secretariat`.
 */
export function funnelOriginOfPath(path: string): FunnelOrigin {
  if (path.includes("/inscription-secretariat")) return "secretariat";
  if (path.includes("/inscription-marketing")) return "marketing";
  if (path.includes("/inscription-suiviclient")) return "suiviclient";
  if (path.includes("/closing")) return "closing";
  return "secretariat";
}
