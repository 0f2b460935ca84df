import { doctorFindings } from "#content/doctor-findings.ts";
import { offersInFull } from "#content/offers/registry.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { PaymentLinks } from "#domain/site/site-settings.ts";
import { type SoldOffer, soldOffers } from "#domain/kernel/lead.ts";
import { paymentLinkOf } from "#subjects/offers/rules/payment-link.ts";
import { offers } from "#subjects/offers/rules/registry.ts";

const french = doctorFindings.links;

/** Something that is paid, in both languages, with the link that takes the money. */
type Payment = { what: string; name: string; link: string | undefined };

/** Links that are missing, and links that ask several prices although a payment page asks one. */
export function checkPaymentLinks(links: PaymentLinks): Finding[] {
  const payments = listPayments(links);
  return [
    ...payments
      .filter(({ link }) => !link)
      .map(({ what, name }): Finding => ({
        id: "missing-payment-link",
        sentence: `No payment link for ${what}: its button reads « Prochainement disponible ».`,
        french: french.missing(name),
      })),
    ...(links.custom
      ? []
      : [
          {
            id: "missing-custom-link",
            sentence: "No payment link for the custom assistant: its card has no button.",
            french: french.custom,
          } as const,
        ]),
    ...(links.formation || !links.suiviclient
      ? []
      : [
          {
            id: "missing-training-link",
            sentence:
              "No payment link for training bodies (`formation`): they are sent to that of the customer follow-up, " +
              "which must give them their free days.",
            french: french.training,
          } as const,
        ]),
    ...[...new Set(payments.map(({ link }) => link))].flatMap((link): Finding[] => {
      const served = payments.filter((payment) => payment.link === link);
      if (!link || served.length < 2) return [];
      const [whats, names] = [served.map(({ what }) => what), served.map(({ name }) => name)];
      return [
        {
          id: "shared-payment-link",
          sentence: `One link serves ${served.length} prices (${whats.join("; ")}): ${link}`,
          french: french.shared(served.length, names.join("\u00a0; "), link),
        },
      ];
    }),
  ];
}

/** What an offer is called where one of its links is missing; a volume where each has a link of its own. */
function namesOf(offer: SoldOffer, volume?: number): Omit<Payment, "link"> {
  const { english, french: inFrench } = offersInFull[offer].doctor;
  const say = ({ name, volume: sayVolume }: typeof english) =>
    volume === undefined || !sayVolume ? name : `${name}, ${sayVolume(volume)}`;
  return { what: say(english), name: say(inFrench) };
}

/** Of an offer without any link, the offer alone; else each of its volumes. */
function listPayments(links: PaymentLinks): Payment[] {
  return soldOffers.flatMap((offer): Payment[] => {
    const { tiers, volumeAtLink } = offers[offer];
    const isOne = tiers.length === 0 || links[offer] === undefined;
    if (isOne) return [{ ...namesOf(offer), link: paymentLinkOf(links, { offer, volume: volumeAtLink }) }];
    return tiers.map((volume) => ({ ...namesOf(offer, volume), link: paymentLinkOf(links, { offer, volume }) }));
  });
}
