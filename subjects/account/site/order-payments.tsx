import { useCallback, useState } from "react";

import { formatDay, formatEuros } from "#app/ui/format.ts";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";
import { tellBilling } from "#subjects/payments/words/billing.ts";
import { describePayment } from "#subjects/payments/words/received-payments.ts";
import { electronicInvoicingFrom } from "#domain/site/electronic-invoicing.ts";
import { cents } from "#domain/kernel/money.ts";
import type { CustomerOrder } from "#subjects/orders/rules/customer-order.ts";
import { currentBilling } from "#subjects/payments/rules/billing.ts";
import { invoiceAddress, type ReceivedPayment } from "#subjects/payments/rules/received-payment.ts";

import type { AccountSite } from "./account-site.ts";
import { dayOf } from "./day-of.ts";
import { PaymentReceipt, type PrintedPayment, type ReceiptSite } from "./payment-receipt.tsx";

/** A year of them; older ones are a click away. */
const shownAtFirst = 12;

type Site = ReceiptSite & Pick<AccountSite, "customerPortal" | "invoiceIssuer" | "today">;

/** What the payment provider told us of this order, newest first: its invoice, or a receipt where it shows none. */
export function OrderPayments({ order, site }: { order: CustomerOrder; site: Site }) {
  const copy = dashboardCopy.payments;
  const [printed, setPrinted] = useState<PrintedPayment>();
  const [isWhole, setIsWhole] = useState(false);
  const endPrint = useCallback(() => setPrinted(undefined), []);
  const payments = [...order.payments].reverse();
  const shown = isWhole ? payments : payments.slice(0, shownAtFirst);
  const told = currentBilling(order.billing);
  if (payments.length === 0) return null;
  return (
    <Box rule="top" paddingInline="cell" paddingBlock={20}>
      <h3 className="text-subtitle">{copy.title}</h3>
      {told.map((event) => (
        <Box key={event.id} marginTop={12}>
          <FormNotice variant={event.isOpen ? "warning" : "plain"}>
            {tellBilling(event, { euros: formatEuros, day: formatDay })}
          </FormNotice>
        </Box>
      ))}
      <Stack as="ul" gap={12} marginTop={16}>
        {shown.map((payment) => (
          <Payment key={payment.id} payment={payment} today={site.today} onPrint={setPrinted} />
        ))}
      </Stack>
      {shown.length < payments.length && (
        <button type="button" className="arrow-link finger-high" onClick={() => setIsWhole(true)}>
          {copy.older(payments.length - shown.length)}
        </button>
      )}
      <Invoices payments={payments} site={site} />
      <ElectronicInvoices site={site} />
      {printed && <PaymentReceipt payment={printed} order={order} site={site} onPrinted={endPrint} />}
    </Box>
  );
}

type PaymentProps = { payment: ReceivedPayment; today: Site["today"]; onPrint: (payment: PrintedPayment) => void };

function Payment(props: PaymentProps) {
  const { payment } = props;
  const { amount, name } = describePayment(payment, formatEuros);
  return (
    <Stack as="li" rowGap={2} columnGap={24} justify="start" sm={{ columns: "1fr auto", align: "center" }}>
      <div>
        <p>
          <time dateTime={payment.paidOn}>{dayOf(payment.paidOn)}</time>
          {"\u00a0: "}
          <b>{amount}</b>
        </p>
        {name !== undefined && <p className="text-small quiet breakable">{name}</p>}
      </div>
      <Paper {...props} />
    </Stack>
  );
}

/** Without an invoice, a receipt of an amount that is known: of another there is nothing to attest. */
function Paper({ payment, today, onPrint }: PaymentProps) {
  const copy = dashboardCopy.payments;
  const { id, paidOn, amountCents, currency } = payment;
  const of = <span className="visually-hidden"> {copy.of(dayOf(paidOn))}</span>;
  const address = invoiceAddress(payment, today);
  if (address !== undefined) {
    return (
      <a className="arrow-link finger-high" href={address} rel="noreferrer">
        {copy.invoice} {of} <Icon name="external" />
      </a>
    );
  }
  if (!amountCents || currency !== "eur") return null;
  return (
    <button
      type="button"
      className="arrow-link finger-high"
      onClick={() => onPrint({ id, paidOn, amount: cents(amountCents) })}
    >
      {copy.print}
      {of}
    </button>
  );
}

/** By whom invoices reach the customer's own platform, from the day that the law says. */
function ElectronicInvoices({ site: { invoiceIssuer, today } }: { site: Site }) {
  const copy = dashboardCopy.payments.electronic;
  if (invoiceIssuer === undefined) return null;
  const { issue } = electronicInvoicingFrom;
  return (
    <Box as="p" marginTop={12} className="text-small quiet">
      {today < issue ? copy.later(formatDay(issue), invoiceIssuer) : copy.now(invoiceIssuer)}
    </Box>
  );
}

/** Where the invoices are that this page does not show. */
function Invoices({ payments, site }: { payments: ReceivedPayment[]; site: Site }) {
  const copy = dashboardCopy.payments;
  if (site.customerPortal !== undefined) {
    return (
      <a className="arrow-link finger-high" href={site.customerPortal} rel="noreferrer">
        {copy.portal} <Icon name="external" />
      </a>
    );
  }
  const isMissing = payments.some(
    (payment) => payment.amountCents !== 0 && invoiceAddress(payment, site.today) === undefined,
  );
  if (!isMissing) return null;
  return (
    <Box as="p" marginTop={12} className="text-small quiet">
      {site.contactEmail === "" ? copy.note : copy.noteTo(site.contactEmail)}
    </Box>
  );
}
