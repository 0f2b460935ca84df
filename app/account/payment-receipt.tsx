import "#app/ui/text.css";
import "#app/ui/words.css";
import "./payment-receipt.css";

import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";

import { formatEuros } from "#app/ui/format.ts";
import { Box, Row } from "#app/ui/layout.tsx";
import { dashboardCopy } from "#content/dashboard.ts";
import type { CustomerOrder } from "#domain/leads/customer-order.ts";
import { type Cents, excludingTax } from "#domain/kernel/money.ts";

import type { AccountSite } from "./account-site.ts";
import { dayOf } from "./day-of.ts";

const { offers, payments } = dashboardCopy;
const copy = payments.receipt;

export type ReceiptSite = Pick<AccountSite, "brand" | "contactEmail" | "isDemo" | "seller">;

export type PrintedPayment = { id: string; paidOn: string; amount: Cents };

type Props = {
  payment: PrintedPayment;
  order: CustomerOrder;
  site: ReceiptSite;
  onPrinted: () => void;
};

/** Goes to the printer as soon as it is there, and away with it: on screen it is not seen. */
export function PaymentReceipt({ payment: { id, paidOn, amount }, order, site, onPrinted }: Props) {
  // Synchronises with the printer.
  useEffect(() => {
    addEventListener("afterprint", onPrinted, { once: true });
    print();
    return () => removeEventListener("afterprint", onPrinted);
  }, [onPrinted]);

  const { seller } = site;
  const net = excludingTax(amount);
  const customer = [order.companyName, [order.firstName, order.lastName].filter(Boolean).join(" "), order.email];
  const lines = [
    [copy.subject, `${site.brand}, ${offers[order.origin]}`],
    [copy.excludingTax, formatEuros(net)],
    [copy.tax, formatEuros(amount - net)],
  ];
  return createPortal(
    <section className="payment-receipt breakable" aria-label={copy.title}>
      <Row gap={32} isWrapping justify="between">
        <div>
          <b>{seller.company}</b>
          {[...copy.seller(seller), site.contactEmail].map((line) => line && <div key={line}>{line}</div>)}
        </div>
        <div>
          <b>{copy.customer}</b>
          {customer.map((line) => line && <div key={line}>{line}</div>)}
        </div>
      </Row>
      <Box as="h1" marginTop={32} className="text-heading">
        {copy.title}
      </Box>
      <p>
        {copy.paidOn(dayOf(paidOn))}, {payments.reference.toLowerCase()} {id}
      </p>
      <Box as="dl" marginTop={32} className="tabular">
        {lines.map(([term, value]) => (
          <Line key={term} term={term} value={value} />
        ))}
        <Line term={copy.total} value={<b>{formatEuros(amount)}</b>} />
      </Box>
      <Box as="p" marginTop={32}>
        {copy.note} {site.isDemo && <b>{copy.demo}</b>}
      </Box>
    </section>,
    document.body,
  );
}

function Line({ term, value }: { term: ReactNode; value: ReactNode }) {
  return (
    <Row gap={16} justify="between" paddingBlock={12} rule="top">
      <dt>{term}</dt>
      <dd>{value}</dd>
    </Row>
  );
}
