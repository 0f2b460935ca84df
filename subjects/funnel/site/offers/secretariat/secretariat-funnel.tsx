import { SignupFunnel } from "#subjects/funnel/site/signup-funnel.tsx";
import type { OfferModule } from "#subjects/funnel/site/offers/offer-module.ts";
import { secretariatCopy } from "#subjects/offers/words/secretariat/secretariat-funnel.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";

import { configurationRows } from "./configuration-rows.ts";
import { CallPreview } from "./call-preview.tsx";
import { ConfigurationStep } from "./configuration-step.tsx";
import { SideDetails } from "./side-details.tsx";
import { SummaryPrice } from "./summary-price.tsx";

export const secretariatFunnel: OfferModule = {
  offer: "secretariat",
  sideTitle: () => secretariatCopy.sideTitle,
  SideDetails,
  Preview: CallPreview,
  ConfigurationStep,
  SummaryPrice,
  configurationRows,
  Funnel: SecretariatFunnel,
};

function SecretariatFunnel({ site }: { site: FunnelSite }) {
  return <SignupFunnel module={secretariatFunnel} site={site} />;
}
