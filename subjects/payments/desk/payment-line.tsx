import { For } from "#app/admin/people/role.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { useState } from "react";
import { Link } from "react-router";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { dash, shortInstant } from "#app/admin/ui/formats.ts";
import { useServices } from "#app/admin/data/services.ts";
import { dayInParis } from "#kit/civil-date.ts";
import type { OpenPayment } from "#subjects/leads/contract/desk-lists.ts";
import { Button } from "#app/ui/button.tsx";
import { adminPayments as copy } from "#subjects/payments/words/admin-payments.ts";
import { admin } from "#content/shared/admin.ts";

import { describePayer, payersCopy } from "#subjects/payments/words/payers.ts";
import { dismissalReasons } from "#subjects/payments/rules/received-payment.ts";
import { type OrderedCompany, type Payer, payerDifferences } from "#subjects/payments/rules/payer.ts";

import { amountOf, expectedAmount, reasonToWait } from "./payment-amount.ts";
import { PaymentLeadChoice } from "./payment-lead-choice.tsx";
import { useAttachment, useDismissal, useTakeBack } from "./payment-queries.ts";

type Props = { payment: OpenPayment; now: Date; onSettled: Settled };

/** Says what was done, and how it is taken back where it can be. */
export type Settled = (sentence: string, undo?: () => Promise<string | undefined>) => void;

/** What the provider said of a payment, what was expected of it, and what to do about it. */
export function PaymentLine({ payment, now, onSettled }: Props) {
  const { email, reference, payment_id, received_at, ordered } = payment;
  const { config } = useServices();
  // At the prices of the day on which it came.
  const terms = { day: dayInParis(new Date(received_at)), offers: config };
  const reason = reasonToWait(payment, terms);
  const atProvider = [payment.payment_intent, payment.customer, payment.subscription].filter((id) => id !== null);
  const [isChoosing, setIsChoosing] = useState(false);
  const { detach } = useTakeBack();
  return (
    <Stack
      as="li"
      rowGap={12}
      columnGap={24}
      align="start"
      paddingBlock={16}
      paddingInline="inset"
      rule="top"
      className="payment-line"
    >
      <b className="text-subtitle leading-tight tracking-title unbroken tabular">{amountOf(payment)}</b>
      <div>
        {reason !== undefined && (
          <Box as="p" marginBottom={8} className="strong">
            {reason}
          </Box>
        )}
        <Stack as="dl" rowGap={8} columnGap={24} lg={{ columns: 2 }}>
          {ordered && (
            <Entry label={copy.unexpected.expected}>
              <b className="tabular">{expectedAmount(ordered, terms)}</b>
            </Entry>
          )}
          <LeadEntry payment={payment} />
          {ordered && payment.is_second && (
            <Entry label={copy.before.label}>
              {payment.paid_before?.map((before) => (
                <span key={before.payment_id} className="tabular">
                  {copy.before.line(amountOf(before), shortInstant(before.received_at, now))}
                </span>
              )) ?? copy.before.byHand}
            </Entry>
          )}
          <Entry label={copy.email}>{email ?? dash}</Entry>
          {payment.payer && <PayerEntry payer={payment.payer} company={payment.company} />}
          <Entry label={copy.date}>
            <time className="tabular" dateTime={received_at}>
              {shortInstant(received_at, now)}
            </time>
          </Entry>
          <Entry label={copy.reference}>{reference ?? dash}</Entry>
          <Entry label={copy.event}>{payment_id}</Entry>
          {atProvider.length > 0 && <Entry label={copy.atProvider}>{atProvider.join(", ")}</Entry>}
        </Stack>
      </div>
      <For least="seller">
        <Stack gap={8} justify="start" lg={{ justify: "end" }}>
          <Confirmation payment={payment} onSettled={onSettled} />
          {payment.lead_id === null && (
            <Button
              variant="secondary"
              isSmall
              hasPlug={false}
              aria-expanded={isChoosing}
              onClick={() => setIsChoosing(!isChoosing)}
            >
              {isChoosing ? copy.close : payment.named_lead_id === null ? copy.attach : copy.unexpected.other}
              <span className="visually-hidden">{copy.ofPayment(amountOf(payment))}</span>
            </Button>
          )}
          {payment.lead_id === null && <Dismissal payment={payment} onSettled={onSettled} />}
        </Stack>
      </For>
      {isChoosing && (
        <PaymentLeadChoice
          payment={payment}
          onAttached={(name, leadId) => onSettled(copy.attached(name), () => detach(payment_id, leadId))}
        />
      )}
    </Stack>
  );
}

