import "#app/ui/link.css";
import "#app/ui/words.css";
import "./payment-line.css";

import { useState } from "react";
import { Link } from "react-router";

import { dash, shortInstant } from "#app/admin/ui/formats.ts";
import type { OpenPayment } from "#app/api/admin/payments.ts";
import { Button } from "#app/ui/button.tsx";
import { adminPayments as copy } from "#content/admin-payments.ts";
import { admin } from "#content/admin.ts";

import { amountOf, expectedAmount, reasonToWait } from "./payment-amount.ts";
import { LeadChoice } from "./payment-lead-choice.tsx";
import { useAttachment } from "./payment-queries.ts";

type Props = { payment: OpenPayment; now: Date; onSettled: (sentence: string) => void };

/** What the provider said of a payment, what was expected of it, and what to do about it. */
export function PaymentLine({ payment, now, onSettled }: Props) {
  const { email, reference, payment_id, received_at, ordered } = payment;
  return (
    <li>
      <b className="payment-amount tabular">{amountOf(payment)}</b>
      <div className="payment-facts">
        {ordered && <p>{reasonToWait(payment, ordered)}</p>}
        <dl>
          {ordered && (
            <Entry label={copy.unexpected.expected}>
              <b className="tabular">{expectedAmount(ordered)}</b>
            </Entry>
          )}
          <LeadEntry payment={payment} />
          <Entry label={copy.email}>{email ?? dash}</Entry>
          <Entry label={copy.date}>
            <time className="tabular" dateTime={received_at}>
              {shortInstant(received_at, now)}
            </time>
          </Entry>
          <Entry label={copy.reference}>{reference ?? dash}</Entry>
          <Entry label={copy.event}>{payment_id}</Entry>
        </dl>
      </div>
      <Action payment={payment} onSettled={onSettled} />
    </li>
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
      {email !== null && <span>{email}</span>}
    </Entry>
  );
}

function Action({ payment, onSettled }: ActionProps) {
  const { lead_id, named_lead_id, named_lead_name } = payment;
  if (lead_id !== null) {
    const settle = () => onSettled(copy.confirmed);
    return <Confirmation payment={payment} leadId={lead_id} label={copy.otherEmail.confirm} onConfirmed={settle} />;
  }
  if (named_lead_id === null) return <Attachment payment={payment} label={copy.attach} onSettled={onSettled} />;
  const settle = () => onSettled(copy.attached(named_lead_name ?? admin.list.unnamed));
  return (
    <div className="payment-actions">
      <Confirmation payment={payment} leadId={named_lead_id} label={copy.unexpected.attach} onConfirmed={settle} />
      <Attachment payment={payment} label={copy.unexpected.other} onSettled={onSettled} />
    </div>
  );
}

function Entry({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type ActionProps = Pick<Props, "payment" | "onSettled">;

function Attachment({ payment, label, onSettled }: ActionProps & { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="payment-action">
      <Button variant="secondary" isSmall hasPlug={false} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? copy.close : label}
        <span className="visually-hidden">{copy.ofPayment(amountOf(payment))}</span>
      </Button>
      {isOpen && <LeadChoice payment={payment} onAttached={(name) => onSettled(copy.attached(name))} />}
    </div>
  );
}

type ConfirmationProps = Pick<Props, "payment"> & { leadId: string; label: string; onConfirmed: () => void };

function Confirmation({ payment, leadId, label, onConfirmed }: ConfirmationProps) {
  const { attach, busyLead, problem } = useAttachment(payment.payment_id, onConfirmed);
  return (
    <div className="payment-action">
      <Button
        variant="secondary"
        isSmall
        hasPlug={false}
        busyLabel={busyLead === undefined ? undefined : copy.busy}
        onClick={() => attach(leadId)}
      >
        {label}
        <span className="visually-hidden">{copy.ofPayment(amountOf(payment))}</span>
      </Button>
      {problem !== undefined && (
        <p role="alert" className="delivery-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
