import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { ConfigurationForm } from "#subjects/funnel/site/steps/configuration-form.tsx";
import { VolumeQuestion } from "#subjects/funnel/site/steps/volume-question.tsx";
import { VolumeToDiscuss } from "#subjects/funnel/site/steps/volume-to-discuss.tsx";
import { RadioCards, RadioList } from "#app/ui/form/choice.tsx";
import { Field, TextArea } from "#app/ui/form/field.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { funnelCopy } from "#subjects/funnel/words/funnel.ts";
import { callPreviewCopy } from "#subjects/offers/words/secretariat/call-preview.ts";
import { secretariatCopy as copy } from "#subjects/offers/words/secretariat/secretariat-funnel.ts";
import { type Intention, intentions, openingHours, type Voice, voices } from "#subjects/funnel/rules/choices.ts";
import {
  readSecretariatConfiguration,
  type SecretariatField,
  shownCallsPerDay,
} from "#subjects/funnel/rules/secretariat-configuration.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { maxLengthOf } from "#subjects/funnel/rules/questions.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import {
  nearestCallsPerDay,
  pricePerCall,
  secretariatTierOf,
  secretariatVolumes,
} from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { besidePreview } from "#subjects/funnel/site/frame/side-panel.tsx";

import { CallPreview } from "./call-preview.tsx";
import { GreetingQuestion } from "./greeting-question.tsx";
import { VoiceSample } from "./voice-sample.tsx";

const intentionOptions = intentions.map((value) => ({
  value,
  label: answerWords.intention[value],
  detail: copy.intentionHints[value],
}));
const hoursOptions = openingHours.map((value) => ({ value, label: answerWords.businessHours[value] }));

/** Step 3 of the secretariat. */
export function ConfigurationStep(step: StepProps) {
  const { state } = step;
  const [hours = "", hoursDetail = ""] = state.businessHours;
  const isBeside = useMediaQuery(besidePreview);

  return (
    <ConfigurationForm<SecretariatField> {...step} copy={copy} read={readSecretariatConfiguration}>
      {({ answer, problemOf }) => (
        <>
          <CallVolume
            callsPerDay={state.callsPerMonth}
            site={step.site}
            onChange={(callsPerMonth) => answer({ callsPerMonth })}
          />
          <Stack gap={8}>
            <RadioCards
              name="voice"
              legend={copy.voice}
              hint={state.formErrors.voice ? undefined : copy.voiceHint}
              options={voiceOptions(step.site)}
              value={state.voice}
              onChange={(voice) => answer({ voice: voice as Voice })}
              problem={problemOf("voice")}
              required
            />
            {step.site.voiceSamples && <p className="text-caption faint">{copy.voiceSamples}</p>}
          </Stack>
          <GreetingQuestion
            greeting={state.welcomeMessage}
            company={state.companyName}
            voice={state.voice}
            onChange={(welcomeMessage) => answer({ welcomeMessage })}
            problem={problemOf("welcomeMessage")}
          />
          <Field
            name="knowledgeBaseUrl"
            label={copy.knowledgeBaseUrl}
            note={funnelCopy.optional}
            type="url"
            autoComplete="url"
            maxLength={maxLengthOf("knowledgeBaseUrl")}
            value={state.knowledgeBaseUrl}
            onChange={(knowledgeBaseUrl) => answer({ knowledgeBaseUrl })}
            problem={problemOf("knowledgeBaseUrl")}
          />
          <TextArea
            name="knowledgeBaseOwnText"
            label={copy.knowledgeBaseText}
            note={funnelCopy.optional}
            rows={3}
            maxLength={maxLengthOf("knowledgeBaseOwnText")}
            placeholder={copy.knowledgeBaseTextExample}
            value={state.knowledgeBaseOwnText}
            onChange={(knowledgeBaseOwnText) => answer({ knowledgeBaseOwnText })}
            problem={problemOf("knowledgeBaseOwnText")}
          />
          <RadioList
            name="intention"
            legend={copy.intention}
            options={intentionOptions}
            value={state.intention}
            onChange={(intention) => answer({ intention: intention as Intention })}
            problem={problemOf("intention")}
            required
          />
          {state.intention === "autres" && (
            <Field
              name="intentionDetail"
              label={copy.intentionDetail}
              maxLength={maxLengthOf("intentionDetail")}
              required
              value={state.intentionDetail}
              onChange={(intentionDetail) => answer({ intentionDetail })}
              problem={problemOf("intentionDetail")}
            />
          )}
          <RadioCards
            name="hours"
            legend={copy.hours}
            options={hoursOptions}
            value={hours}
            onChange={(code) => answer({ businessHours: [code] })}
            problem={problemOf("hours")}
            required
          />
          {hours === "autres" && (
            <Field
              name="hoursDetail"
              label={copy.hoursDetail}
              maxLength={maxLengthOf("businessHours")}
              required
              value={hoursDetail}
              onChange={(detail) => answer({ businessHours: detail === "" ? [hours] : [hours, detail] })}
              problem={problemOf("hoursDetail")}
            />
          )}
          {!isBeside && <FoldedPreview state={state} />}
        </>
      )}
    </ConfigurationForm>
  );
}

/** One line at the foot of the screen, where the panel beside has no room for it. */
function FoldedPreview({ state }: Pick<StepProps, "state">) {
  return (
    <details className="fold funnel-preview">
      <Row
        as="summary"
        gap={12}
        align="center"
        justify="between"
        paddingInline={16}
        background="line-800"
        radius="lg"
        className="color-white strong dark"
      >
        {callPreviewCopy.strip}
        <Icon name="down" />
      </Row>
      <CallPreview state={state} />
    </details>
  );
}

/** Each beside a few seconds of it, where the site has them. */
function voiceOptions({ voiceSamples }: FunnelSite) {
  return voices.map((value) => {
    const label = answerWords.voice[value];
    const sources = voiceSamples?.[value] ?? [];
    if (sources.length === 0) return { value, label };
    const aside = <VoiceSample sources={sources} label={label} />;
    return { value, label, aside };
  });
}

type CallVolumeProps = {
  /** As stored: 0 before a choice. */
  callsPerDay: number;
  site: FunnelSite;
  onChange: (callsPerDay: number) => void;
};

function CallVolume({ callsPerDay, site, onChange }: CallVolumeProps) {
  const volume = nearestCallsPerDay(shownCallsPerDay(callsPerDay));
  const tier = secretariatTierOf(volume, pricesOn(site, site.today));
  const price = tier ? formatEuros(tier.monthlyExcludingTax) : "";
  return (
    <VolumeQuestion
      name="callsPerMonth"
      copy={copy.volume}
      steps={secretariatVolumes.map(formatCount)}
      index={secretariatVolumes.findIndex((each) => each === volume)}
      price={price}
      priceNote={tier ? copy.volume.perMonth(formatEuros(pricePerCall(tier))) : ""}
      valueText={copy.volume.inWords(formatCount(volume), price)}
      onChange={(next) => onChange(secretariatVolumes[next] ?? volume)}
    >
      <VolumeToDiscuss site={site} offer="secretariat" volume={volume} />
    </VolumeQuestion>
  );
}
