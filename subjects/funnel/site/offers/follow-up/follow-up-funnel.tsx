import { SideChoice, SidePoints } from "#subjects/funnel/site/frame/side-facts.tsx";
import { SignupFunnel } from "#subjects/funnel/site/signup-funnel.tsx";
import type { OfferModule, StepProps, SummaryRow } from "#subjects/funnel/site/offers/offer-module.ts";
import { answerRows } from "#subjects/funnel/site/steps/answer-rows.ts";
import { voiceInWords } from "#subjects/funnel/site/steps/optional-voice.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { volumeWords } from "#subjects/offers/words/general/volume-words.ts";
import { followUpCopy as copy, wordsOfClients } from "#subjects/offers/words/follow-up/follow-up-funnel.ts";
import { priceCopy } from "#subjects/funnel/words/funnel.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import { chosenActiveClients, shownActiveClients } from "#subjects/funnel/rules/follow-up-configuration.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { nearestActiveClients } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { priceOf } from "#subjects/offers/rules/schedule.ts";
import { trainingAudience } from "#subjects/offers/rules/follow-up/training.ts";

import { ConfigurationStep } from "./configuration-step.tsx";
import { SummaryPrice } from "./summary-price.tsx";

export const followUpFunnel: OfferModule = {
  offer: "suiviclient",
  sideTitle: ({ audience }) => (audience === trainingAudience ? copy.training.sideTitle : copy.sideTitle),
  SideDetails,
  ConfigurationStep,
  SummaryPrice,
  configurationRows,
  Funnel: FollowUpFunnel,
};

function FollowUpFunnel({ site }: { site: FunnelSite }) {
  return <SignupFunnel module={followUpFunnel} site={site} />;
}

function SideDetails({ state, site }: Pick<StepProps, "state" | "site">) {
  const isTraining = state.audience === trainingAudience;
  if (state.step !== 3)
    return <SidePoints points={isTraining ? [copy.training.trial, ...copy.sidePoints] : copy.sidePoints} />;
  const clients = nearestActiveClients(shownActiveClients(state.activeClientsPerMonth));
  const price = priceOf({ offer: "suiviclient", volume: clients }, pricesOn(site, site.today)) ?? 0;
  return (
    <SideChoice
      facts={[
        { label: copy.sideVolume, value: wordsOfClients(isTraining).clients(formatCount(clients)) },
        { label: copy.sidePrice, value: priceCopy.excludingTax(formatEuros(price)) },
      ]}
    />
  );
}

function configurationRows(state: FunnelState): SummaryRow[] {
  const clients = formatCount(chosenActiveClients(state.activeClientsPerMonth));
  return answerRows(state, {
    activeClientsPerMonth:
      state.audience === trainingAudience
        ? volumeWords.traineesPerMonth(clients)
        : volumeWords.activeClientsPerMonth(clients),
    audience: state.audience && answerWords.audience[state.audience],
    voice: voiceInWords(state.voice),
  });
}
