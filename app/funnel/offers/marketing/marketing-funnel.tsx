import { SideChoice, SidePoints } from "#app/funnel/frame/side-facts.tsx";
import { SignupFunnel } from "#app/funnel/frame/signup-funnel.tsx";
import type { OfferModule, StepProps, SummaryRow } from "#app/funnel/offers/offer-module.ts";
import { answerRows } from "#app/funnel/steps/answer-rows.ts";
import { voiceInWords } from "#app/funnel/steps/optional-voice.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { answerWords } from "#content/answer-words.ts";
import { priceCopy, summaryCopy } from "#content/funnel.ts";
import { marketingCopy as copy } from "#content/marketing-funnel.ts";
import type { FunnelState } from "#domain/funnel/answers.ts";
import type { FunnelSite } from "#domain/funnel/funnel-site.ts";
import { chosenContacts } from "#domain/funnel/marketing-configuration.ts";
import { marketingPrice, pricePerContact } from "#domain/offers/marketing.ts";

import { ConfigurationStep } from "./configuration-step.tsx";
import { SummaryPrice } from "./summary-price.tsx";

const marketing: OfferModule = {
  offer: "marketing",
  sideTitle: copy.sideTitle,
  SideDetails,
  ConfigurationStep,
  SummaryPrice,
  configurationRows,
  // One link whatever the number of contacts.
  paidVolume: (state) => chosenContacts(state) ?? 0,
};

export function MarketingFunnel({ site }: { site: FunnelSite }) {
  return <SignupFunnel module={marketing} site={site} />;
}

function SideDetails({ state }: Pick<StepProps, "state">) {
  if (state.step !== 3) return <SidePoints points={copy.sidePoints} />;
  const contacts = chosenContacts(state);
  return (
    <SideChoice
      facts={[
        ...(contacts === undefined ? [] : [{ label: copy.sideVolume, value: copy.contacts(formatCount(contacts)) }]),
        { label: copy.sidePrice, value: priceCopy.excludingTax(formatEuros(pricePerContact)) },
      ]}
    />
  );
}

function configurationRows(state: FunnelState): SummaryRow[] {
  const { prospectsPerMonth, currentClients, voice } = state;
  const contacts = chosenContacts(state);
  const rows = answerRows(state, {
    prospectsPerMonth: prospectsPerMonth && answerWords.prospectsPerMonth[prospectsPerMonth],
    currentClients: currentClients && answerWords.currentClients[currentClients],
    voice: voiceInWords(voice),
  });
  if (contacts === undefined) return rows;
  const monthly = copy.summary.monthly(contacts, marketingPrice(contacts) / 100);
  return [{ label: summaryCopy.answers.volume, answer: monthly, step: 3 }, ...rows];
}
