import { useSyncExternalStore } from "react";

import { Button, ButtonLink } from "#app/ui/button.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { LineJack } from "#app/ui/line-jack.tsx";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import { useIsAlive } from "#app/ui/use-is-alive.ts";
import { thankYouCopy } from "#content/merci.ts";
import { calendarFile } from "#domain/kernel/calendar-file.ts";
import { isFunnelOffer, isSoldOffer, type SoldOffer } from "#domain/kernel/lead.ts";
import type { PaymentSchedule as Schedule } from "#domain/kernel/payment-schedule.ts";
import type { DayWindow } from "#kit/civil-date.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { type Milestone, milestonesOf } from "#subjects/offers/rules/milestones.ts";
import { type Ordered, readOrderedFragment, scheduleAgreed } from "#subjects/offers/rules/ordered-fragment.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import { type LastOrder, lastOrderText, readLastOrder } from "#subjects/orders/calls/last-order.ts";
import { calendarEventsOf, orderDatesCopy } from "#subjects/orders/words/order-dates.ts";
import { orderTicketCopy as copy } from "#subjects/orders/words/order-ticket.ts";
import { describeSchedule, scheduleCopy } from "#subjects/orders/words/schedule.ts";

import { OrderNotes } from "./order-notes.tsx";
import { OrderSteps, type Place } from "./order-steps.tsx";

type Site = {
  brand: string;
  origin: string;
  promotion?: DayWindow | undefined;
  /** Where the assistant is heard; undefined without one. */
  testLine?: { number: string; address: string; isDemo: boolean } | undefined;
  place?: Place | undefined;
};

type Props = {
  site: Site;
  /** The addresses of the return page, whose actions are the ticket's; elsewhere an unknown order shows nothing. */
  ways?: { home: string; nextSteps: string; calendar: string } | undefined;
};

/**
 * The ticket of the order that was just paid for: what it is, what is due when, what happens next. Its order is the one
 * that the fragment of the address names, else the one that left for its payment from this browser.
 */
export function OrderTicket({ site, ways }: Props) {
  const { isAlive, offer, ordered, last } = useTold(ways !== undefined);
  if (!ordered && !ways) return null;
  const schedule = ordered && scheduleAgreed(ordered, site.promotion);
  const milestones = ordered ? milestonesOf(ordered, schedule?.lines ?? []) : [];
  return (
    <Stack
      gap={40}
      align="start"
      alignContent="start"
      lg={{ columns: "5fr 7fr", columnGap: 64 }}
      className={ways ? "order-ending" : undefined}
    >
      <Ticket {...{ isAlive, offer, ordered, schedule, last }} />
      {isAlive && (
        <Stack gap={32}>
          {ordered && <OrderSteps ordered={ordered} milestones={milestones} place={site.place} />}
          <Actions {...{ site, ways, offer, ordered, milestones }} />
        </Stack>
      )}
    </Stack>
  );
}

type TicketProps = {
  isAlive: boolean;
  offer: SoldOffer | undefined;
  ordered: Ordered | undefined;
  schedule: Schedule | undefined;
  last: LastOrder | undefined;
};

