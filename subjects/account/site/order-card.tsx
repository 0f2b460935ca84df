import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { useState } from "react";

import type { CustomerAccount } from "#subjects/account/calls/customer-account.ts";
import { keepOrder } from "#subjects/orders/site/keep-order.ts";
import { recordPaymentStart } from "#subjects/payments/calls/payment-starts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { formatDay, formatEuros } from "#app/ui/format.ts";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LineJack } from "#app/ui/line-jack.tsx";
import { LockedNote } from "#app/ui/locked-note.tsx";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { statusPills } from "#app/ui/status-pills.ts";
import { answerChangeCopy } from "#subjects/orders/words/answer-change.ts";
import { dashboardCopy as copy } from "#subjects/account/words/dashboard.ts";
import { nothingDebited, summaryCopy } from "#subjects/funnel/words/funnel.ts";
import { termsVersionPath } from "#subjects/legal/words/version-address.ts";
import { type Voice, voices } from "#subjects/funnel/rules/choices.ts";
import { callScript } from "#subjects/funnel/site/offers/secretariat/call-script.ts";
import { SpokenCall } from "#subjects/funnel/site/offers/secretariat/spoken-call.tsx";
import { offerWords } from "#subjects/offers/words/registry.ts";
import { orderTicketCopy } from "#subjects/orders/words/order-ticket.ts";
import { describeSchedule } from "#subjects/orders/words/schedule.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { type FunnelOrigin, isFunnelOffer } from "#domain/kernel/lead.ts";
import {
  accountReadyBy,
  type CustomerOrder,
  isComplete,
  isNothingDebited,
  orderPaymentLink,
} from "#subjects/orders/rules/customer-order.ts";
import { signUpAddress } from "#domain/site/offer-addresses.ts";
import { isClosed } from "#subjects/leads/rules/lead-status.ts";
import { nextDebit } from "#subjects/orders/rules/kept-schedule.ts";
import { orderSchedule, purchaseOfLead } from "#subjects/orders/rules/order-schedule.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { paymentAddress } from "#subjects/offers/rules/payment-link.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { isFreeAtFirst } from "#subjects/offers/rules/schedule.ts";

import type { AccountSite } from "./account-site.ts";
import { AnswerChangeEditor } from "./answer-change.tsx";
import { dayOf } from "./day-of.ts";
import { type AnswerRow, orderAnswerRows, changedAnswers } from "./order-answers.ts";
import { OrderPayments } from "./order-payments.tsx";
import { Appointments, TeamMessages } from "./order-records.tsx";

/** To its customer a request that was received says nothing urgent. */
const statusLooks = { ...statusPills, to_contact: "pill" };

type Props = { order: CustomerOrder; email: string; site: AccountSite };
type CardProps = Props & { account: CustomerAccount; onChanged: () => Promise<void>; onSignedOut: () => void };

