import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { Box, Stack } from "#app/ui/layout.tsx";

import { useEffect, useRef, useState } from "react";

import { currentAttribution } from "#subjects/leads/calls/attribution.ts";
import { keepOrder } from "#subjects/orders/site/keep-order.ts";
import { isWorthRetrying, onSubmissionRefused, submitOrder } from "#subjects/orders/calls/submissions.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { EmailHint } from "#app/ui/form/email-hint.tsx";
import { Field, TextArea } from "#app/ui/form/field.tsx";
import { Honeypot } from "#app/ui/form/honeypot.tsx";
import { type FormProblem, type TypedForm, useForm } from "#app/ui/form/use-form.ts";
import { conferencesCopy } from "#subjects/conferences/words/conferences.ts";
import { formCopy } from "#content/shared/form.ts";
import { conferenceProblems } from "#subjects/orders/words/order-problems.ts";
import { orderCopy } from "#subjects/orders/words/order.ts";
import { isUnreachable } from "#kit/email-address.ts";
import { suggestEmail } from "#domain/kernel/email-typo.ts";
import { failed } from "#kit/result.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";
import {
  type ConferenceField,
  type ConferenceRegistration,
  readConferenceRegistration,
} from "#subjects/conferences/rules/conference-registration.ts";
import { conferenceSubmission } from "#subjects/orders/rules/order-submission.ts";
import { paymentAddress } from "#subjects/offers/rules/payment-link.ts";

import { OrderCompany } from "#subjects/orders/site/order-company.tsx";
import { OrderDue } from "#subjects/orders/site/order-due.tsx";
import { OrderForm } from "#subjects/orders/site/order-form.tsx";
import { PhoneNotice } from "#subjects/orders/site/order-notices.tsx";
import type { OrderSite } from "#subjects/orders/site/order-site.ts";
import { createIdempotencyKeys, consentRecordOf, honeypotIn } from "#subjects/orders/site/sending.ts";

const { form: copy, waitlist, done: doneCopy } = conferencesCopy;
const { fields } = copy;
const warnOfEmail = (email: string) => (isUnreachable(email) ? formCopy.unreachableEmail : undefined);
const place = { offer: "conferences", volume: 1 } as const;
const line = { maxLength: maxLengths.line };

/** How long the API may take before the panel shows without it: the queue goes on. */
export const answerLimitMs = 3000;
/** Source: specification, section 9, timings. */
export const redirectDelayMs = 2000;

/** Names of the controls: the specification's, but for what a company of the register fills in. */
const controls: Record<ConferenceField, string> = {
  lastName: "nom",
  firstName: "prenom",
  companyName: "cabinet",
  companySiren: "companySiren",
  companyLegalName: "companyLegalName",
  companyAddress: "companyAddress",
  email: "email",
  phone: "telephone",
  commentaire: "commentaire",
  newsletter: "newsletter",
};

type Props = {
  site: OrderSite;
  /** "190 €" */
  price: string;
  /** Registration is closed: the same fields put one on the list of the next edition. */
  isWaitlist: boolean;
};

type Registered = {
  idempotencyKey: string;
  isWaitlist: boolean;
  /** Where to pay; absent when there is nothing to pay, or no page to pay it on. */
  paymentUrl?: string | undefined;
};

const unexpected: FormProblem<never> = { sentence: orderCopy.failures.unexpected };

/**
 * Registers a lawyer. Where the API fails or is slow, the answers are kept and the panel comes all the same; where it
 * refuses them, the form stays and leads nowhere.
 *
 * Source: specification, sections 4, 5 and 8; resolutions, sections 2 and 10, and "A refused registration".
 */
