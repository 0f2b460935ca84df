import { formatDay } from "#app/ui/format.ts";
import { PaymentPaper } from "#app/ui/payment-paper.tsx";
import { saySiren } from "#subjects/companies/words/company-search.ts";
import { demo } from "#content/demo.ts";
import { paymentPaperCopy as paper } from "#subjects/payments/words/received-payments.ts";
import type { DemoInvoice } from "#domain/site/demo-page.ts";
import type { Seller } from "#domain/site/legal-identity.ts";
import { cents, excludingTax } from "#domain/kernel/money.ts";

import { DemoSheet } from "./demo-frame.tsx";
import { offerName } from "./payment-page.tsx";

/** What the payment provider shows under the link of an invoice. */
export function InvoicePage({ invoice, seller }: { invoice: DemoInvoice; seller: Seller }) {
  const { title, notice, paidOn, dueOn, period, service, vat } = demo.invoice;
  const { payer, siren } = invoice;
  return (
    <DemoSheet title={title(invoice.number)} notice={notice}>
      <p>{paidOn(formatDay(invoice.issuedOn))}</p>
      <PaymentPaper
        words={paper}
        seller={paper.seller(seller)}
        customer={[
          paper.customer,
          payer.name,
          payer.line1,
          [payer.postalCode, payer.city].filter(Boolean).join(" "),
          siren === null ? payer.vatNumber : `${saySiren(siren)}, ${vat(payer.vatNumber)}`,
          invoice.email,
        ]}
        subject={offerName(invoice)}
        amount={{ excludingTax: excludingTax(cents(invoice.amount)), includingTax: invoice.amount }}
      >
        <p>{invoice.period ? period(formatDay(invoice.period.from), formatDay(invoice.period.until)) : service}</p>
        <p>{dueOn(formatDay(invoice.issuedOn))}</p>
      </PaymentPaper>
      <p className="text-small">{paper.lateTerms}</p>
    </DemoSheet>
  );
}
