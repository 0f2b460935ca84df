import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import { followUpTiers } from "#domain/offers/follow-up.ts";
import { marketingVolumes } from "#domain/offers/marketing.ts";
import { secretariatTiers } from "#domain/offers/secretariat.ts";

import type { Finding } from "./findings.ts";

/** Something that is paid, with the link that takes the money. */
type Payment = { what: string; link: string | undefined };

/** Links that are missing, and links that ask several prices although a payment page asks one. */
export function checkPaymentLinks(links: PaymentLinks): Finding[] {
  const payments = listPayments(links);
  const missing = payments
    .filter(({ link }) => !link)
    .map(({ what }) => `No payment link for ${what}: its button reads « Prochainement disponible ».`);
  const shared = [...new Set(payments.map(({ link }) => link))].flatMap((link) => {
    const served = payments.filter((payment) => payment.link === link).map(({ what }) => what);
    return link && served.length > 1 ? [`One link serves ${served.length} prices (${served.join("; ")}): ${link}`] : [];
  });
  const custom = links.custom ? [] : ["No payment link for the custom assistant: its card has no button."];
  return [...missing, ...custom, ...shared].map((sentence) => ({ subject: "Payment links", sentence }));
}

function listPayments({ secretariat, marketing, suiviclient, closing, conferences }: PaymentLinks): Payment[] {
  const followUpLink = (clients: number) => (typeof suiviclient === "object" ? suiviclient[clients] : suiviclient);
  return [
    ...secretariatTiers.map(({ callsPerDay }) => ({
      what: `the secretariat, ${callsPerDay} calls a day`,
      link: secretariat[callsPerDay],
    })),
    ...(marketing === undefined
      ? [{ what: "marketing", link: undefined }]
      : marketingVolumes.map((contacts) => ({ what: `marketing, ${contacts} contacts`, link: marketing }))),
    ...(suiviclient === undefined
      ? [{ what: "customer follow-up", link: undefined }]
      : followUpTiers.map(({ activeClientsPerMonth }) => ({
          what: `customer follow-up, ${activeClientsPerMonth} clients`,
          link: followUpLink(activeClientsPerMonth),
        }))),
    { what: "closing", link: closing },
    { what: "the conference", link: conferences },
  ];
}
