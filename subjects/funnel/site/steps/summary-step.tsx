import { KeptTogether } from "#app/ui/kept-together.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { RegistrationStatus } from "#subjects/funnel/site/frame/registration-status.tsx";
import type { OfferModule, StepProps, SummaryRow } from "#subjects/funnel/site/offers/offer-module.ts";
import { funnelCopy, summaryCopy } from "#subjects/funnel/words/funnel.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import { paymentLinkOf } from "#subjects/offers/rules/payment-link.ts";
import { purchaseInFunnel } from "#subjects/funnel/rules/offer-rules.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { isFreeAtFirst, scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import { isUnreachable } from "#kit/email-address.ts";
import { isolate } from "#domain/kernel/isolate.ts";
import { joints } from "#domain/kernel/joints.ts";

import { orderTerms } from "./order-schedule.tsx";
import { Payment } from "./payment.tsx";
import { StepHeader } from "./step-header.tsx";

/** Step 5: what was answered, what it costs, and the way to pay. */
export function SummaryStep({ offer, ...step }: StepProps & { offer: OfferModule }) {
  const { state, site, actions } = step;
  const { SummaryPrice } = offer;
  const purchase = purchaseInFunnel(state.funnel, state);
  const link = purchase && paymentLinkOf(site.payments, purchase);
  const isFree = purchase !== undefined && isFreeToday(purchase, site);
  return (
    <div className="funnel-step">
      <StepHeader step={5} title={summaryCopy.title} lead={summaryCopy.lead[leadOf(link, isFree)]} />
      <RegistrationStatus state={state} site={site} />
      <SummaryPrice state={state} site={site} />
      <h2 className="visually-hidden">{summaryCopy.answersTitle}</h2>
      <Box marginTop={40}>
        <Answers step={1} rows={accountRows(state)} actions={actions} />
        <Answers step={2} rows={personalRows(state)} actions={actions} />
        <Answers step={3} rows={offer.configurationRows(state, site)} actions={actions} />
      </Box>
      {isUnreachable(state.email) && (
        <Box as="p" marginTop={16} className="color-error text-small" role="alert">
          {state.email}. {summaryCopy.unreachableEmail}
        </Box>
      )}
      <Payment {...step} link={link} isFree={isFree} />
    </div>
  );
}

function leadOf(link: string | undefined, isFree: boolean): keyof typeof summaryCopy.lead {
  if (link === undefined) return "later";
  return isFree ? "free" : "now";
}

function isFreeToday(purchase: Purchase, site: FunnelSite): boolean {
  const schedule = scheduleOf(purchase, orderTerms(site));
  return schedule !== undefined && isFreeAtFirst(schedule);
}

type AnswersProps = { step: 1 | 2 | 3; rows: SummaryRow[] } & Pick<StepProps, "actions">;

/** What was answered in a step, and the way back to it. */
function Answers({ step, rows, actions }: AnswersProps) {
  const title = funnelCopy.steps[step - 1];
  return (
    <Box as="section" paddingBlock={16} rule="top">
      <Row gap={24} align="baseline" justify="between" marginBottom={8}>
        <h3 className="text-lead">{title}</h3>
        <button type="button" className="text-small text-link summary-change" onClick={() => actions.goOnTo(step)}>
          {summaryCopy.change}
          <span className="visually-hidden"> {title}</span>
        </button>
      </Row>
      <Stack as="dl" gap={8}>
        {rows.map(({ label, answer }) => (
          <Stack
            key={label}
            rowGap={2}
            columnGap={24}
            sm={{ columns: "10rem 1fr" }}
            tablet={{ columns: "8rem 1fr" }}
            lg={{ columns: "10rem 1fr" }}
          >
            <dt className="text-small faint">{label}</dt>
            <dd className="as-typed breakable">{answer || summaryCopy.none}</dd>
          </Stack>
        ))}
      </Stack>
    </Box>
  );
}

function accountRows(state: FunnelState): SummaryRow[] {
  return [{ label: summaryCopy.answers.email, answer: state.email }];
}

function personalRows(state: FunnelState): SummaryRow[] {
  const copy = summaryCopy.answers;
  return [
    {
      label: copy.contact,
      answer: (
        <KeptTogether text={`${isolate(`${state.firstName} ${state.lastName}`)}, ${state.phone}`} parts={joints} />
      ),
    },
    { label: copy.company, answer: `${isolate(state.companyName)}, ${isolate(state.businessType)}` },
    { label: copy.reminderConsent, answer: state.reminderConsent ? summaryCopy.reminded : summaryCopy.notReminded },
    { label: copy.callConsent, answer: state.callConsent ? summaryCopy.accepted : summaryCopy.notAccepted },
  ];
}
