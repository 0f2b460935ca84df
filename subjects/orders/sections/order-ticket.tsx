import { shownPrices } from "#subjects/offers/rules/prices.ts";
import type { ReactNode } from "react";

import { href, phoneHref } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { formatDay } from "#app/ui/format.ts";
import { Jack } from "#app/ui/jack.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { LineJack } from "#app/ui/line-jack.tsx";
import { DueRow, SetUpLine } from "#app/ui/payment-schedule.tsx";
import { thankYouCopy } from "#content/merci.ts";
import { funnelOffers, type SoldOffer, soldOffers } from "#domain/kernel/lead.ts";
import { hoursOf, venueOf } from "#subjects/conferences/words/conferences.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import { orderDatesCopy } from "#subjects/orders/words/order-dates.ts";
import { orderTicketCopy as copy } from "#subjects/orders/words/order-ticket.ts";
import { scheduleCopy } from "#subjects/orders/words/schedule.ts";

import { OrderNotes } from "./order-notes.tsx";

const places = soldOffers.filter((offer) => requestRules[offer].isPlace);
const services = soldOffers.filter((offer) => !requestRules[offer].isPlace);

/**
 * The ticket of the order that was just paid for: the template is filled in where the order is known
 * (`site/order-ticket.ts`). `data-of` says for which offers a part stands, `data-when` what has to be known: all
 * (`agreed`), all but the amounts (`kept`), or the offer alone (`unknown`).
 *
 * @param isReturn on the return page, whose actions are the ticket's; elsewhere an unknown order shows nothing
 */
export function OrderTicket({ isReturn = false, behaviour }: { isReturn?: boolean; behaviour?: "order-ticket" }) {
  const { brand, offers } = useSite();
  const today = useToday();
  return (
    <div
      className={isReturn ? "order-ending" : undefined}
      data-behaviour={behaviour}
      data-ticket=""
      data-site={JSON.stringify({ brand, promotion: offers.promotion, ...shownPrices(offers, today) })}
      data-returns={isReturn ? soldOffers.join(" ") : undefined}
    >
      <template>
        <Columns>
          <Ticket
            names={
              <>
                {soldOffers.map((offer) => (
                  <Name key={offer} of={[offer]}>
                    {offerWords[offer].name}
                  </Name>
                ))}
                <p className="text-lead color-on-line" data-fact="volume" />
              </>
            }
            due={
              <p className="text-small unbroken" data-fact="due">
                <b className="text-heading leading-tight color-white block tabular unbroken" data-fact="due" />{" "}
                {copy.due}
              </p>
            }
          >
            <Box width="full" data-when="agreed">
              <Box as="h3" paddingBlock={12} paddingInline="inset" className="schedule-title text-small strong">
                {scheduleCopy.title}
              </Box>
              <Stack as="ol" data-schedule="" data-list="lines">
                {[true, false].map((isFirst) => (
                  <DueRow
                    key={String(isFirst)}
                    date=""
                    day={<Fact name="day" />}
                    label={<Fact name="label" />}
                    amount={<Fact name="amount" />}
                    includingTax={<Fact name="includingTax" />}
                    isFirst={isFirst}
                    inset={inset}
                  />
                ))}
              </Stack>
              <div data-fact="setUp">
                <SetUpLine
                  label={scheduleCopy.setUp.label}
                  setUp={<Fact name="setUp" />}
                  insteadOf={<Fact name="insteadOf" />}
                  inset={inset}
                />
              </div>
            </Box>
            <Box as="p" paddingBlock={20} paddingInline="inset" data-when="kept">
              {scheduleCopy.keptElsewhere}
            </Box>
            <Unknown />
            <Stack
              as="dl"
              gap={8}
              rule="top"
              paddingBlock={16}
              paddingInline="inset"
              className="text-small"
              data-fact="reference"
            >
              <div data-fact="payer">
                <dt className="quiet">{copy.payer}</dt>
                <dd data-fact="payer" />
              </div>
              <div>
                <dt className="quiet">{copy.reference}</dt>
                <dd className="tabular" data-fact="reference" />
              </div>
            </Stack>
          </Ticket>
          <Stack gap={32}>
            <Steps />
            <Actions isReturn={isReturn} />
          </Stack>
        </Columns>
      </template>
      {isReturn && (
        <Columns>
          <Ticket names={<Name>{copy.title}</Name>}>
            <Unknown />
          </Ticket>
          <div>
            <HomeLink />
          </div>
        </Columns>
      )}
    </div>
  );
}

const inset = { paddingInline: "inset" } as const;