export function ConferenceRegistrationForm({ site, price, isWaitlist }: Props) {
  const [registered, setRegistered] = useState<Registered>();
  const [refusedKey, setRefusedKey] = useState<string>();
  const [keyFor] = useState(() => createIdempotencyKeys("conferences"));
  // The server may refuse later than the panel waits, also when the queue tries again.
  const isRefusedLate = registered !== undefined && registered.idempotencyKey === refusedKey;
  const done = isRefusedLate ? undefined : registered;

  useEffect(() => onSubmissionRefused(({ idempotencyKey }) => setRefusedKey(idempotencyKey)), []);

  const form = useForm({
    sentences: underControls(conferenceProblems),
    read: readTyped,
    async send(registration, typed) {
      setRegistered(undefined);
      setRefusedKey(undefined);
      try {
        const outcome = await register(registration, typed);
        if (outcome === "refused") return unexpected;
        setRegistered(outcome);
        return undefined;
      } catch (cause) {
        console.error("The registration was not sent.", cause);
        return unexpected;
      }
    },
  });

  async function register(registration: ConferenceRegistration, typed: TypedForm): Promise<Registered | "refused"> {
    const { email } = registration;
    const idempotencyKey = keyFor(email);
    const submission = conferenceSubmission(registration, {
      idempotencyKey,
      consents: {
        calls: consentRecordOf(typed, "callConsent", "conferences", orderCopy.callConsent(site.companyName)),
        newsletter: consentRecordOf(typed, "newsletter", "conferences", copy.newsletter(site.brand)),
      },
      attribution: currentAttribution(),
      honeypot: honeypotIn(typed),
      now: new Date(),
      source: location.origin + location.pathname,
      isWaitlist,
    });
    const answered = await within(answerLimitMs, submitOrder(site.api, submission));
    if (answered?.ok === false && !isWorthRetrying(answered.problem)) return "refused";

    const isOnWaitlist = isWaitlist || (answered?.ok === true && answered.value.kind === "waitlist");
    if (isOnWaitlist || site.paymentLink === undefined) return { idempotencyKey, isWaitlist: isOnWaitlist };
    const { firstName } = registration;
    keepOrder(
      place,
      { day: site.today, prices: pricesOn(site, site.today) },
      { reference: idempotencyKey, firstName, email },
    );
    const paymentUrl = paymentAddress(site.paymentLink, { email, reference: idempotencyKey });
    return { idempotencyKey, isWaitlist: false, paymentUrl };
  }

  const words = isWaitlist ? waitlist : { ...copy, lead: undefined, submit: copy.submit(price) };
  const orderForm = (
    <OrderForm
      form={isRefusedLate ? { ...form, failure: unexpected } : form}
      site={site}
      title={words.title}
      lead={words.lead}
      submit={words.submit}
      next={!isWaitlist && site.paymentLink !== undefined && <p className="caption">{copy.payment}</p>}
    >
      <Box marginTop={32} className="field-columns">
        <Field {...line} name="nom" label={fields.nom} autoComplete="family-name" required />
        <Field {...line} name="prenom" label={fields.prenom} autoComplete="given-name" required />
        <OrderCompany field={{ ...line, name: "cabinet", label: fields.cabinet, required: true }} site={site} />
        <Field
          {...line}
          name="email"
          label={fields.email}
          type="email"
          autoComplete="email"
          hint={formCopy.emailExample}
          required
          isWide
        >
          <EmailHint field="email" suggest={suggestEmail} label={formCopy.probableEmail} warn={warnOfEmail} />
        </Field>
        <Field
          {...line}
          name="telephone"
          label={fields.telephone}
          note={orderCopy.optional}
          type="tel"
          autoComplete="tel"
          isWide
        >
          <PhoneNotice site={site} />
        </Field>
        <TextArea
          name="commentaire"
          label={fields.commentaire}
          note={orderCopy.optional}
          hint={words.commentHint}
          rows={3}
          maxLength={maxLengths.area}
          isWide
        />
      </Box>
      <Honeypot label={orderCopy.honeypot} />
      <Stack gap={4} marginTop={32} paddingTop={16} rule="top">
        <Checkbox name="newsletter" note={formCopy.optional}>
          {copy.newsletter(site.brand)}
        </Checkbox>
      </Stack>
      {!isWaitlist && <OrderDue {...site} purchase={place} />}
    </OrderForm>
  );

  // The form stays below the panel: what was typed is still there if the server refuses it.
  return (
    <>
      <div hidden={done !== undefined}>{orderForm}</div>
      {done && <Done isWaitlist={done.isWaitlist} paymentUrl={done.paymentUrl} />}
    </>
  );
}