function Ticket({ isAlive, offer, ordered, schedule, last }: TicketProps) {
  const volume = ordered && sayVolume(ordered);
  const due = schedule?.lines[0].amount.includingTax;
  return (
    <section className="card card-raised breakable" aria-label={copy.title}>
      <Box background="line-800" paddingBlock={24} paddingInline="inset" className="color-on-line-2 dark">
        <PluggedJacks />
        <Row gap={16} align="end" justify="between" isWrapping marginTop={24}>
          <div>
            <p className="text-small">{copy.title}</p>
            <h2 className="text-heading leading-tight color-white">{offer ? offerWords[offer].name : copy.title}</h2>
            {volume !== undefined && <p className="text-lead color-on-line">{volume}</p>}
          </div>
          {due !== undefined && (
            <p className="text-small unbroken">
              <b className="text-heading leading-tight color-white block tabular unbroken">{formatEuros(due)}</b>{" "}
              {copy.due}
            </p>
          )}
        </Row>
      </Box>
      {schedule && <PaymentSchedule {...describeSchedule(schedule, ordered?.day)} titleAs="h3" paddingInline="inset" />}
      {!isAlive && (
        <noscript>
          <p>{copy.unknown}</p>
        </noscript>
      )}
      {isAlive && !schedule && (
        <Box as="p" paddingBlock={20} paddingInline="inset">
          {ordered ? scheduleCopy.keptElsewhere : copy.unknown}
        </Box>
      )}
      {last && (
        <Stack as="dl" gap={8} rule="top" paddingBlock={16} paddingInline="inset" className="text-small">
          <Fact term={copy.payer} value={[last.firstName, last.email].filter(Boolean).join(", ")} />
          <Fact term={copy.reference} value={last.reference} />
        </Stack>
      )}
    </section>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  if (value === "") return null;
  return (
    <div>
      <dt className="quiet">{term}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}

/** The jacks of the funnel: all its steps are plugged, the last one is lit. */
function PluggedJacks() {
  return (
    <Row justify="between" position="relative" className="order-ticket-jacks" aria-hidden="true">
      {[1, 2, 3, 4, 5].map((step) => (
        <LineJack key={step} state={step === 5 ? "live" : "done"} />
      ))}
    </Row>
  );
}

type ActionsProps = Props & Pick<TicketProps, "offer" | "ordered"> & { milestones: Milestone[] };

function Actions({ site, ways, offer, ordered, milestones }: ActionsProps) {
  const isPlace = offer !== undefined && requestRules[offer].isPlace;
  const hasDates = !isPlace && milestones.some(({ kind }) => kind !== "ordered");
  return (
    <Stack gap={12} justify="start">
      <Row align="center" isWrapping rowGap={20} columnGap={32} className="full-buttons">
        {ways && offer && !isPlace && site.testLine && (
          <ButtonLink href={site.testLine.address}>{copy.testLine}</ButtonLink>
        )}
        {ways && isFunnelOffer(offer) && (
          <ButtonLink href={ways.nextSteps} variant="secondary">
            {thankYouCopy.nextSteps}
          </ButtonLink>
        )}
        {ways && isPlace && site.place && <ButtonLink href={ways.calendar}>{orderDatesCopy.calendar}</ButtonLink>}
        {ordered && hasDates && (
          <Button variant="secondary" onClick={() => saveCalendar(site, ordered, milestones)}>
            {orderDatesCopy.calendar}
          </Button>
        )}
        {ways && (
          <a className="arrow-link finger-high" href={ways.home}>
            {thankYouCopy.backHome}
          </a>
        )}
      </Row>
      {ways && offer && !isPlace && (
        <Stack gap={8} className="text-small quiet">
          {site.testLine && (
            <p>
              <span className="unbroken tabular">{site.testLine.number}</span>
              {site.testLine.isDemo && ` – ${copy.demonstrationLine}`}
            </p>
          )}
          <OrderNotes />
        </Stack>
      )}
    </Stack>
  );
}

function saveCalendar({ brand, origin }: Site, ordered: Ordered, milestones: Milestone[]): void {
  const events = calendarEventsOf(milestones, { ordered, brand, origin, say: formatEuros });
  const file = calendarFile(events, { name: brand, host: new URL(origin).host, at: new Date() });
  saveFile(orderDatesCopy.fileName, new Blob([file], { type: "text/calendar;charset=utf-8" }));
}

/** « 50 appels par jour » */
function sayVolume({ purchase: { offer, volume, isTraining = false } }: Ordered): string | undefined {
  return offerWords[offer].volumeOf(isTraining)?.(formatCount(volume), volume);
}

/** @param isReturn the address says which offer was paid for: the order of another one is not shown */
function useTold(isReturn: boolean): Omit<TicketProps, "schedule"> {
  const fragment = useSyncExternalStore(onFragment, () => location.hash, onServer);
  const query = useSyncExternalStore(onFragment, () => location.search, onServer);
  const text = useSyncExternalStore(onFragment, lastOrderText, onServer);
  const isAlive = useIsAlive();
  const paid = new URLSearchParams(query).get("offre");
  const offer = isSoldOffer(paid) ? paid : undefined;
  const last = readLastOrder(text);
  const ordered = readOrderedFragment(fragment) ?? readOrderedFragment(last.ordered);
  if (!ordered || (isReturn && ordered.purchase.offer !== offer))
    return { isAlive, offer, ordered: undefined, last: undefined };
  const isLast = fragment === "" || fragment === last.ordered;
  return { isAlive, offer: ordered.purchase.offer, ordered, last: isLast ? last : undefined };
}

function onServer(): string {
  return "";
}

function onFragment(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
