import { Box } from "#app/ui/layout.tsx";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { ConfigurationForm } from "#subjects/funnel/site/steps/configuration-form.tsx";
import { VolumeFigure, VolumeFigures, volumeTitleClasses } from "#subjects/funnel/site/steps/volume-figures.tsx";
import { VolumeQuestion } from "#subjects/funnel/site/steps/volume-question.tsx";
import { VolumeToDiscuss } from "#subjects/funnel/site/steps/volume-to-discuss.tsx";
import { OptionalVoice } from "#subjects/funnel/site/steps/optional-voice.tsx";
import { RadioCards } from "#app/ui/form/choice.tsx";
import { TextArea } from "#app/ui/form/field.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { marketingCopy as copy } from "#subjects/offers/words/marketing/marketing-funnel.ts";
import { type ClientsRange, clientsRanges } from "#subjects/funnel/rules/choices.ts";
import {
  type ProspectsRange,
  prospectsRanges,
  volumesOfRange,
} from "#subjects/offers/rules/marketing/prospects-ranges.ts";
import type { FunnelAnswers } from "#subjects/funnel/rules/answers.ts";
import {
  chosenContacts,
  type MarketingField,
  readMarketingConfiguration,
} from "#subjects/funnel/rules/marketing-configuration.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import type { Prices } from "#domain/site/prices.ts";
import { maxLengthOf } from "#subjects/funnel/rules/questions.ts";
import { marketingPrice, marketingVolumes } from "#subjects/offers/rules/marketing/contact-volumes.ts";

const prospectsOptions = prospectsRanges.map((value) => ({ value, label: answerWords.prospectsPerMonth[value] }));
const clientsOptions = clientsRanges.map((value) => ({ value, label: answerWords.currentClients[value] }));

/** Step 3 of marketing. */
export function ConfigurationStep(step: StepProps) {
  const { state } = step;
  return (
    <ConfigurationForm<MarketingField> {...step} copy={copy} read={readMarketingConfiguration}>
      {({ answer, problemOf }) => (
        <>
          <RadioCards
            name="prospectsPerMonth"
            legend={copy.prospects}
            hint={`${copy.prospectsHint} ${copy.excluded}`}
            options={prospectsOptions}
            value={state.prospectsPerMonth}
            onChange={(range) => answer({ prospectsPerMonth: range as ProspectsRange, contactsPerMonth: 0 })}
            problem={problemOf("prospectsPerMonth")}
            required
          />
          <ContactVolume state={state} site={step.site} onChange={answer} />
          <RadioCards
            name="currentClients"
            legend={copy.clients}
            options={clientsOptions}
            value={state.currentClients}
            onChange={(range) => answer({ currentClients: range as ClientsRange })}
            problem={problemOf("currentClients")}
            required
          />
          <TextArea
            name="marketingNeeds"
            label={copy.needs}
            hint={copy.needsHint}
            rows={4}
            maxLength={maxLengthOf("marketingNeeds")}
            required
            value={state.marketingNeeds}
            onChange={(marketingNeeds) => answer({ marketingNeeds })}
            problem={problemOf("marketingNeeds")}
          />
          <OptionalVoice voice={state.voice} onChange={(voice) => answer({ voice })} />
        </>
      )}
    </ConfigurationForm>
  );
}

type ContactVolumeProps = Pick<StepProps, "state" | "site"> & {
  onChange: (changes: Partial<FunnelAnswers>) => void;
};

/** The tiers of the chosen range, from its low end up; before a range is chosen, what one contact costs. */
function ContactVolume({ state, site, onChange }: ContactVolumeProps) {
  const contacts = chosenContacts(state);
  const prices = pricesOn(site, site.today);
  if (contacts === undefined) return <ContactPrice prices={prices} />;
  const volumes = volumesOfRange(state.prospectsPerMonth);
  const price = formatEuros(marketingPrice(contacts, prices));
  return (
    <VolumeQuestion
      name="contactsPerMonth"
      copy={copy.volume}
      steps={volumes.map(formatCount)}
      index={volumes.indexOf(contacts)}
      price={price}
      priceNote={copy.volume.perMonth(formatEuros(prices.marketing))}
      valueText={copy.volume.inWords(formatCount(contacts), price)}
      onChange={(next) => onChange({ contactsPerMonth: volumes[next] ?? contacts })}
    >
      <VolumeToDiscuss site={site} offer="marketing" volume={contacts} />
    </VolumeQuestion>
  );
}

const [smallest] = marketingVolumes;

function ContactPrice({ prices }: { prices: Prices }) {
  return (
    <Box
      as="section"
      paddingTop={24}
      paddingBottom={8}
      paddingInline="inset"
      className="card"
      aria-label={copy.price.title}
    >
      <h2 className={volumeTitleClasses}>{copy.price.title}</h2>
      <VolumeFigures>
        <VolumeFigure figure={formatEuros(prices.marketing)} note={copy.price.perContact} />
        <Box as="p" maxWidth="20ch" className="text-small leading-snug quiet right-aligned">
          {copy.price.usage(formatCount(smallest), formatEuros(marketingPrice(smallest, prices)))}
        </Box>
      </VolumeFigures>
    </Box>
  );
}