/** One request: how far it is, what was answered and paid, what the team wrote, what comes next. */
export function OrderCard({ order, email, site, ...acts }: CardProps) {
  const status = order.status ?? "to_contact";
  const isPreparing = accountReadyBy(order, site.today) !== undefined;
  const offer = order.isWaitingList ? copy.waitingList.offer : offerWords[order.origin].ownName;
  return (
    <section className="order-card" aria-labelledby={`offre-${order.leadId}`}>
      <Stack
        gap={20}
        paddingBlock={24}
        paddingInline="cell"
        background="line-800"
        tablet={{ columns: "1fr 1.4fr", align: "center" }}
        className="color-on-line-2 dark"
      >
        <div>
          <h2 className="text-subtitle leading-tight color-white" id={`offre-${order.leadId}`}>
            {offer}
          </h2>
          <Row as="p" rowGap={2} columnGap={20} isWrapping marginTop={8} className="text-small">
            {order.companyName && <b className="color-white">{order.companyName}</b>}
            {order.createdAt !== null && <MadeOn instant={order.createdAt} />}
          </Row>
          {(order.isWaitingList || isClosed(order)) && (
            <Box as="p" marginTop={12}>
              <span className={statusLooks[status]}>{copy.statuses[status]}</span>
            </Box>
          )}
        </div>
        {!order.isWaitingList && <Progress order={order} isPreparing={isPreparing} />}
      </Stack>
      <Stack tablet={{ columns: "7fr 5fr" }} lg={{ columns: "8fr 4fr" }}>
        {/* First to be read, and on a telephone to be seen. */}
        <Box paddingBottom={24} tablet={{ rule: "left", order: 1 }} className="text-small">
          <div className="order-next">
            <Title>{copy.next.title}</Title>
            <NextSteps order={order} email={email} site={site} />
            {order.isPaid && !isClosed(order) && <Greeting order={order} />}
            {order.isPaid && !isClosed(order) && site.testLine && <TestLine {...site.testLine} />}
          </div>
        </Box>
        <Box background="surface">
          <Title>{copy.answers.title}</Title>
          <Answers order={order} site={site} />
          {isChangeable(order) && <AnswerChangeEditor order={order} {...acts} />}
          <TeamMessages order={order} />
          <Schedule order={order} site={site} />
          <OrderPayments order={order} site={site} />
          <AcceptedTerms order={order} />
          <Appointments order={order} site={site} />
        </Box>
      </Stack>
    </section>
  );
}

function paymentWords(order: CustomerOrder): string {
  const { received, pending, nothingDebited } = copy.payment;
  if (!order.isPaid) return pending;
  return isNothingDebited(order) ? nothingDebited : received;
}

function Title({ children }: { children: string }) {
  return (
    <Box as="h3" paddingTop={20} paddingBottom={16} paddingInline="cell" className="text-subtitle">
      {children}
    </Box>
  );
}

function MadeOn({ instant }: { instant: string }) {
  if (Number.isNaN(Date.parse(instant))) return null;
  return (
    <span>
      {copy.madeOn} <time dateTime={instant}>{dayOf(instant)}</time>
    </span>
  );
}

/**
 * Four lines of the switchboard, the lit ones first: an order paid before the first call skipped no step. Each says its
 * state in words, which is said nowhere else.
 */
function Progress({ order, isPreparing }: { order: CustomerOrder; isPreparing: boolean }) {
  const { status, isPaid } = order;
  const { steps, label, done, todo } = copy.progress;
  const isActive = status === "client" && !isPreparing;
  const lines = [
    { name: copy.statuses.to_contact, isDone: true },
    {
      name: status === "contacted" ? copy.statuses.contacted : steps.discussed,
      isDone: status === "contacted" || status === "client",
    },
    { name: paymentWords(order), isDone: isPaid },
    { name: isActive ? copy.statuses.client : steps.active, isDone: isActive },
  ].sort((one, other) => Number(other.isDone) - Number(one.isDone));
  return (
    <Stack as="ol" columns={4} aria-label={label}>
      {lines.map(({ name, isDone }) => (
        <Stack
          as="li"
          key={name}
          gap={8}
          justify="center"
          className={
            isDone
              ? "color-white text-caption leading-tight centered"
              : "color-on-line-2 text-caption leading-tight centered"
          }
        >
          <LineJack state={isDone ? "done" : "idle"} />
          <span>
            {name}
            <span className="visually-hidden">, {isDone ? done : todo}</span>
          </span>
        </Stack>
      ))}
    </Stack>
  );
}

function isChangeable(order: CustomerOrder): boolean {
  return requestRules[order.origin].isChangeable && !isClosed(order) && isComplete(order);
}

function Answers({ order, site }: Pick<Props, "order" | "site">) {
  const shown = order.change ? { ...order, ...changedAnswers(order.change.answers) } : order;
  const rows = orderAnswerRows(shown, pricesOn(site, site.today));
  if (rows.length === 0) {
    return (
      <Box as="p" paddingInline="cell" paddingBottom={24} className="quiet">
        {copy.answers.none}
      </Box>
    );
  }
  return (
    <>
      {order.change && (
        <Box paddingInline="cell" paddingBottom={16}>
          <FormNotice>{answerChangeCopy.waiting(dayOf(order.change.sentAt))}</FormNotice>
        </Box>
      )}
      <AnswerList rows={rows} />
    </>
  );
}