function Fact({ name }: { name: string }) {
  return <span data-fact={name} />;
}

function Columns({ children }: { children: ReactNode }) {
  return (
    <Stack gap={40} align="start" alignContent="start" lg={{ columns: "5fr 7fr", columnGap: 64 }}>
      {children}
    </Stack>
  );
}

/** @param of the offers that it is drawn for; all without */
function Name({ of, children }: { of?: SoldOffer[]; children: ReactNode }) {
  return (
    <h2 className="text-heading leading-tight color-white" data-of={of?.join(" ")}>
      {children}
    </h2>
  );
}

function Ticket({ names, due, children }: { names: ReactNode; due?: ReactNode; children: ReactNode }) {
  return (
    <section className="card card-raised breakable" aria-label={copy.title}>
      <Box background="line-800" paddingBlock={24} paddingInline="inset" className="color-on-line-2 dark">
        <PluggedJacks />
        <Row gap={16} align="end" justify="between" isWrapping marginTop={24}>
          <div>
            <p className="text-small">{copy.title}</p>
            {names}
          </div>
          {due}
        </Row>
      </Box>
      {children}
    </section>
  );
}

function Unknown() {
  return (
    <Box as="p" paddingBlock={20} paddingInline="inset" className="order-unknown text-small" data-when="unknown">
      {copy.unknown}
    </Box>
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

/** Three steps of what happens when, beside what is due, which the schedule says. */
function Steps() {
  const { conference } = useSite().offers;
  return (
    <div data-when="agreed kept">
      <Box as="h2" paddingBlock={12} className="text-small strong schedule-title">
        {orderDatesCopy.title}
      </Box>
      <Stack as="ol" className="order-steps" data-list="steps">
        <Step isDone />
        <Step />
        {conference && (
          <Step
            of={places}
            date={conference.heldOn}
            name={copy.steps.conference(venueOf(conference), hoursOf(conference))}
          />
        )}
      </Stack>
    </div>
  );
}

type StepProps = { of?: SoldOffer[]; date?: string; name?: string; isDone?: boolean };

/** Of its day and its name, or of words without a day. */
function Step({ of, date, name, isDone = false }: StepProps) {
  return (
    <Stack
      as="li"
      columns="auto 1fr"
      columnGap={16}
      align="start"
      paddingBlock={16}
      rule="top"
      position="relative"
      className="leading-snug"
      data-of={of?.join(" ")}
    >
      <Jack state={isDone ? "live" : "idle"} />
      <span>
        <time dateTime={date ?? ""} className="strong block">
          {date === undefined ? <Fact name="day" /> : formatDay(date)}
        </time>
        <span className="text-small quiet">{name ?? <Fact name="name" />}</span>
        {isDone && <span className="visually-hidden">, {orderDatesCopy.done}</span>}
        {name === undefined && <Fact name="undated" />}
      </span>
    </Stack>
  );
}

function Actions({ isReturn }: { isReturn: boolean }) {
  const { contact, demo, offers } = useSite();
  return (
    <Stack gap={12} justify="start">
      <Row align="center" isWrapping rowGap={20} columnGap={32} className="full-buttons order-actions">
        {isReturn && contact.testLine !== "" && (
          <ButtonLink href={phoneHref(contact.testLine)} data-of={services.join(" ")}>
            {copy.testLine}
          </ButtonLink>
        )}
        {isReturn && (
          <ButtonLink href={href("/commande-validee")} variant="secondary" data-of={funnelOffers.join(" ")}>
            {thankYouCopy.nextSteps}
          </ButtonLink>
        )}
        {isReturn && offers.conference && (
          <ButtonLink href={href("/conference.ics")} data-of={places.join(" ")}>
            {orderDatesCopy.calendar}
          </ButtonLink>
        )}
        {/* Of the others no day is to come: what they ordered is paid at once. */}
        <Button variant="secondary" data-of={funnelOffers.join(" ")} data-when="agreed kept">
          {orderDatesCopy.calendar}
        </Button>
        {isReturn && <HomeLink />}
      </Row>
      {isReturn && (
        <Stack gap={8} className="text-small quiet" data-of={services.join(" ")}>
          {contact.testLine !== "" && (
            <p>
              <span className="unbroken tabular">{contact.testLine}</span>
              {demo && ` – ${copy.demonstrationLine}`}
            </p>
          )}
          <OrderNotes />
        </Stack>
      )}
    </Stack>
  );
}

function HomeLink() {
  return (
    <a className="arrow-link finger-high" href={href("/")}>
      {thankYouCopy.backHome}
    </a>
  );
}
