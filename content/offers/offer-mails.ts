import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { delayWords } from "#content/language/delay-words.ts";
import type { MailSite, MailText } from "#content/shared/mail-text.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import type { LeadReceived } from "#subjects/orders/words/order-in-mail.ts";

type Fact = { label: string; value: string | undefined };

/** The sentences about what is left to do: to confirm a summary, or to pay what has none. */
type ToPay = Pick<MailSite, "prices"> & { confirm: string; pay: (begins: string) => string };

/** What differs from one offer to the other in the mails about an order. */
export type OfferMails = {
  /** Beside the offer and its volume; one without a value is left out. */
  facts: (data: LeadReceived, site: MailSite) => Fact[];
  /** The number that was given, of an order without a known price. */
  given: (data: LeadReceived) => number | undefined;
  steps: (data: LeadReceived, toPay: ToPay) => string[];
  paidSteps: (site: MailSite) => string[];
  /** Its form is all of the order: the mail leads to the payment, and to no summary. */
  isPaidDirectly: boolean;
  /** What it opens is in the customer's space. */
  needsAccount: boolean;
  /** What is to be looked at again until then. */
  ownPage: (site: MailSite) => MailText["action"] | undefined;
};

export const teamWrites = "L’équipe lit votre demande et vous écrit.";

/** What is asked for in a funnel, and set up with the team. */
export function serviceMails(offer: FunnelOrigin): OfferMails {
  const serviceSteps = [
    `${delayWords.account} L’équipe vous écrit s’il manque un détail.`,
    `${offerWords[offer].opens} Un e-mail vous prévient.`,
    "Vous vous connectez\u00a0: vos réglages, vos paiements et vos factures sont dans votre espace client.",
  ];
  return {
    facts: () => [],
    given: () => undefined,
    steps: (_data, { confirm }) => [confirm, ...serviceSteps],
    paidSteps: () => serviceSteps,
    isPaidDirectly: false,
    needsAccount: true,
    ownPage: () => undefined,
  };
}
