import { doctorFindings } from "#content/doctor-findings.ts";
import type { Finding } from "#domain/contracts/doctor-finding.ts";
import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import { followUpTiers } from "#domain/offers/follow-up/follow-up-tiers.ts";
import { marketingVolumes } from "#domain/offers/marketing/contact-volumes.ts";
import { secretariatTiers } from "#domain/offers/secretariat/secretariat-tiers.ts";

const french = doctorFindings.links;

/** Something that is paid, in both languages, with the link that takes the money. */
type Payment = { what: string; name: string; link: string | undefined };

/** Links that are missing, and links that ask several prices although a payment page asks one. */
export function checkPaymentLinks(links: PaymentLinks): Finding[] {
  const payments = listPayments(links);
  return [
    ...payments
      .filter(({ link }) => !link)
      .map(({ what, name }) => ({
        sentence: `No payment link for ${what}: its button reads « Prochainement disponible ».`,
        french: french.missing(name),
      })),
    ...(links.custom
      ? []
      : [{ sentence: "No payment link for the custom assistant: its card has no button.", french: french.custom }]),
    ...(links.formation || !links.suiviclient
      ? []
      : [
          {
            sentence:
              "No payment link for training bodies (`formation`): they are sent to that of the customer follow-up, " +
              "which must give them their free days.",
            french: french.training,
          },
        ]),
    ...[...new Set(payments.map(({ link }) => link))].flatMap((link) => {
      const served = payments.filter((payment) => payment.link === link);
      if (!link || served.length < 2) return [];
      const [whats, names] = [served.map(({ what }) => what), served.map(({ name }) => name)];
      return [
        {
          sentence: `One link serves ${served.length} prices (${whats.join("; ")}): ${link}`,
          french: french.shared(served.length, names.join("\u00a0; "), link),
        },
      ];
    }),
  ].map((said) => ({ subject: "Payment links", ...said }));
}

function listPayments({ secretariat, marketing, suiviclient, closing, conferences }: PaymentLinks): Payment[] {
  const linkFor = (links: string | Record<string, string>, volume: number) =>
    typeof links === "object" ? links[volume] : links;
  return [
    ...secretariatTiers.map(({ callsPerDay }) => ({
      what: `the secretariat, ${callsPerDay} calls a day`,
      name: french.secretariat(callsPerDay),
      link: secretariat[callsPerDay],
    })),
    ...(marketing === undefined
      ? [{ what: "marketing", name: french.marketing, link: undefined }]
      : marketingVolumes.map((contacts) => ({
          what: `marketing, ${contacts} contacts`,
          name: french.marketingVolume(contacts),
          link: linkFor(marketing, contacts),
        }))),
    ...(suiviclient === undefined
      ? [{ what: "customer follow-up", name: french.followUp, link: undefined }]
      : followUpTiers.map(({ activeClientsPerMonth }) => ({
          what: `customer follow-up, ${activeClientsPerMonth} clients`,
          name: french.followUpVolume(activeClientsPerMonth),
          link: linkFor(suiviclient, activeClientsPerMonth),
        }))),
    { what: "closing", name: french.closing, link: closing },
    { what: "the conference", name: french.conferences, link: conferences },
  ];
}
