import type { ComponentType, FunctionComponent, ReactNode } from "react";

import type { FunnelActions } from "#subjects/funnel/site/machine/funnel-actions.ts";
import type { FunnelStore } from "#subjects/funnel/site/machine/funnel-store.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";

export type StepProps = { state: FunnelState; store: FunnelStore; actions: FunnelActions; site: FunnelSite };

/** One line of the summary. */
export type SummaryRow = { label: string; answer: ReactNode };

/** What differs from one offer to the other; steps 1, 2 and 4 and the frame are the same for all. */
export type OfferModule = {
  offer: FunnelOffer;
  sideTitle: (state: FunnelState) => readonly [string, string];
  /** Under the progress, in the side panel. */
  SideDetails: ComponentType<Pick<StepProps, "state" | "site">>;
  /** What the answers of step 3 make, beside them. */
  Preview?: ComponentType<{ state: FunnelState }>;
  ConfigurationStep: ComponentType<StepProps>;
  SummaryPrice: ComponentType<Pick<StepProps, "state" | "site">>;
  configurationRows: (state: FunnelState, site: FunnelSite) => SummaryRow[];
  /** All of it, as the island of its page. */
  Funnel: FunctionComponent<{ site: FunnelSite }>;
};
