import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { ConfigurationForm } from "#subjects/funnel/site/steps/configuration-form.tsx";
import { OptionalVoice } from "#subjects/funnel/site/steps/optional-voice.tsx";
import { VolumeQuestion } from "#subjects/funnel/site/steps/volume-question.tsx";
import { VolumeToDiscuss } from "#subjects/funnel/site/steps/volume-to-discuss.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { TextArea } from "#app/ui/form/field.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { followUpCopy as copy, wordsOfClients } from "#subjects/offers/words/follow-up/follow-up-funnel.ts";
import {
  type FollowUpField,
  readFollowUpConfiguration,
  shownActiveClients,
} from "#subjects/funnel/rules/follow-up-configuration.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { maxLengthOf } from "#subjects/funnel/rules/questions.ts";
import {
  followUpTierOf,
  followUpVolumes,
  nearestActiveClients,
  pricePerClient,
} from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";

/** Step 3 of the customer follow-up. */
export function ConfigurationStep(step: StepProps) {
  const { state } = step;
  return (
    <ConfigurationForm<FollowUpField> {...step} copy={copy} read={readFollowUpConfiguration}>
      {({ answer, problemOf }) => (
        <>
          <ClientVolume
            activeClients={state.activeClientsPerMonth}
            isTraining={state.audience === "formation"}
            site={step.site}
            onChange={(activeClientsPerMonth) => answer({ activeClientsPerMonth })}
          />
          <Checkbox
            name="audience"
            isChecked={state.audience === "formation"}
            onChange={(isTraining) => answer({ audience: isTraining ? "formation" : "" })}
          >
            {copy.training.question}
          </Checkbox>
          <TextArea
            name="clientFollowupGoals"
            label={copy.goals}
            hint={copy.goalsHint}
            rows={4}
            maxLength={maxLengthOf("clientFollowupGoals")}
            placeholder={copy.goalsExample}
            required
            value={state.clientFollowupGoals}
            onChange={(clientFollowupGoals) => answer({ clientFollowupGoals })}
            problem={problemOf("clientFollowupGoals")}
          />
          <OptionalVoice voice={state.voice} onChange={(voice) => answer({ voice })} />
        </>
      )}
    </ConfigurationForm>
  );
}

type ClientVolumeProps = {
  activeClients: number;
  isTraining: boolean;
  site: FunnelSite;
  onChange: (activeClients: number) => void;
};

function ClientVolume({ activeClients, isTraining, site, onChange }: ClientVolumeProps) {
  const words = wordsOfClients(isTraining).volume;
  const volume = nearestActiveClients(shownActiveClients(activeClients));
  const tier = followUpTierOf(volume, pricesOn(site, site.today));
  const price = tier ? formatEuros(tier.monthlyExcludingTax) : "";
  return (
    <VolumeQuestion
      name="activeClientsPerMonth"
      copy={words}
      steps={followUpVolumes.map(formatCount)}
      index={followUpVolumes.findIndex((each) => each === volume)}
      price={price}
      priceNote={tier ? words.perMonth(formatEuros(pricePerClient(tier))) : ""}
      valueText={words.inWords(formatCount(volume), price)}
      onChange={(next) => onChange(followUpVolumes[next] ?? volume)}
    >
      <VolumeToDiscuss site={site} offer="suiviclient" volume={volume} />
    </VolumeQuestion>
  );
}