/** Whose the payment is, or says that it is. */
function LeadEntry({ payment }: Pick<Props, "payment">) {
  const id = payment.lead_id ?? payment.named_lead_id;
  if (id === null) return null;
  const email = payment.lead_id === null ? payment.named_lead_email : payment.lead_email;
  const name = payment.lead_id === null ? payment.named_lead_name : payment.lead_name;
  return (
    <Entry label={copy.otherEmail.lead}>
      <Link className="text-link" to={`/dashboard?fiche=${id}`}>
        {name ?? admin.list.unnamed}
      </Link>
      {email !== null && <span className="text-caption quiet">{email}</span>}
    </Entry>
  );
}

function PayerEntry({ payer, company }: { payer: Payer; company: OrderedCompany | null }) {
  const differences = company === null ? [] : payerDifferences(payer, company);
  return (
    <Entry label={payersCopy.label}>
      {describePayer(payer)}
      {differences.length > 0 && <span className="text-caption color-error">{payersCopy.differs(differences)}</span>}
    </Entry>
  );
}

function Entry({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Stack gap={8} className="payment-entry">
      <dt className="faint">{label}</dt>
      <Stack as="dd" justify="start">
        {children}
      </Stack>
    </Stack>
  );
}

/** Says that it is no lead's: the reason is the choice. */
function Dismissal({ payment, onSettled }: Pick<Props, "payment" | "onSettled">) {
  const { restore } = useTakeBack();
  const { dismiss, isBusy, problem } = useDismissal(payment.payment_id, () =>
    onSettled(copy.dismiss.done(amountOf(payment)), () => restore(payment.payment_id)),
  );
  return (
    <>
      <select
        className="control file-control text-small"
        aria-label={`${copy.dismiss.label}${copy.ofPayment(amountOf(payment))}`}
        value=""
        disabled={isBusy}
        onChange={({ target }) => {
          const reason = dismissalReasons.find((each) => each === target.value);
          if (reason) dismiss(reason);
        }}
      >
        <option value="">{copy.dismiss.ask}</option>
        {dismissalReasons.map((reason) => (
          <option key={reason} value={reason}>
            {copy.dismiss.reasons[reason]}
          </option>
        ))}
      </select>
      <ProblemSentence sentence={problem} />
    </>
  );
}

/** Asks for the lead of the payment; without one there is nothing to confirm. */
function Confirmation({ payment, onSettled }: Pick<Props, "payment" | "onSettled">) {
  const { lead_id, named_lead_id, named_lead_name } = payment;
  const { detach } = useTakeBack();
  const { attach, busyLead, problem } = useAttachment(payment.payment_id, (leadId) =>
    lead_id === null
      ? onSettled(copy.attached(named_lead_name ?? admin.list.unnamed), () => detach(payment.payment_id, leadId))
      : onSettled(copy.confirmed),
  );
  const leadId = lead_id ?? named_lead_id;
  if (leadId === null) return null;

  return (
    <>
      <Button
        variant="secondary"
        isSmall
        hasPlug={false}
        busyLabel={busyLead === undefined ? undefined : copy.busy}
        onClick={() => attach(leadId)}
      >
        {lead_id === null ? copy.unexpected.attach : copy.otherEmail.confirm}
        <span className="visually-hidden">{copy.ofPayment(amountOf(payment))}</span>
      </Button>
      <ProblemSentence sentence={problem} />
    </>
  );
}
