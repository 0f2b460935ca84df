import { SideChoice, SidePoints } from "#subjects/funnel/site/frame/side-facts.tsx";
import { SignupFunnel } from "#subjects/funnel/site/signup-funnel.tsx";
import type { OfferModule, StepProps, SummaryRow } from "#subjects/funnel/site/offers/offer-module.ts";
import { answerRows } from "#subjects/funnel/site/steps/answer-rows.ts";
import { voiceInWords } from "#subjects/funnel/site/steps/optional-voice.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { priceCopy } from "#subjects/funnel/words/funnel.ts";
import { marketingCopy as copy } from "#subjects/offers/words/marketing/marketing-funnel.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { chosenContacts } from "#subjects/funnel/rules/marketing-configuration.ts";
import { marketingPrice } from "#subjects/offers/rules/marketing/contact-volumes.ts";

import { ConfigurationStep } from "./configuration-step.tsx";
import { SummaryPrice } from "./summary-price.tsx";

export const marketingFunnel: OfferModule = {
  offer: "marketing",
  sideTitle: () => copy.sideTitle,
  SideDetails,
  ConfigurationStep,
  SummaryPrice,
  configurationRows,
  Funnel: MarketingFunnel,
};

function MarketingFunnel({ site }: { site: FunnelSite }) {
  return <SignupFunnel module={marketingFunnel} site={site} />;
}

function SideDetails({ state, site }: Pick<StepProps, "state" | "site">) {
  if (state.step !== 3) return <SidePoints points={copy.sidePoints} />;
  const contacts = chosenContacts(state);
  const prices = pricesOn(site, site.today);
  const facts =
    contacts === undefined
      ? [{ label: copy.sideEach, value: priceCopy.excludingTax(formatEuros(prices.marketing)) }]
      : [
          { label: copy.sideVolume, value: copy.contacts(formatCount(contacts)) },
          { label: copy.sidePrice, value: priceCopy.excludingTax(formatEuros(marketingPrice(contacts, prices))) },
        ];
  return <SideChoice facts={facts} />;
}

function configurationRows(state: FunnelState, site: FunnelSite): SummaryRow[] {
  const prices = pricesOn(site, site.today);
  const { prospectsPerMonth, currentClients, voice } = state;
  const contacts = chosenContacts(state);
  return answerRows(state, {
    contactsPerMonth: contacts
      ? copy.summary.monthly(formatCount(contacts), formatEuros(marketingPrice(contacts, prices)))
      : "",
    prospectsPerMonth: prospectsPerMonth && answerWords.prospectsPerMonth[prospectsPerMonth],
    currentClients: currentClients && answerWords.currentClients[currentClients],
    voice: voiceInWords(voice),
  });
}
