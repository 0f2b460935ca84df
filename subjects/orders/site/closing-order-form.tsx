import { Box, Stack } from "#app/ui/layout.tsx";

import { useRef, useState } from "react";

import { currentAttribution } from "#subjects/leads/calls/attribution.ts";
import { keepOrder } from "./keep-order.ts";
import { submitOrder } from "#subjects/orders/calls/submissions.ts";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { EmailHint } from "#app/ui/form/email-hint.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Honeypot } from "#app/ui/form/honeypot.tsx";
import { SelectField } from "#app/ui/form/select-field.tsx";
import { type FormProblem, type TypedForm, useForm } from "#app/ui/form/use-form.ts";
import { KeptTogether } from "#app/ui/kept-together.tsx";
import { LockedNote } from "#app/ui/locked-note.tsx";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { closingCopy } from "#subjects/offers/words/closing/closing.ts";
import { formCopy } from "#content/shared/form.ts";
import { closingProblems } from "#subjects/orders/words/order-problems.ts";
import { orderCopy } from "#subjects/orders/words/order.ts";
import { isUnreachable } from "#kit/email-address.ts";
import { suggestEmail } from "#domain/kernel/email-typo.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";
import { type ClosingField, type ClosingOrder, readClosingOrder } from "#subjects/orders/rules/closing-order.ts";
import { closingSubmission } from "#subjects/orders/rules/order-submission.ts";
import { callsOrdered } from "#subjects/offers/rules/closing/calls-ordered.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { paymentAddress } from "#subjects/offers/rules/payment-link.ts";
import { joints } from "#domain/kernel/joints.ts";

import { ClosingDue } from "./closing-due.tsx";
import { ClosingReceipt } from "./closing-receipt.tsx";
import { OrderCompany } from "./order-company.tsx";
import { OrderForm } from "./order-form.tsx";
import { PageLink, PhoneNotice, UnavailableNotice } from "./order-notices.tsx";
import type { OrderSite } from "./order-site.ts";
import { createIdempotencyKeys, describeFailure, consentRecordOf, honeypotIn, leaveFor } from "./sending.ts";
import { useCallsTyped } from "./use-calls-typed.ts";

const copy = closingCopy.form;
const warnOfEmail = (email: string) => (isUnreachable(email) ? formCopy.unreachableEmail : undefined);
const { fields } = copy;
const line = { maxLength: maxLengths.line, required: true };
const termsText = `${copy.terms.before}${copy.terms.link}${copy.terms.after}`;

type Props = {
  site: OrderSite;
  /** While set-up is free: its last day. */
  freeUntil?: string | undefined;
};

/**
 * Orders outbound calls, beside the card that says what is ordered. The browser checks what is typed; the server says
 * what became of it.
 *
 * Source: specification, sections 3, 4, 5 and 8; resolutions, section 10.
 */
export function ClosingOrderForm({ site, freeUntil }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const calls = useCallsTyped(place);
  const prices = pricesOn(site, site.today);
  const [isUnavailable, setIsUnavailable] = useState(false);
  const [keyFor] = useState(() => createIdempotencyKeys("closing"));

  const form = useForm({
    sentences: closingProblems,
    read: (typed) => readClosingOrder({ ...typed, objectives: [typed["objectives"]] }),
    async send(order, typed) {
      setIsUnavailable(false);
      try {
        return await register(order, typed);
      } catch (cause) {
        console.error("The order was not sent.", cause);
        return { sentence: orderCopy.failures.unexpected };
      }
    },
  });

  async function register(order: ClosingOrder, typed: TypedForm): Promise<FormProblem<ClosingField> | undefined> {
    const { email } = order;
    const idempotencyKey = keyFor(email);
    const submission = closingSubmission(order, {
      idempotencyKey,
      consents: {
        terms: {
          ...consentRecordOf(typed, "termsAccepted", "closing", termsText),
          version: site.termsVersion,
        },
        certification: consentRecordOf(typed, "listsCertified", "closing", copy.certification),
        calls: consentRecordOf(typed, "callConsent", "closing", orderCopy.callConsent(site.companyName)),
      },
      attribution: currentAttribution(),
      honeypot: honeypotIn(typed),
    });

    const sent = await submitOrder(site.api, submission);
    if (!sent.ok) return describeFailure(sent.problem);
    console.info("The order is registered.", sent.value);
    if (site.paymentLink === undefined) {
      setIsUnavailable(true);
      return undefined;
    }
    const volume = callsOrdered(order.prospectsCount);
    const purchase = volume === undefined ? undefined : ({ offer: "closing", volume } as const);
    const { firstName } = order;
    keepOrder(purchase, { day: site.today, prices }, { reference: idempotencyKey, firstName, email });
    await leaveFor(paymentAddress(site.paymentLink, { email, reference: idempotencyKey }));
    return undefined;
  }

  return (
    <div className="order" ref={place}>
      <ClosingReceipt calls={calls} freeUntil={freeUntil} email={site.contactEmail} prices={prices} />
      <OrderForm
        {...{ form, site }}
        title={copy.title}
        submit={copy.submit}
        outcome={isUnavailable && <UnavailableNotice site={site} />}
        next={
          site.paymentLink !== undefined && (
            <LockedNote>{orderCopy.leaving(site.brand, site.paymentProvider)}</LockedNote>
          )
        }
      >
        <Box marginTop={32} className="field-columns">
          <Field {...line} name="firstName" label={fields.firstName} autoComplete="given-name" />
          <Field {...line} name="lastName" label={fields.lastName} autoComplete="family-name" />
          <Field {...line} name="role" label={fields.role} autoComplete="organization-title" isWide />
          <OrderCompany field={{ ...line, name: "company", label: fields.company }} site={site} />
          <Field
            {...line}
            name="email"
            label={fields.email}
            type="email"
            autoComplete="email"
            hint={formCopy.emailExample}
            isWide
          >
            <EmailHint field="email" suggest={suggestEmail} label={formCopy.probableEmail} warn={warnOfEmail} />
          </Field>
          <Field {...line} name="phone" label={fields.phone} type="tel" autoComplete="tel" isWide>
            <PhoneNotice site={site} />
          </Field>
          <Field
            {...line}
            name="prospectsCount"
            label={fields.prospectsCount}
            hint={copy.prospectsHint}
            problem={form.problemOf("prospectsCount")}
          />
          <SelectField
            name="objectives"
            label={fields.objectives}
            hint={copy.objectiveHint}
            options={answerWords.objectives}
            placeholder={copy.chooseObjective}
            required
          />
        </Box>
        <Honeypot label={orderCopy.honeypot} />
        <Stack gap={4} marginTop={32} paddingTop={16} rule="top">
          <Checkbox name="termsAccepted" required>
            {copy.terms.before}
            <PageLink address={site.legalPages.terms}>{copy.terms.link}</PageLink>
            {copy.terms.after}
          </Checkbox>
          <Checkbox name="listsCertified" required>
            {copy.certification}
          </Checkbox>
        </Stack>
        <Box marginTop={20} className="text-small">
          <FormNotice variant="framed">
            <KeptTogether text={copy.notice} parts={joints} />
          </FormNotice>
        </Box>
        <ClosingDue calls={calls} today={site.today} {...(site.prices && { prices: site.prices })} />
      </OrderForm>
    </div>
  );
}