function AnswerList({ rows }: { rows: AnswerRow[] }) {
  return (
    <dl>
      {rows.map(({ label, answer }) => (
        <Stack
          key={label}
          rowGap={2}
          columnGap={24}
          paddingBlock={16}
          paddingInline="cell"
          rule="top"
          sm={{ columns: "13rem 1fr" }}
          tablet={{ columns: "9rem 1fr" }}
          lg={{ columns: "13rem 1fr" }}
        >
          <dt className="text-small quiet">{label}</dt>
          <dd className="as-typed">{answer}</dd>
        </Stack>
      ))}
    </dl>
  );
}

/** Of a volume that is not sold online, and so is ordered with the team. */
function isToDiscuss(order: CustomerOrder, { payments }: AccountSite): boolean {
  return !order.isPaid && isSoldOnline(order) && orderPaymentLink(payments, order) === undefined;
}

/** As it was agreed with the payment, else as if it were paid today. A closed request owes nothing any more. */
function scheduleOfOrder(order: CustomerOrder, site: AccountSite) {
  return orderSchedule(order, { today: site.today, offers: site, paidOn: order.paidOn, kept: order.schedule });
}

function Schedule({ order, site }: Omit<Props, "email">) {
  // A demonstration shows another day than that of the requests beside it.
  const [isRealDay] = useState(() => dayInParis(new Date()) === site.today);
  if (!isComplete(order) || isClosed(order)) return null;
  const schedule = scheduleOfOrder(order, site);
  if (!schedule || isToDiscuss(order, site)) return null;
  if (schedule.endsOn !== undefined && schedule.endsOn <= site.today) return null;
  return (
    <Box rule="top">
      <PaymentSchedule {...describeSchedule(schedule, isRealDay ? site.today : undefined)} paddingInline="cell" />
    </Box>
  );
}

/** The version that the order accepted, readable for good. */
function AcceptedTerms({ order: { terms } }: Pick<Props, "order">) {
  const address = terms ? termsVersionPath(terms.version) : undefined;
  if (!terms || address === undefined || Number.isNaN(Date.parse(terms.at))) return null;
  return (
    <Box as="p" rule="top" paddingInline="cell" paddingBlock={16} className="text-small quiet">
      {copy.terms.accepted(dayOf(terms.at))}
      {"\u00a0: "}
      <a className="text-link" href={address}>
        {copy.terms.version(formatDay(terms.version))}
      </a>
    </Box>
  );
}

/** The first words of the assistant, as the customer wrote them: to read, and to hear where the device speaks French. */
function Greeting({ order }: Pick<Props, "order">) {
  const { companyName, welcomeMessage, voice, businessHours } = order;
  if (!welcomeMessage) return null;
  const spoken = { companyName: companyName ?? "", welcomeMessage, voice: readVoice(voice), businessHours };
  // The greeting alone: what a caller asks next is no part of it.
  const call = callScript({ ...spoken, intention: "", intentionDetail: "" });
  return (
    <Box marginTop={24} paddingInline="cell">
      <SpokenCall {...copy.greetingHeard} call={call} voice={spoken.voice} />
    </Box>
  );
}

function readVoice(voice: string | null): Voice | "" {
  return voices.find((each) => each === voice) ?? "";
}

function TestLine({ number, address, isDemo }: NonNullable<AccountSite["testLine"]>) {
  return (
    <Stack gap={12} justify="start" marginTop={24} paddingInline="cell" className="breakable">
      <ButtonLink href={address} variant="secondary" isSmall isWrapping>
        {orderTicketCopy.testLine}
      </ButtonLink>
      <p className="quiet">
        <span className="unbroken tabular">{number}</span>
        {isDemo && ` – ${orderTicketCopy.demonstrationLine}`}
      </p>
    </Stack>
  );
}