function readTyped(typed: TypedForm) {
  const named = Object.entries(controls).map(([field, control]) => [field, typed[control]]);
  const read = readConferenceRegistration({ ...Object.fromEntries(named), newsletter: controls.newsletter in typed });
  return read.ok ? read : failed(underControls(read.problem));
}

/** What is known by field, by the name of its control. */
function underControls<Fact>(facts: Partial<Record<ConferenceField, Fact>>): Record<string, Fact> {
  return Object.fromEntries(Object.entries(facts).map(([field, fact]) => [controls[field as ConferenceField], fact]));
}

/** What comes in time, or nothing. */
async function within<Value>(limitMs: number, coming: Promise<Value>): Promise<Value | undefined> {
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, limitMs));
  return await Promise.race([coming, tooLong]);
}

/** A page left open past the last day learns from the answer that registration is closed. */
function Done({ isWaitlist, paymentUrl }: Omit<Registered, "idempotencyKey">) {
  const title = useRef<HTMLHeadingElement>(null);
  const [isStaying, setIsStaying] = useState(false);

  // Focus: the form it was in is gone.
  useEffect(() => title.current?.focus(), []);

  // A timer, which the visitor stops, or takes along by leaving.
  useEffect(() => {
    if (paymentUrl === undefined || isStaying) return undefined;
    const timer = setTimeout(() => location.assign(paymentUrl), redirectDelayMs);
    const cancel = () => clearTimeout(timer);
    // Back from the payment to this page as it was, which leads there by its button alone.
    const comeBack = (event: PageTransitionEvent) => event.persisted && setIsStaying(true);
    addEventListener("pagehide", cancel);
    addEventListener("pageshow", comeBack);
    return () => {
      cancel();
      removeEventListener("pagehide", cancel);
      removeEventListener("pageshow", comeBack);
    };
  }, [paymentUrl, isStaying]);

  function stay() {
    setIsStaying(true);
    title.current?.focus();
  }

  return (
    <Box paddingBlock="block" paddingInline="cell">
      <Stack
        gap={16}
        justify="start"
        padding="block-small"
        radius="lg"
        background="line-100"
        className="color-line-800"
      >
        <Box
          as="svg"
          width="full"
          viewBox="0 0 340 104"
          fill="currentcolor"
          className="order-drawing"
          aria-hidden="true"
        >
          <path d="M-8 84C90 84 150 96 296 44" className="cord" strokeWidth="8" />
          <circle cx="300" cy="40" r="30" />
          <circle cx="300" cy="40" r="13" className="color-signal" />
        </Box>
        <Box as="h2" maxWidth="18ch" ref={title} tabIndex={-1}>
          {isWaitlist ? waitlist.done : doneCopy.title}
        </Box>
        {!isWaitlist && (
          <Box as="p" maxWidth="44ch">
            {paymentUrl === undefined ? doneCopy.noPayment : isStaying ? doneCopy.returned : doneCopy.redirect}
          </Box>
        )}
        {paymentUrl !== undefined && (
          <Box as={ButtonLink} marginTop={8} href={paymentUrl}>
            {doneCopy.pay}
          </Box>
        )}
        {paymentUrl !== undefined && !isStaying && (
          <button type="button" className="text-link finger-link" onClick={stay}>
            {doneCopy.stay}
          </button>
        )}
      </Stack>
    </Box>
  );
}
