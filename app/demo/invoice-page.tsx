import { formatDay } from "#app/ui/format.ts";
import { PaymentPaper } from "#app/ui/payment-paper.tsx";
import { demo } from "#content/demo.ts";
import { paymentPaperCopy as paper } from "#content/received-payments.ts";
import type { DemoInvoice } from "#domain/contracts/demo-page.ts";
import type { Seller } from "#domain/contracts/legal-identity.ts";
import { cents, excludingTax } from "#domain/kernel/money.ts";

import { DemoSheet } from "./demo-frame.tsx";
import { offerName } from "./payment-page.tsx";

/** What the payment provider shows under the link of an invoice. */
export function InvoicePage({ invoice, seller }: { invoice: DemoInvoice; seller: Seller }) {
  const { title, notice, paidOn } = demo.invoice;
  return (
    <DemoSheet title={title(invoice.number)} notice={notice}>
      <p>{paidOn(formatDay(invoice.issuedOn))}</p>
      <PaymentPaper
        words={paper}
        seller={paper.seller(seller)}
        customer={[paper.customer, invoice.email]}
        subject={offerName(invoice)}
        amount={{ excludingTax: excludingTax(cents(invoice.amount)), includingTax: invoice.amount }}
      />
    </DemoSheet>
  );
}
