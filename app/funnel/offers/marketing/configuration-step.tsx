import "#app/ui/text.css";
import "#app/funnel/steps/volume-question.css";
import "#app/ui/words.css";
import "./configuration-step.css";

import type { StepProps } from "#app/funnel/offers/offer-module.ts";
import { ConfigurationForm } from "#app/funnel/steps/configuration-form.tsx";
import { OptionalVoice } from "#app/funnel/steps/optional-voice.tsx";
import { RadioCards } from "#app/ui/form/choice.tsx";
import { TextArea } from "#app/ui/form/field.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { marketingCopy as copy } from "#content/marketing-funnel.ts";
import { type ClientsRange, clientsRanges, type ProspectsRange, prospectsRanges } from "#domain/funnel/choices.ts";
import {
  chosenContacts,
  type MarketingField,
  readMarketingConfiguration,
} from "#domain/funnel/marketing-configuration.ts";
import { maxLengthOf } from "#domain/funnel/questions.ts";
import { marketingPrice, pricePerContact } from "#domain/offers/marketing.ts";

const prospectsOptions = prospectsRanges.map((value) => ({ value, label: copy.prospectsRanges[value] }));
const clientsOptions = clientsRanges.map((value) => ({ value, label: copy.clientsRanges[value] }));

/** Step 3 of marketing. */
export function ConfigurationStep(step: StepProps) {
  const { state } = step;
  return (
    <ConfigurationForm<MarketingField> {...step} copy={copy} read={readMarketingConfiguration}>
      {({ answer, problemOf }) => (
        <>
          <ContactPrice contacts={chosenContacts(state)} />
          <RadioCards
            name="prospectsPerMonth"
            legend={copy.prospects}
            hint={copy.prospectsHint}
            options={prospectsOptions}
            value={state.prospectsPerMonth}
            onChange={(range) => answer({ prospectsPerMonth: range as ProspectsRange })}
            problem={problemOf("prospectsPerMonth")}
            required
          />
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

/** What a contact costs, and the month of whoever comes with a number of them. */
function ContactPrice({ contacts }: { contacts: number | undefined }) {
  const perContact = formatEuros(pricePerContact);
  return (
    <section className="volume-question contact-price" aria-label={copy.price.title}>
      <h2>{copy.price.title}</h2>
      {contacts === undefined ? (
        <div className="volume-figures">
          <div>
            <b className="tabular">{perContact}</b>
            <span>{copy.price.perContact}</span>
          </div>
          <p className="text-small quiet">{copy.price.usage}</p>
        </div>
      ) : (
        <div className="volume-figures">
          <div>
            <b className="tabular">{formatCount(contacts)}</b>
            <span>{copy.price.contacts}</span>
          </div>
          <div>
            <b className="tabular">{formatEuros(marketingPrice(contacts))}</b>
            <span className="tabular">{copy.price.monthly(perContact)}</span>
          </div>
        </div>
      )}
    </section>
  );
}
