import "#app/ui/text.css";
import { Row, Stack } from "#app/ui/layout.tsx";
import "#app/ui/pill.css";
import "#app/ui/words.css";
import "./order-card.css";

import { recordPaymentStart } from "#app/api/visitor/payment-starts.ts";
import { Button } from "#app/ui/button.tsx";
import { withOrdinal } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { dashboardCopy as copy } from "#content/dashboard.ts";
import { summaryCopy } from "#content/funnel.ts";
import { type FunnelOrigin, funnelOffers } from "#domain/kernel/lead.ts";
import { type CustomerOrder, isComplete, orderPaymentLink } from "#domain/leads/customer-order.ts";
import { paymentAddress } from "#domain/offers/payment-link.ts";

import type { AccountSite } from "./account-site.ts";
import { answerRows } from "./order-answers.ts";

const day = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", dateStyle: "long" });

const statusLooks = {
  to_contact: "pill",
  contacted: "pill pill-open",
  client: "pill pill-done",
  inactive: "pill pill-closed",
};

type Props = { order: CustomerOrder; email: string; site: AccountSite };

/** One request: how far it is, what was answered, what comes next. */
export function OrderCard({ order, email, site }: Props) {
  const status = order.status ?? "to_contact";
  const offer = copy.offers[order.origin];
  return (
    <section className="order-card" aria-labelledby={`offre-${order.leadId}`}>
      <div className="order-panel dark">
        <div>
          <h2 className="text-subtitle" id={`offre-${order.leadId}`}>
            {offer}
          </h2>
          <p>
            {order.companyName && <b>{order.companyName}</b>}
            {order.createdAt !== null && <MadeOn instant={order.createdAt} />}
          </p>
        </div>
        <Progress order={order} />
      </div>
      <div className="order-columns">
        <div className="order-answers">
          <h3 className="text-subtitle">{copy.answers.title}</h3>
          <Answers order={order} />
        </div>
        <div className="text-small order-next">
          <h3 className="text-subtitle">{copy.next.title}</h3>
          <Row as="p" gap={8} isWrapping className="order-pills">
            <span className={statusLooks[status]}>{copy.statuses[status]}</span>{" "}
            <span className={order.isPaid ? "pill pill-done" : "pill pill-live"}>
              {order.isPaid ? copy.payment.received : copy.payment.pending}
            </span>
          </Row>
          <NextSteps order={order} email={email} site={site} />
        </div>
      </div>
    </section>
  );
}

function MadeOn({ instant }: { instant: string }) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <span>
      {copy.madeOn} <time dateTime={instant}>{withOrdinal(day.format(date))}</time>
    </span>
  );
}

/** Four lines of the switchboard: each is lit once its part is done, in whatever order. */
function Progress({ order: { status, isPaid } }: { order: CustomerOrder }) {
  const { steps, label, done, todo } = copy.progress;
  const lines = [
    { name: steps.received, isDone: true },
    { name: steps.discussed, isDone: status === "contacted" || status === "client" },
    { name: steps.paid, isDone: isPaid },
    { name: steps.active, isDone: status === "client" },
  ];
  return (
    <ol className="order-lines" aria-label={label}>
      {lines.map(({ name, isDone }) => (
        <li key={name} className={isDone ? "is-done" : undefined}>
          <span className="order-jack" aria-hidden="true" />
          <span>
            {name}
            <span className="visually-hidden">, {isDone ? done : todo}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Answers({ order }: { order: CustomerOrder }) {
  const rows = answerRows(order);
  if (rows.length === 0) return <p>{copy.answers.none}</p>;
  return (
    <dl>
      {rows.map(({ label, answer }) => (
        <div key={label}>
          <dt className="text-small quiet">{label}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}

function NextSteps({ order, email, site }: Props) {
  const funnel = signUpPath(order.origin);
  if (!isComplete(order) && funnel !== undefined && order.status !== "inactive") {
    return (
      <>
        <p>{copy.next.incomplete}</p>
        <ArrowLink href={funnel}>{copy.next.complete}</ArrowLink>
      </>
    );
  }
  return (
    <>
      <p className="quiet">{copy.next.statuses[order.status ?? "to_contact"]}</p>
      <Payment order={order} email={email} site={site} />
      {site.contactEmail && (
        <ArrowLink icon="mail" href={`mailto:${site.contactEmail}`}>
          {copy.next.write(site.contactEmail)}
        </ArrowLink>
      )}
    </>
  );
}

function Payment({ order, email, site }: Props) {
  if (order.isPaid) return <p>{copy.next.paid}</p>;
  const link = orderPaymentLink(site.payments, order);
  if (link === undefined) return isSoldOnline(order) ? <p>{copy.next.unavailable}</p> : null;

  function pay() {
    const address = paymentAddress(link ?? "", { email: order.email ?? email, reference: order.leadId });
    recordPaymentStart(order.leadId, site.termsVersion);
    location.assign(address);
  }

  const { before, link: terms, after } = summaryCopy.terms;
  return (
    <Stack gap={12} className="order-payment">
      <p className="caption">
        {before}
        <a className="text-link" href={site.legalPages.terms}>
          {terms}
        </a>
        {after}
      </p>
      <Button onClick={pay}>
        {copy.next.pay}
        <span className="visually-hidden"> {copy.next.payOffer(copy.offers[order.origin])}</span>
      </Button>
      <p className="caption">
        <Icon name="lock" isSmall />
        <span>
          {summaryCopy.leaving(site.brand, site.paymentProvider)} {summaryCopy.emailPrefilled}
        </span>
      </p>
    </Stack>
  );
}

/** A closed request, or one made with the team, has nothing to wait for. */
function isSoldOnline({ origin, status }: CustomerOrder): boolean {
  return status !== "inactive" && signUpPath(origin) !== undefined;
}

/** Where the answers of an offer are given; undefined for what is ordered another way. */
function signUpPath(origin: FunnelOrigin): string | undefined {
  return (funnelOffers as readonly string[]).includes(origin) ? `/inscription-${origin}` : undefined;
}
