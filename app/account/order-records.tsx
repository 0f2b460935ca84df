import "#app/ui/link.css";
import "#app/ui/text.css";
import "#app/ui/words.css";

import { useCallback, useState } from "react";

import { formatDay, formatEuros } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { conferencesCopy } from "#content/conferences.ts";
import { dashboardCopy } from "#content/dashboard.ts";
import { cents } from "#domain/kernel/money.ts";
import type { CustomerOrder, ReceivedPayment } from "#domain/leads/customer-order.ts";

import type { AccountSite } from "./account-site.ts";
import { dayOf } from "./day-of.ts";
import { PaymentReceipt, type PrintedPayment, type ReceiptSite } from "./payment-receipt.tsx";

/** What the payment provider told us of this order: receipts, no invoices, which the site does not make. */
export function Payments({ order, site }: { order: CustomerOrder; site: ReceiptSite }) {
  const copy = dashboardCopy.payments;
  const [printed, setPrinted] = useState<PrintedPayment>();
  const endPrint = useCallback(() => setPrinted(undefined), []);
  if (order.payments.length === 0) return null;
  return (
    <Box rule="top" paddingInline="cell" paddingBlock={20}>
      <h3 className="text-subtitle">{copy.title}</h3>
      <Stack as="ul" gap={12} marginTop={16}>
        {order.payments.map((payment) => (
          <Row as="li" key={payment.id} rowGap={2} columnGap={24} isWrapping justify="between">
            <span>
              <time dateTime={payment.paidOn}>{dayOf(payment.paidOn)}</time>
              {"\u00a0: "}
              <b>{amountOf(payment)}</b>
            </span>
            <span className="text-small quiet breakable">
              {copy.reference} {payment.id}
            </span>
            <PrintButton payment={payment} onPrint={setPrinted} />
          </Row>
        ))}
      </Stack>
      {order.payments.some(({ amountCents }) => amountCents !== 0) && (
        <Box as="p" marginTop={12} className="text-small quiet">
          {site.contactEmail === "" ? copy.note : copy.noteTo(site.contactEmail)}
        </Box>
      )}
      {printed && <PaymentReceipt payment={printed} order={order} site={site} onPrinted={endPrint} />}
    </Box>
  );
}

type PrintButtonProps = { payment: ReceivedPayment; onPrint: (payment: PrintedPayment) => void };

/** Of a payment whose amount is known: without one there is nothing to attest. */
function PrintButton({ payment: { id, paidOn, amountCents, currency }, onPrint }: PrintButtonProps) {
  if (!amountCents || currency !== "eur") return null;
  const copy = dashboardCopy.payments;
  return (
    <button
      type="button"
      className="arrow-link finger-high"
      onClick={() => onPrint({ id, paidOn, amount: cents(amountCents) })}
    >
      {copy.print}
      <span className="visually-hidden"> {copy.printOf(dayOf(paidOn))}</span>
    </button>
  );
}

function amountOf({ amountCents, currency }: ReceivedPayment): string {
  const copy = dashboardCopy.payments;
  if (amountCents === 0) return copy.nothing;
  return amountCents !== null && currency === "eur" ? copy.line(formatEuros(amountCents)) : copy.unsaid;
}

type AppointmentsProps = { order: CustomerOrder; site: Pick<AccountSite, "bookingUrl" | "conference"> };

/** A place at the conference, with its file for a calendar; of the other requests, where a call is booked. */
export function Appointments({ order, site: { bookingUrl, conference } }: AppointmentsProps) {
  const copy = dashboardCopy.appointment;
  const isComing = order.origin === "conferences" && !order.isWaitingList;
  if (order.status === "inactive" || (!isComing && bookingUrl === "")) return null;
  return (
    <Box rule="top" paddingInline="cell" paddingBlock={20}>
      <h3 className="text-subtitle">{copy.title}</h3>
      {isComing && (
        <Box as="p" marginTop={12}>
          <time className="strong" dateTime={conference.heldOn}>
            {formatDay(conference.heldOn)}
          </time>
          {"\u00a0: "}
          {copy.conference(conference.venue, conferencesCopy.hours)}
        </Box>
      )}
      <Row gap={20} isWrapping marginTop={12}>
        {isComing && (
          <a className="arrow-link finger-high" href="/conference.ics">
            {conferencesCopy.receipt.calendar} <Icon name="calendar" />
          </a>
        )}
        {bookingUrl !== "" && (
          <a className="arrow-link finger-high" href={bookingUrl}>
            {copy.book} <Icon name="arrow" />
          </a>
        )}
      </Row>
    </Box>
  );
}

/** What the team wrote for this customer, newest first. */
export function TeamMessages({ order: { messages } }: { order: CustomerOrder }) {
  if (messages.length === 0) return null;
  return (
    <Box rule="top" paddingInline="cell" paddingBlock={20}>
      <h3 className="text-subtitle">{dashboardCopy.messages.title}</h3>
      <Stack as="ul" gap={16} marginTop={16}>
        {messages.map(({ id, text, writtenAt }) => (
          <li key={id}>
            <time className="text-small quiet" dateTime={writtenAt}>
              {dayOf(writtenAt)}
            </time>
            <p className="as-typed breakable">{text}</p>
          </li>
        ))}
      </Stack>
    </Box>
  );
}
