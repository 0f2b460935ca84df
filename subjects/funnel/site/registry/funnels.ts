import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { OfferModule } from "#subjects/funnel/site/offers/offer-module.ts";

/** An island for each offer, and a file: a visitor downloads the questions of one offer only. */
export const funnels = {
  secretariat: {
    island: "SecretariatFunnel",
    load: async () =>
      (await import("#subjects/funnel/site/offers/secretariat/secretariat-funnel.tsx")).secretariatFunnel,
  },
  suiviclient: {
    island: "FollowUpFunnel",
    load: async () => (await import("#subjects/funnel/site/offers/follow-up/follow-up-funnel.tsx")).followUpFunnel,
  },
  marketing: {
    island: "MarketingFunnel",
    load: async () => (await import("#subjects/funnel/site/offers/marketing/marketing-funnel.tsx")).marketingFunnel,
  },
} as const satisfies Record<FunnelOffer, { island: string; load: () => Promise<OfferModule> }>;

export type FunnelIsland = (typeof funnels)[FunnelOffer]["island"];
