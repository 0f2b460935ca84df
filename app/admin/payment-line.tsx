import { useState } from "react";
import { Link } from "react-router";

import { dash, shortInstant } from "#app/admin/formats.ts";
import { amountOf } from "#app/admin/payment-amount.ts";
import { LeadChoice } from "#app/admin/payment-lead-choice.tsx";
import { useAttachment } from "#app/admin/payment-queries.ts";
import type { OpenPayment } from "#app/api/payments.ts";
import { Button } from "#app/ui/button.tsx";
import { admin } from "#content/admin.ts";
import { adminPayments as copy } from "#content/admin-payments.ts";

type Props = { payment: OpenPayment; now: Date; onSettled: (sentence: string) => void };

/** What the provider said of a payment, and what to do about it. */
export function PaymentLine({ payment, now, onSettled }: Props) {
  const { email, reference, payment_id, received_at, lead_id, lead_name, lead_email } = payment;
  return (
    <li>
      <b className="payment-amount tabular">{amountOf(payment)}</b>
      <dl>
        <Entry label={copy.email}>{email ?? dash}</Entry>
        {lead_id !== null && (
          <Entry label={copy.otherEmail.lead}>
            <Link className="text-link" to={`/dashboard?fiche=${lead_id}`}>
              {lead_name ?? admin.list.unnamed}
            </Link>
            {lead_email !== null && <span>{lead_email}</span>}
          </Entry>
        )}
        <Entry label={copy.date}>
          <time className="tabular" dateTime={received_at}>
            {shortInstant(received_at, now)}
          </time>
        </Entry>
        <Entry label={copy.reference}>{reference ?? dash}</Entry>
        <Entry label={copy.event}>{payment_id}</Entry>
      </dl>
      {lead_id === null ? (
        <Attachment payment={payment} onSettled={onSettled} />
      ) : (
        <Confirmation payment={payment} leadId={lead_id} onSettled={onSettled} />
      )}
    </li>
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

function Attachment({ payment, onSettled }: ActionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="payment-action">
      <Button variant="secondary" isSmall hasPlug={false} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? copy.close : copy.attach}
        <span className="visually-hidden">{copy.ofPayment(amountOf(payment))}</span>
      </Button>
      {isOpen && <LeadChoice payment={payment} onAttached={(name) => onSettled(copy.attached(name))} />}
    </div>
  );
}

function Confirmation({ payment, leadId, onSettled }: ActionProps & { leadId: string }) {
  const { attach, busyLead, problem } = useAttachment(payment.payment_id, () => onSettled(copy.confirmed));
  return (
    <div className="payment-action">
      <Button
        variant="secondary"
        isSmall
        hasPlug={false}
        busyLabel={busyLead === undefined ? undefined : copy.busy}
        onClick={() => attach(leadId)}
      >
        {copy.otherEmail.confirm}
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
