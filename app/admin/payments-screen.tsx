import { useRef, useState } from "react";
import { useLoaderData } from "react-router";

import { AdminBar } from "#app/admin/admin-bar.tsx";
import { DoneMessage } from "#app/admin/done-message.tsx";
import type { DashboardVisit } from "#app/admin/guard.ts";
import { usePageTitle } from "#app/admin/page-title.ts";
import { PaymentLine } from "#app/admin/payment-line.tsx";
import { useOpenPayments } from "#app/admin/payment-queries.ts";
import { RetryNotice } from "#app/admin/retry-notice.tsx";
import { SlackCord } from "#app/admin/slack-cord.tsx";
import type { OpenPayment } from "#app/api/payments.ts";
import { adminPayments as copy } from "#content/admin-payments.ts";

/** Payments that need a person: without a lead, or under another e-mail than their lead's. */
export function PaymentsScreen() {
  usePageTitle(copy.title);
  const { email, now } = useLoaderData<DashboardVisit>();
  const { data, isPending, isError, refetch } = useOpenPayments();
  const heading = useRef<HTMLHeadingElement>(null);
  const [done, setDone] = useState<{ sentence: string; number: number }>();
  const withoutLead = data?.filter(({ lead_id }) => lead_id === null) ?? [];
  const otherEmail = data?.filter(({ lead_id }) => lead_id !== null) ?? [];

  function showSettled(sentence: string) {
    setDone((previous) => ({ sentence, number: (previous?.number ?? 0) + 1 }));
    // The button that had the focus goes with its payment.
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <a className="skip-link" href="#paiements">
        {copy.skip}
      </a>
      <AdminBar email={email} />
      <main id="paiements" className="admin-page" tabIndex={-1}>
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {copy.title}
          </h1>
          <p>{copy.intro}</p>
        </header>
        <p role="status" className="admin-page-count tabular">
          {data ? copy.total(withoutLead.length, otherEmail.length) : isPending && copy.loading}
        </p>
        {isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <div className="no-leads">
            <SlackCord />
            <b>{copy.empty.title}</b>
            <p>{copy.empty.text}</p>
          </div>
        )}
        <Group id="sans-lead" {...copy.withoutLead} payments={withoutLead} now={now} onSettled={showSettled} />
        <Group id="autre-email" {...copy.otherEmail} payments={otherEmail} now={now} onSettled={showSettled} />
      </main>
      {done && <DoneMessage key={done.number} sentence={done.sentence} onDismiss={() => setDone(undefined)} />}
    </>
  );
}

type GroupProps = {
  id: string;
  title: string;
  text: string;
  payments: OpenPayment[];
  now: Date;
  onSettled: (sentence: string) => void;
};

function Group({ id, title, text, payments, now, onSettled }: GroupProps) {
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="admin-page-hint">{text}</p>
      <ul className="payment-list" aria-labelledby={id}>
        {payments.map((payment) => (
          <PaymentLine key={payment.payment_id} payment={payment} now={now} onSettled={onSettled} />
        ))}
      </ul>
    </section>
  );
}
