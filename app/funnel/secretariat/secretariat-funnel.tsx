import type { OfferModule } from "#app/funnel/offer-module.ts";
import { SignupFunnel } from "#app/funnel/signup-funnel.tsx";
import { secretariatCopy } from "#content/secretariat-funnel.ts";
import type { FunnelSite } from "#domain/funnel/funnel-site.ts";
import { chosenCallsPerDay } from "#domain/funnel/secretariat-configuration.ts";
import { secretariatTierOf } from "#domain/offers/secretariat.ts";

import { ConfigurationStep } from "./configuration-step.tsx";
import { configurationRows } from "./configuration-rows.ts";
import { SideDetails } from "./side-details.tsx";
import { SummaryPrice } from "./summary-price.tsx";

const secretariat: OfferModule = {
  offer: "secretariat",
  sideTitle: secretariatCopy.sideTitle,
  SideDetails,
  ConfigurationStep,
  SummaryPrice,
  configurationRows,
  paidVolume: (state) => secretariatTierOf(chosenCallsPerDay(state.callsPerMonth))?.callsPerDay,
};

export function SecretariatFunnel({ site }: { site: FunnelSite }) {
  return <SignupFunnel module={secretariat} site={site} />;
}
