import { doctorFindings } from "#content/doctor-findings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import { electronicInvoicingFrom } from "#domain/site/electronic-invoicing.ts";
import type { SiteConfig } from "#domain/site/site-config.ts";
import type { CivilDate } from "#kit/civil-date.ts";

const french = doctorFindings.invoicing;

/** What an invoice to a French business needs, and the configuration does not say is done. */
export function checkInvoicing({ payment, electronicInvoicing = {} }: SiteConfig, today: CivilDate): Finding[] {
  const { reception, issue } = electronicInvoicingFrom;
  const since = (day: CivilDate) => `${day <= today ? "Since" : "From"} ${day}`;
  const missing: (Finding | false)[] = [
    payment?.billingDetails !== "collected" && {
      id: "billing-details",
      sentence:
        "The payment pages are not said to ask for a name, an address and tax numbers (payment.billingDetails): an " +
        'invoice to a business names them. Switch their collection on for each payment link, then write "collected".',
      french: french.billingDetails,
    },
    !electronicInvoicing.reception?.trim() && {
      id: "electronic-reception",
      sentence:
        `${since(reception)} every company receives electronic invoices, on an approved platform: ` +
        "none is named (electronicInvoicing.reception).",
      french: french.reception(reception, reception <= today),
    },
    !electronicInvoicing.issue?.trim() && {
      id: "electronic-issue",
      sentence:
        `${since(issue)} our invoices to French businesses are electronic: who issues them is not said ` +
        "(electronicInvoicing.issue). The payment provider's PDF is none by itself: an approved platform has to " +
        'transmit each invoice and its payment, with both SIREN numbers and the category "prestation de services".',
      french: french.issue(issue, issue <= today),
    },
    electronicInvoicing.customerSiren !== "at-provider" && {
      id: "customer-siren",
      sentence:
        "The SIREN of a business customer is not said to stand on the payment provider's customer " +
        "(electronicInvoicing.customerSiren): the lead's file has it where the register was used, and an electronic " +
        "invoice needs it.",
      french: french.customerSiren,
    },
  ];
  return missing.filter((said) => said !== false);
}
