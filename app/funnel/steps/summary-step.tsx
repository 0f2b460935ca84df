import "#app/ui/text.css";
import "#app/ui/words.css";
import "./summary-step.css";

import { Box, Stack } from "#app/ui/layout.tsx";
import { RegistrationStatus } from "#app/funnel/frame/registration-status.tsx";
import type { OfferModule, StepProps, SummaryRow } from "#app/funnel/offers/offer-module.ts";
import { summaryCopy } from "#content/funnel.ts";
import type { FunnelState } from "#domain/funnel/answers.ts";

import { Payment } from "./payment.tsx";
import { StepHeader } from "./step-header.tsx";

/** Step 5: what was answered, what it costs, and the way to pay. */
export function SummaryStep({ offer, ...step }: StepProps & { offer: OfferModule }) {
  const { state, site, actions } = step;
  const { SummaryPrice } = offer;
  return (
    <div className="funnel-step">
      <StepHeader step={5} title={summaryCopy.title} lead={summaryCopy.lead} />
      <RegistrationStatus state={state} site={site} />
      <SummaryPrice state={state} site={site} />
      <h2 className="visually-hidden">{summaryCopy.answersTitle}</h2>
      <Box as="dl" marginTop={40}>
        {[...personalRows(state), ...offer.configurationRows(state)].map(({ label, answer, step: ownStep }) => (
          <Stack
            key={label}
            columns="1fr auto"
            rowGap={2}
            columnGap={24}
            paddingBlock={12}
            rule="top"
            sm={{ columns: "10rem 1fr auto" }}
            className="funnel-answer"
          >
            <dt className="text-small faint">{label}</dt>
            <Box as="dd" order={1} sm={{ order: 0 }} className="as-typed breakable">
              {answer || summaryCopy.none}
            </Box>
            <dd className="unbroken">
              <button type="button" className="text-small text-link" onClick={() => actions.goOnTo(ownStep)}>
                {summaryCopy.change}
                <span className="visually-hidden"> {label}</span>
              </button>
            </dd>
          </Stack>
        ))}
      </Box>
      <Payment {...step} volume={offer.paidVolume(state)} />
    </div>
  );
}

function personalRows(state: FunnelState): SummaryRow[] {
  const copy = summaryCopy.answers;
  return [
    { label: copy.email, answer: state.email, step: 1 },
    { label: copy.contact, answer: `${state.firstName} ${state.lastName}, ${state.phone}`, step: 2 },
    { label: copy.company, answer: `${state.companyName}, ${state.businessType}`, step: 2 },
    { label: copy.callConsent, answer: state.callConsent ? summaryCopy.accepted : summaryCopy.notAccepted, step: 2 },
  ];
}