function NextSteps({ order, email, site }: Props) {
  const funnel = signUpPath(order.origin);
  const isToComplete = !isComplete(order) && funnel !== undefined && !isClosed(order);
  const link = isToComplete
    ? { icon: "arrow" as const, href: funnel, words: copy.next.complete }
    : site.contactEmail && {
        icon: "mail" as const,
        href: `mailto:${site.contactEmail}`,
        words: copy.next.write(site.contactEmail),
      };
  return (
    <Stack gap={8} justify="start" paddingInline="cell">
      <Stack gap={16} width="full">
        <Box as="p" maxWidth="48ch" className={isToComplete ? undefined : "quiet"}>
          {isToComplete ? copy.next.incomplete : nextOf(order, accountReadyBy(order, site.today) !== undefined)}
        </Box>
        {!isToComplete && !order.isWaitingList && <Payment order={order} email={email} site={site} />}
      </Stack>
      {link && (
        <a className="arrow-link finger-high" href={link.href}>
          {link.words} <Icon name={link.icon} />
        </a>
      )}
    </Stack>
  );
}

function nextOf({ isWaitingList, status, origin }: CustomerOrder, isPreparing: boolean): string {
  if (isWaitingList && !isClosed({ status })) return copy.waitingList.next;
  if (isPreparing && status === "client") return copy.next.statuses.contacted;
  const next = copy.next.statuses[status ?? "to_contact"];
  const isToConfigure = (status ?? "to_contact") === "to_contact" && signUpPath(origin) !== undefined;
  return isToConfigure ? `${next} ${copy.next.configured}` : next;
}

/** What falls due next of what is paid, where something does. */
function paidWords(order: CustomerOrder, site: AccountSite): string {
  const schedule = scheduleOfOrder(order, site);
  const next = isClosed(order) ? undefined : schedule && nextDebit(schedule, site.today);
  return next ? copy.next.paidUntil(formatDay(next.date), formatEuros(next.amount.includingTax)) : copy.next.paid;
}

function Payment({ order, email, site }: Props) {
  if (order.isPaid) return <p>{paidWords(order, site)}</p>;
  const link = orderPaymentLink(site.payments, order);
  if (link === undefined) return isSoldOnline(order) ? <p>{copy.next.unavailable}</p> : null;

  function pay() {
    const address = paymentAddress(link ?? "", { email: order.email ?? email, reference: order.leadId });
    const terms = { day: site.today, promotion: site.promotion, prices: pricesOn(site, site.today) };
    const payer = { reference: order.leadId, firstName: order.firstName ?? "", email: order.email ?? email };
    keepOrder(purchaseOfLead(order), terms, payer);
    recordPaymentStart(order.leadId, site.termsVersion);
    location.assign(address);
  }

  const schedule = scheduleOfOrder(order, site);
  const isFree = schedule !== undefined && isFreeAtFirst(schedule);
  const { before, link: terms, after } = summaryCopy.terms;
  return (
    <Stack gap={12}>
      <p className="text-caption stretch-mid quiet">
        {before}
        <a className="text-link" href={site.legalPages.terms}>
          {terms}
        </a>
        {after}
      </p>
      <Button onClick={pay}>
        {isFree ? copy.next.confirm : copy.next.pay}
        <span className="visually-hidden"> {copy.next.payOffer(offerWords[order.origin].ownName)}</span>
      </Button>
      {isFree && <p className="strong">{nothingDebited}</p>}
      <LockedNote isQuiet>
        {summaryCopy.leaving(site.brand, site.paymentProvider)} {summaryCopy.emailPrefilled}
      </LockedNote>
    </Stack>
  );
}

/** A closed request, or one made with the team, has nothing to wait for. */
function isSoldOnline({ origin, status }: CustomerOrder): boolean {
  return !isClosed({ status }) && signUpPath(origin) !== undefined;
}

/** Where the answers of an offer are given; undefined for what is ordered another way. */
function signUpPath(origin: FunnelOrigin): string | undefined {
  return isFunnelOffer(origin) ? signUpAddress(origin) : undefined;
}
