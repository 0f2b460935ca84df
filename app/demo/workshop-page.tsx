import { formatEuros } from "#app/ui/format.ts";
import { Box, Cells, Row, Stack } from "#app/ui/layout.tsx";
import type { ReactNode } from "react";

import { Button, ButtonLink } from "#app/ui/button.tsx";
import { demo } from "#content/demo.ts";
import {
  demoBillingTypes,
  type DemoPayment,
  demoSwitchStates,
  type DemoSwitchName,
  type Workshop,
} from "#domain/site/demo-page.ts";

import { offerName } from "./payment-page.tsx";

/** The most entries shown of each journal; the JSON lists hold all. */
const shownEntries = 20;

const time = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", timeStyle: "medium" });

/** What left the site, and the switches that cut its wires. Plain forms, no script. */
export function WorkshopPage({ switches, mails, texts, webhooks, payments, visits }: Workshop) {
  const { workshop } = demo;

  return (
    <>
      <Stack as="section" gap={16} paddingTop="block" paddingInline="cell" paddingBottom={24}>
        <h1 className="text-title leading-display">{workshop.heading}</h1>
        <Box as="p" maxWidth="64ch" className="quiet">
          {workshop.lead}
        </Box>
        <Row as="form" gap={8} isWrapping method="post" action="/demo/reset">
          <ButtonLink href="/" variant="green" isSmall>
            {workshop.openSite}
          </ButtonLink>
          <ButtonLink href="/admin" variant="secondary" isSmall>
            {workshop.openAdmin}
          </ButtonLink>
          <Button type="submit" variant="quiet" isSmall hasPlug={false}>
            {workshop.reset}
          </Button>
        </Row>
      </Stack>

      <Cells rule="top" lg={{ columns: 2 }} className="demo-grid">
        <section aria-labelledby="pannes">
          <Title id="pannes">{demo.switches.heading}</Title>
          <form method="post" action="/demo/switches">
            {(Object.keys(demoSwitchStates) as DemoSwitchName[]).map((name) => (
              <Switch key={name} name={name} current={switches[name]} />
            ))}
            <Box paddingBlock={16} paddingInline="cell">
              <Button type="submit" variant="green" isSmall>
                {demo.switches.apply}
              </Button>
            </Box>
          </form>
        </section>

        <Journal id="mails" heading={demo.mails.heading} count={mails.length} empty={demo.mails.empty}>
          {mails.slice(0, shownEntries).map((mail) => (
            <Entry key={mail.id} title={mail.subject} receivedAt={mail.receivedAt} badge={mail.to}>
              <p>
                {demo.mails.from} {mail.from}, {demo.mails.to.toLowerCase()} {mail.to}
              </p>
              {Object.entries(mail.headers).map(([name, value]) => (
                <p key={name} className="breakable">
                  {name}: {value}
                </p>
              ))}
              <Row as="p" marginTop={8}>
                <ButtonLink href={`/demo/mail/${mail.id}`} variant="secondary" isSmall>
                  {demo.mails.open}
                </ButtonLink>
              </Row>
              <Text>{mail.text}</Text>
            </Entry>
          ))}
        </Journal>

        <Journal id="sms" heading={demo.texts.heading} count={texts.length} empty={demo.texts.empty}>
          {texts.slice(0, shownEntries).map(({ to, body, otp, at }) => (
            <Entry key={`${at} ${otp}`} title={to} receivedAt={at} badge={otp}>
              <p>{body}</p>
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
              <Text>{JSON.stringify(webhook.body, null, 2)}</Text>
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
      </Cells>
    </>
  );
}

function Switch({ name, current }: { name: DemoSwitchName; current: string }) {
  const { label, states } = demo.switches.entries[name];
  const id = `panne-${name}`;

  return (
    <Stack
      as="p"
      gap={8}
      paddingBlock={12}
      paddingInline="cell"
      rule="top"
      background={current === "ok" ? "canvas" : "signal-100"}
    >
      <label className="strong" htmlFor={id}>
        {label}
      </label>
      <Box as="select" id={id} paddingInline={12} className="control" name={name} defaultValue={current}>
        {demoSwitchStates[name].map((state) => (
          <option key={state} value={state}>
            {(states as Record<string, string>)[state]}
          </option>
        ))}
      </Box>
    </Stack>
  );
}

function Title({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Box as="h2" id={id} paddingTop={16} paddingInline="cell" paddingBottom={12} className="text-subtitle">
      {children}
    </Box>
  );
}

type JournalProps = { id: string; heading: string; count: number; empty: string; children: ReactNode };

function Journal({ id, heading, count, empty, children }: JournalProps) {
  return (
    <section aria-labelledby={id}>
      <Title id={id}>
        {heading}{" "}
        <Box as="small" marginLeft={8} className="text-small regular faint">
          {count}
        </Box>
      </Title>
      {count > 0 ? (
        children
      ) : (
        <Box as="p" paddingInline="cell" paddingBottom={24} className="quiet">
          {empty}
        </Box>
      )}
    </section>
  );
}

type EntryProps = { title: string; receivedAt: string; badge: string; isGood?: boolean; children: ReactNode };

function Entry({ title, receivedAt, badge, isGood = true, children }: EntryProps) {
  return (
    <Box as="details" paddingInline="cell" rule="top" className="breakable">
      <Stack as="summary" columns="1fr auto auto" gap={12} align="center" className="demo-entry">
        <b>{title}</b>
        <time dateTime={receivedAt} className="faint">
          {time.format(new Date(receivedAt))}
        </time>
        <Box
          as="span"
          paddingBlock={2}
          paddingInline={8}
          radius="sm"
          background={isGood ? "line-100" : "error-100"}
          className={isGood ? "color-line-800 text-caption strong" : "color-error text-caption strong"}
        >
          {badge}
        </Box>
      </Stack>
      {children}
    </Box>
  );
}

/** As it was sent. */
function Text({ children }: { children: string }) {
  return (
    <Box
      as="pre"
      padding={16}
      marginTop={8}
      marginBottom={16}
      radius="md"
      background="line-900"
      className="color-on-line text-caption demo-entry-text"
    >
      {children}
    </Box>
  );
}

/** Sends one of the provider's own events about the payment; what is charged once has no subscription to end. */
function BillingForm({ payment }: { payment: DemoPayment }) {
  const { label, types, send } = demo.payments.billing;
  const offered = demoBillingTypes.filter(
    (type) => payment.subscription !== null || type.startsWith("charge.") || type.startsWith("credit_note."),
  );
  return (
    <Row as="form" gap={8} isWrapping marginTop={8} marginBottom={16} method="post" action="/demo/facture/annonce">
      <input type="hidden" name="payment" value={payment.id} />
      <Box as="select" paddingInline={12} className="control" name="type" aria-label={label}>
        {offered.map((type) => (
          <option key={type} value={type}>
            {types[type]}
          </option>
        ))}
      </Box>
      <Button type="submit" variant="secondary" isSmall hasPlug={false}>
        {send}
      </Button>
    </Row>
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
        {payment.amount_due_today !== null && ` ${demo.payments.dueToday} ${formatEuros(payment.amount_due_today)}`}
      </p>
      {payment.status === "paid" && payment.subscription !== null && (
        <Row as="form" marginTop={8} method="post" action="/demo/facture">
          <input type="hidden" name="subscription" value={payment.subscription} />
          <Button type="submit" variant="secondary" isSmall hasPlug={false}>
            {demo.payments.nextMonth}
          </Button>
        </Row>
      )}
      {payment.status === "paid" && <BillingForm payment={payment} />}
    </Entry>
  );
}
