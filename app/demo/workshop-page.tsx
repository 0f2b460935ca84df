import "./workshop-page.css";

import type { ReactNode } from "react";

import { Button, ButtonLink } from "#app/ui/button.tsx";
import { demo } from "#content/demo.ts";
import { type DemoPayment, demoSwitchStates, type DemoSwitchName, type Workshop } from "#domain/contracts/demo-page.ts";

import { offerName } from "./payment-page.tsx";

/** The most entries shown of each journal; the JSON lists hold all. */
const shownEntries = 20;

const time = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", timeStyle: "medium" });

/** What left the site, and the switches that cut its wires. Plain forms, no script. */
export function WorkshopPage({ switches, mails, webhooks, payments, visits }: Workshop) {
  const { workshop } = demo;

  return (
    <>
      <section className="demo-head">
        <h1>{workshop.heading}</h1>
        <p>{workshop.lead}</p>
        <form method="post" action="/demo/reset">
          <ButtonLink href="/" variant="green" isSmall>
            {workshop.openSite}
          </ButtonLink>
          <ButtonLink href="/admin" variant="secondary" isSmall>
            {workshop.openAdmin}
          </ButtonLink>
          <Button type="submit" variant="quiet" isSmall hasPlug={false}>
            {workshop.reset}
          </Button>
        </form>
      </section>

      <div className="demo-grid">
        <section aria-labelledby="pannes">
          <h2 id="pannes">{demo.switches.heading}</h2>
          <form method="post" action="/demo/switches" className="demo-switches">
            {(Object.keys(demoSwitchStates) as DemoSwitchName[]).map((name) => (
              <Switch key={name} name={name} current={switches[name]} />
            ))}
            <Button type="submit" variant="green" isSmall>
              {demo.switches.apply}
            </Button>
          </form>
        </section>

        <Journal id="mails" heading={demo.mails.heading} count={mails.length} empty={demo.mails.empty}>
          {mails.slice(0, shownEntries).map((mail) => (
            <Entry key={mail.id} title={mail.subject} receivedAt={mail.receivedAt} badge={mail.to}>
              <p>
                {demo.mails.from} {mail.from}, {demo.mails.to.toLowerCase()} {mail.to}
              </p>
              <pre>{mail.text}</pre>
            </Entry>
          ))}
        </Journal>

        <Journal id="webhooks" heading={demo.webhooks.heading} count={webhooks.length} empty={demo.webhooks.empty}>
          {webhooks.slice(0, shownEntries).map((webhook) => (
            <Entry
              key={webhook.id}
              title={demo.webhooks.topics[webhook.topic]}
              receivedAt={webhook.receivedAt}
              badge={webhook.isSignatureValid ? String(webhook.status) : demo.webhooks.badSignature}
              isGood={webhook.status === 200}
            >
              <pre>{JSON.stringify(webhook.body, null, 2)}</pre>
            </Entry>
          ))}
        </Journal>

        <Journal id="paiements" heading={demo.payments.heading} count={payments.length} empty={demo.payments.empty}>
          {payments.slice(0, shownEntries).map((payment) => (
            <PaymentEntry key={payment.id} payment={payment} />
          ))}
        </Journal>

        <Journal id="traceurs" heading={demo.visits.heading} count={visits.length} empty={demo.visits.empty}>
          {visits.slice(0, shownEntries).map(({ id, receivedAt, purpose, event, page }) => (
            <Entry key={id} title={demo.visits.purposes[purpose]} receivedAt={receivedAt} badge={event}>
              <p>{page}</p>
            </Entry>
          ))}
        </Journal>
      </div>
    </>
  );
}

function Switch({ name, current }: { name: DemoSwitchName; current: string }) {
  const { label, states } = demo.switches.entries[name];
  const id = `panne-${name}`;

  return (
    <p data-cut={current === "ok" ? undefined : ""}>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={current}>
        {demoSwitchStates[name].map((state) => (
          <option key={state} value={state}>
            {(states as Record<string, string>)[state]}
          </option>
        ))}
      </select>
    </p>
  );
}

type JournalProps = { id: string; heading: string; count: number; empty: string; children: ReactNode };

function Journal({ id, heading, count, empty, children }: JournalProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {heading} <small className="num">{count}</small>
      </h2>
      {count === 0 ? <p className="demo-empty">{empty}</p> : <div className="demo-journal">{children}</div>}
    </section>
  );
}

type EntryProps = { title: string; receivedAt: string; badge: string; isGood?: boolean; children: ReactNode };

function Entry({ title, receivedAt, badge, isGood = true, children }: EntryProps) {
  return (
    <details>
      <summary>
        <b>{title}</b>
        <time dateTime={receivedAt} className="num">
          {time.format(new Date(receivedAt))}
        </time>
        <span data-good={isGood ? "" : undefined}>{badge}</span>
      </summary>
      {children}
    </details>
  );
}

function PaymentEntry({ payment }: { payment: DemoPayment }) {
  return (
    <Entry
      title={offerName(payment)}
      receivedAt={payment.receivedAt}
      badge={demo.payments.statuses[payment.status]}
      isGood={payment.status === "paid"}
    >
      <p>
        {payment.email} {payment.reference}
      </p>
    </Entry>
  );
}
