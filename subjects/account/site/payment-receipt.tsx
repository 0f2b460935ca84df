import { useEffect } from "react";
import { createPortal } from "react-dom";

import { Box } from "#app/ui/layout.tsx";
import { PaymentPaper } from "#app/ui/payment-paper.tsx";
import { saySiren } from "#subjects/companies/words/company-search.ts";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import { paymentPaperCopy as paper } from "#subjects/payments/words/received-payments.ts";
import { type Cents, excludingTax } from "#domain/kernel/money.ts";
import type { CustomerOrder } from "#subjects/orders/rules/customer-order.ts";

import type { AccountSite } from "./account-site.ts";
import { dayOf } from "./day-of.ts";

const { receipt: copy } = dashboardCopy.payments;

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

  return createPortal(
    <section className="payment-receipt breakable" aria-label={copy.title}>
      <PaymentPaper
        words={paper}
        seller={[...paper.seller(site.seller), site.contactEmail]}
        customer={[
          paper.customer,
          order.companyLegalName ?? order.companyName,
          [order.firstName, order.lastName].filter(Boolean).join(" "),
          order.companyAddress,
          order.companySiren && saySiren(order.companySiren),
          order.email,
        ]}
        subject={`${site.brand}, ${offerWords[order.origin].ownName}`}
        amount={{ excludingTax: excludingTax(amount), includingTax: amount }}
      >
        <Box as="h1" marginTop={32} className="text-heading">
          {copy.title}
        </Box>
        <p>{copy.paidOn(dayOf(paidOn), id)}</p>
      </PaymentPaper>
      <Box as="p" marginTop={32}>
        {paper.lateTerms}
      </Box>
      <Box as="p" marginTop={16}>
        {copy.note} {site.isDemo && <b>{copy.demo}</b>}
      </Box>
    </section>,
    document.body,
  );
}
