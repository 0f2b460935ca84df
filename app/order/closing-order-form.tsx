import { type FormEvent, useRef, useState } from "react";

import { currentAttribution } from "#app/api/attribution.ts";
import { submitOrder } from "#app/api/submissions.ts";
import { Button } from "#app/ui/button.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { FormNotice } from "#app/ui/form/form-notice.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { closingCopy } from "#content/closing.ts";
import { closingProblems } from "#content/order-problems.ts";
import { orderCopy } from "#content/order.ts";
import { readClosingOrder } from "#domain/closing-order.ts";
import { closingSubmission } from "#domain/order-submission.ts";
import { paymentAddress } from "#domain/payment-link.ts";

import { Box, ChoiceField, LineField, TrapField } from "./order-fields.tsx";
import {
  type Failure,
  FailureNotice,
  LegalNotice,
  PageLink,
  PhoneNotice,
  UnavailableNotice,
  WithoutScript,
} from "./order-notices.tsx";
import type { OrderSite } from "./order-site.ts";
import { createKeyring, describeFailure, giveReceipt, leaveFor, readForm, textIn, type TypedForm } from "./sending.ts";

const copy = closingCopy.form;
const { fields } = copy;
const termsText = `${copy.terms.before}${copy.terms.link}${copy.terms.after}`;

type Props = { site: OrderSite };

/**
 * Orders outbound calls. The browser checks what is typed; the server says what became of it.
 *
 * Source: specification, sections 3, 4, 5 and 8; resolutions, section 10.
 */
export function ClosingOrderForm({ site }: Props) {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [isUnavailable, setIsUnavailable] = useState(false);
  const [keyFor] = useState(() => createKeyring("closing"));
  const isBusy = useRef(false);

  async function order(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A second click comes before the button has changed.
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    setFailure(undefined);
    setIsUnavailable(false);
    try {
      const isLeaving = await send(readForm(event.currentTarget));
      if (!isLeaving) rest();
    } catch (cause) {
      console.error("The order was not sent.", cause);
      setFailure({ sentence: orderCopy.failures.unexpected, isKept: false });
      rest();
    }
  }

  function rest() {
    isBusy.current = false;
    setIsSending(false);
  }

  /** @returns whether the visitor is on the way to the payment page */
  async function send(typed: TypedForm): Promise<boolean> {
    const checked = readClosingOrder({ ...typed, objectives: [typed.objectives] });
    if (!checked.ok) {
      const { field, code } = checked.problem;
      setFailure({ sentence: closingProblems[field][code], isKept: false });
      focusField(field);
      return false;
    }
    const { email } = checked.value;
    const idempotencyKey = keyFor(email);
    const consents = {
      terms: giveReceipt(typed, "termsAccepted", "closing", termsText),
      certification: giveReceipt(typed, "listsCertified", "closing", copy.certification),
      calls: giveReceipt(typed, "callConsent", "closing", orderCopy.callConsent(site.companyName)),
    };
    const submission = closingSubmission(checked.value, {
      idempotencyKey,
      consents,
      attribution: currentAttribution(),
      trap: textIn(typed, "website"),
    });

    const sent = await submitOrder(site.api, submission);
    if (!sent.ok) {
      setFailure(describeFailure(sent.problem));
      return false;
    }
    console.info("The order is registered.", sent.value);
    if (site.paymentLink === undefined) {
      setIsUnavailable(true);
      return false;
    }
    leaveFor(paymentAddress(site.paymentLink, { email, reference: idempotencyKey }), rest);
    return true;
  }

  return (
    <form className="order-form" method="post" onSubmit={(event) => void order(event)}>
      <h2>{copy.title}</h2>
      <p className="order-required">{orderCopy.required}</p>
      <WithoutScript site={site} />
      <div className="field-columns">
        <LineField name="firstName" label={fields.firstName} autoComplete="given-name" required />
        <LineField name="lastName" label={fields.lastName} autoComplete="family-name" required />
        <LineField name="role" label={fields.role} autoComplete="organization-title" required />
        <LineField name="company" label={fields.company} autoComplete="organization" required />
        <LineField name="email" label={fields.email} type="email" autoComplete="email" required isWide />
        <LineField
          name="phone"
          label={fields.phone}
          type="tel"
          autoComplete="tel"
          required
          isWide
          below={<PhoneNotice site={site} />}
        />
        <LineField name="prospectsCount" label={fields.prospectsCount} hint={copy.prospectsHint} required />
        <ChoiceField
          name="objectives"
          label={fields.objectives}
          hint={copy.objectiveHint}
          options={copy.objectives}
          placeholder={copy.chooseObjective}
        />
      </div>
      <TrapField label={orderCopy.trap} />
      <div className="order-boxes">
        <Box name="termsAccepted" required>
          {copy.terms.before}
          <PageLink address={site.legalPages.terms}>{copy.terms.link}</PageLink>
          {copy.terms.after}
        </Box>
        <Box name="listsCertified" required>
          {copy.certification}
        </Box>
      </div>
      <div className="order-law">
        <FormNotice>{copy.notice}</FormNotice>
      </div>
      <div className="order-end">
        <FailureNotice failure={failure} />
        {isUnavailable && <UnavailableNotice site={site} />}
        <Button type="submit" busyLabel={isSending ? orderCopy.submitting : undefined}>
          {copy.submit}
        </Button>
        {site.paymentLink !== undefined && (
          <p className="caption">
            <Icon name="lock" isSmall />
            <span>{orderCopy.leaving(site.brand, site.paymentProvider)}</span>
          </p>
        )}
      </div>
      <LegalNotice site={site} />
    </form>
  );
}
