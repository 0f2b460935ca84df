import type { MailFact } from "#domain/site/mail-letter.ts";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import { type FunnelOrigin, isFunnelOffer, isSoldOffer } from "#domain/kernel/lead.ts";
import { cents } from "#domain/kernel/money.ts";
import { readKeptSchedule } from "#subjects/orders/rules/kept-schedule.ts";
import type { Asked } from "#subjects/offers/rules/base/offer.ts";
import { offers } from "#subjects/offers/rules/registry.ts";
import { orderedFragmentOf } from "#subjects/offers/rules/ordered-fragment.ts";
import { hasPaymentLink, paymentAddress, paymentLinkOf } from "#subjects/offers/rules/payment-link.ts";

import { sayEuros } from "./language/amounts.ts";
import { sayDay, sayWeekday } from "./language/days.ts";
import { de } from "./language/elision.ts";
import type { MailSite, MailText } from "./shared/mail-text.ts";
import { attachedLater } from "./merci.ts";
import { isTermsVersion, termsVersionOn } from "#subjects/legal/words/legal-versions.ts";
import { legalVersionPath } from "#subjects/legal/words/version-address.ts";
import { newsletterText } from "#subjects/newsletter/words/newsletter.ts";
import { offerMails } from "./offer-mails.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import {
  type LeadReceived,
  purchaseInMail,
  sayVolume,
  workedOut,
  writtenSchedule,
} from "#subjects/orders/words/order-in-mail.ts";
import { scheduleCopy } from "#subjects/orders/words/schedule.ts";

export type PaymentReceived = {
  offer: FunnelOrigin;
  /** Tax included; 0 when nothing is due before the end of a trial. */
  amountCents?: number;
  /** As the provider writes it: "eur". */
  currency?: string;
  asked?: Asked;
  /** The day of the site on which it came. */
  paidOn?: string;
  /** What was agreed, as `KeptSchedule` has it; absent from mails of before it was kept. */
  schedule?: unknown;
  /** The day of the terms that were accepted; one that is none of ours is not said. */
  terms?: unknown;
  /** Where a customer without a password chooses one. */
  firstPasswordLink?: string;
};

/** Of an order that was paid already. */
export type SecondPayment = Pick<PaymentReceived, "offer" | "amountCents" | "currency" | "paidOn">;

/** Of no order that is known yet. */
export type WaitingPayment = Omit<SecondPayment, "offer">;

export type RenewedFirstPassword = { firstPasswordLink: string };

/** Source: contract, public face. */
const resumeAndPay = "Reprendre et payer";
const payNow = "Payer maintenant";

type Action = NonNullable<MailText["action"]>;

export function leadReceivedMail(data: LeadReceived, brand: string, site: MailSite): MailText {
  const isWaiting = isWaitingList(data);
  const ownPage = directPayment(data, site) && offerMails[data.offer].ownPage(site);
  return {
    subject: `Votre demande est bien arrivée – ${brand}`,
    paragraphs: [isWaiting ? waitingIntroduction : offerWords[data.offer].received, "Voici ce que nous avons noté :"],
    facts: isWaiting ? [{ label: "Demande", value: "Être prévenu de la prochaine conférence" }] : factsOf(data, site),
    ...(!isWaiting &&
      !isToDiscuss(data, site) &&
      writtenSchedule(workedOut(purchaseInMail(data, site.prices), site.today, site), site.today)),
    stepsTitle: "La suite",
    steps: isWaiting ? [waitingStep] : stepsOf(data, site),
    action: wayToPay(data, site) ?? actionOf(data.offer, site),
    notes: [...contactNotes(site), ifUnasked(site)],
    links: [...(ownPage ? [ownPage] : []), privacyLink(site)],
  };
}

/** The one reminder of an unpaid order, to a customer who agreed to it. */
export function orderReminderMail(data: LeadReceived, brand: string, site: MailSite): MailText {
  return {
    subject: `Votre commande vous attend – ${brand}`,
    paragraphs: [
      `${wayToConfirm(data, site).reminder} Un clic rouvre votre récapitulatif, tel que vous l’avez laissé.`,
      "Une question, un doute\u00a0? Répondez à ce message\u00a0: une personne de l’équipe vous lit.",
    ],
    facts: factsOf(data, site),
    ...writtenSchedule(workedOut(purchaseInMail(data, site.prices), site.today, site), site.today),
    action: wayToPay(data, site) ?? actionOf(data.offer, site),
    notes: [
      "Vous avez accepté ce rappel dans notre formulaire. C’est le seul\u00a0: nous n’en enverrons pas d’autre.",
      ifUnasked(site),
    ],
    links: [privacyLink(site)],
  };
}

export function paymentReceivedMail({ offer, ...paid }: PaymentReceived, brand: string, site: MailSite): MailText {
  const isFree = paid.amountCents === 0;
  const amount = sayAmount(paid);
  const day = readCivilDate(paid.paidOn ?? "") ?? site.today;
  const agreed =
    readKeptSchedule(paid.schedule) ?? workedOut(purchaseInMail({ offer, ...paid }, site.prices), day, site);
  const nextSteps = isFunnelOffer(offer) && {
    label: "Voir les prochaines étapes",
    link: `${site.origin}/commande-validee${agreed ? orderedFragmentOf(agreed.purchase, agreed) : ""}`,
  };
  const password = paid.firstPasswordLink && { label: choosePassword, link: paid.firstPasswordLink };
  const action = (offerMails[offer].needsAccount && password) || nextSteps || actionOf(offer, site);
  const volume = agreed && sayVolume(agreed.purchase);
  return {
    subject: `${isFree ? "Commande confirmée" : "Paiement reçu"} – ${brand}`,
    paragraphs: [
      isFree
        ? "Votre commande est confirmée. Rien n’a été débité aujourd’hui."
        : "Nous avons bien reçu votre paiement. Merci !",
    ],
    facts: [
      { label: "Offre", value: offerWords[offer].name },
      ...(volume === undefined ? [] : [{ label: "Volume", value: volume }]),
      ...(amount === undefined ? [] : [{ label: "Montant réglé", value: amount }]),
    ],
    ...writtenSchedule(agreed, day),
    stepsTitle: "La suite",
    steps: offerMails[offer].paidSteps(site),
    action,
    notes: [
      ...orderNotes(agreed !== undefined && agreed.lines.some(({ kind }) => kind === "eachMonth"), site),
      password ? validSevenDays : attachedLater,
      ...contactNotes(site),
    ],
    links: [
      termsLink(paid.terms, day, site),
      ...[password, nextSteps].flatMap((way) => (way && way !== action ? way : [])),
      privacyLink(site),
    ],
  };
}

/** What a confirmation owes: whether it renews, how it ends, where its invoices are. Source: code civil, 1127-2. */
function orderNotes(isRenewed: boolean, { contact }: MailSite): string[] {
  const way = contact.email === "" ? "en répondant à ce message" : `par un e-mail à ${contact.email}`;
  const renewal = "Votre abonnement, sans engagement de durée, est reconduit chaque mois jusqu’à sa résiliation.";
  const end = `Vous résiliez quand vous le voulez, sans motif ni frais, ${way}\u00a0; la résiliation prend effet à la fin du mois payé.`;
  return [
    ...(isRenewed ? [renewal, end] : []),
    "Vos factures sont dans votre espace client, à côté de chaque paiement.",
  ];
}

/** Readable for good at the address of their version: those that the order accepted, else those of its day. */
function termsLink(version: unknown, day: CivilDate, { origin, offers: dated }: MailSite): Action {
  const accepted = typeof version === "string" && isTermsVersion(version, dated) ? readCivilDate(version) : undefined;
  const inForce = accepted ?? termsVersionOn(day, dated);
  return {
    label: `Conditions générales${accepted ? " acceptées" : ""}, version du ${sayDay(inForce)}`,
    link: `${origin}${legalVersionPath("/conditions-generales-utilisation", inForce)}`,
  };
}

/** To the address of the order, not the payer's: the customer may have paid twice without seeing it. */
export function paymentTwiceMail(paid: SecondPayment, brand: string, site: MailSite): MailText {
  const amount = sayAmount(paid);
  const day = readCivilDate(paid.paidOn ?? "");
  return {
    subject: `Un autre paiement pour votre commande – ${brand}`,
    paragraphs: [
      "Votre commande est déjà réglée, et nous venons de recevoir un autre paiement pour elle.",
      "Rien n’est changé dans votre commande. Une personne de l’équipe compare les deux paiements et vous écrit\u00a0; ce qui a été réglé en trop vous est remboursé.",
    ],
    facts: [
      { label: "Offre", value: offerWords[paid.offer].name },
      ...(amount === undefined ? [] : [{ label: "Autre paiement", value: amount }]),
      ...(day === undefined ? [] : [{ label: "Reçu le", value: sayWeekday(day) }]),
    ],
    action: { label: "Voir mes paiements", link: `${site.origin}/dashboard` },
    notes: ["Ce paiement ne vient pas de vous\u00a0? Dites-le-nous en répondant à ce message.", ...contactNotes(site)],
    links: [privacyLink(site)],
  };
}

/** To the payer, while the team looks for the order it is for. */
export function paymentWaitingMail(paid: WaitingPayment, brand: string, site: MailSite): MailText {
  const amount = sayAmount(paid);
  const day = readCivilDate(paid.paidOn ?? "");
  return {
    subject: `Paiement reçu, en cours de rattachement – ${brand}`,
    paragraphs: [
      paid.amountCents === 0
        ? "Votre confirmation est bien arrivée. Rien n’a été débité aujourd’hui."
        : "Nous avons bien reçu votre paiement. Merci\u00a0!",
      "L’équipe le rattache à votre commande. Un autre e-mail vous la récapitule dès que c’est fait\u00a0: vous n’avez rien à refaire.",
    ],
    facts: [
      ...(amount === undefined ? [] : [{ label: "Montant réglé", value: amount }]),
      ...(day === undefined ? [] : [{ label: "Reçu le", value: sayWeekday(day) }]),
    ],
    action: actionOf("general", site),
    notes: contactNotes(site),
    links: [privacyLink(site)],
  };
}

/** A new first-password link, for a customer whose link of the payment mail has expired. */
export function firstPasswordMail(
  { firstPasswordLink }: RenewedFirstPassword,
  brand: string,
  site: MailSite,
): MailText {
  return {
    subject: `Votre lien pour choisir un mot de passe – ${brand}`,
    paragraphs: ["Voici un nouveau lien pour ouvrir votre espace client."],
    action: { label: choosePassword, link: firstPasswordLink },
    notes: [validSevenDays, ...contactNotes(site)],
    links: [privacyLink(site)],
  };
}

const choosePassword = "Choisir mon mot de passe";
const validSevenDays = "Le lien pour choisir votre mot de passe est valable sept jours et ne sert qu’une fois.";

export function newsletterMail({ token }: { token: string }, brand: string, site: MailSite): MailText {
  return {
    subject: `Confirmez votre inscription à la lettre d’information – ${brand}`,
    paragraphs: [
      `Une inscription à la lettre d’information ${de(brand)} vient d’être demandée avec cette adresse, en cochant cette phrase :`,
      `« ${newsletterText(brand)} »`,
      "Ouvrez le lien ci-dessous, puis confirmez.",
    ],
    action: {
      label: "Confirmer mon inscription",
      link: `${site.origin}/merci?newsletter=${encodeURIComponent(token)}#lettre`,
    },
    notes: [
      "Ce lien est valable sept jours et ne sert qu’une fois.",
      "Si vous n’avez rien demandé, ignorez ce message : sans confirmation, vous ne recevrez rien.",
    ],
    links: [privacyLink(site)],
  };
}

const waitingIntroduction = "Vous êtes sur la liste de la prochaine conférence.";
const waitingStep = "Nous vous écrivons dès que la date est fixée.";

function factsOf(data: LeadReceived, site: MailSite): MailFact[] {
  const facts = [
    { label: "Offre", value: offerWords[data.offer].name },
    { label: "Volume", value: volumeOf(data, site) },
    ...offerMails[data.offer].facts(data, site),
  ];
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

/** What was ordered, else the number that was given for it. */
function volumeOf(data: LeadReceived, site: MailSite): string | undefined {
  const purchase = purchaseInMail(data, site.prices);
  if (purchase) return sayVolume(purchase);
  const given = offerMails[data.offer].given(data);
  return isSoldOffer(data.offer) && typeof given === "number"
    ? sayVolume({ offer: data.offer, volume: given })
    : undefined;
}

/** Of an order whose first amount is 0 €: nothing is paid with it. */
const waysToConfirm = {
  paid: {
    unlinked: "La commande prend effet au paiement, qui suit le récapitulatif.",
    linked:
      "Il reste le paiement\u00a0: le bouton de ce message rouvre votre récapitulatif, sur l’appareil de votre choix. Déjà réglé\u00a0? Rien à refaire.",
    reminder: "Votre demande est enregistrée\u00a0; il ne manque que le paiement.",
  },
  free: {
    unlinked: "La commande prend effet à votre confirmation, qui suit le récapitulatif. Rien n’est débité aujourd’hui.",
    linked:
      "Il reste à confirmer\u00a0: le bouton de ce message rouvre votre récapitulatif, sur l’appareil de votre choix. Rien n’est débité aujourd’hui. Déjà confirmé\u00a0? Rien à refaire.",
    reminder:
      "Votre demande est enregistrée\u00a0; il ne manque que votre confirmation. Rien n’est débité aujourd’hui.",
  },
} as const;

function wayToConfirm(data: LeadReceived, site: MailSite) {
  const due = workedOut(purchaseInMail(data, site.prices), site.today, site)?.lines[0].amount.includingTax;
  return waysToConfirm[due === 0 ? "free" : "paid"];
}
const talkStep =
  "Ce volume se commande avec notre équipe\u00a0: nous vous écrivons pour en parler. Vous n’avez rien à régler.";

/** Sold by volume, and not online at this one. */
function isToDiscuss(data: LeadReceived, { payments, prices }: MailSite): boolean {
  const purchase = purchaseInMail(data, prices);
  const isSoldByVolume = purchase !== undefined && offers[purchase.offer].tiers.length > 0;
  return isSoldByVolume && paymentLinkOf(payments, purchase) === undefined;
}

function stepsOf(data: LeadReceived, site: MailSite): string[] {
  if (isToDiscuss(data, site)) return [talkStep];
  return offerMails[data.offer].steps(data, {
    confirm: wayToConfirm(data, site)[data.resumeLink === undefined ? "unlinked" : "linked"],
    pay: (begins) => payStep(begins, data, site),
    prices: site.prices,
  });
}

/** Of an order without a summary to reopen. */
function payStep(begins: string, data: LeadReceived, site: MailSite): string {
  const once = `${begins} dès que le paiement est reçu`;
  if (directPayment(data, site) !== undefined)
    return `${once}\u00a0: le bouton de ce message y mène. Déjà réglé\u00a0? Rien à refaire.`;
  const isSold = isSoldOffer(data.offer) && hasPaymentLink(site.payments, data.offer);
  return isSold ? `${once}.` : `${once}. L’équipe vous écrit pour le règlement.`;
}

/** The way back to the summary and its payment, or to the payment itself, while the order can be paid online. */
function wayToPay({ resumeLink, ...data }: LeadReceived, site: MailSite): Action | undefined {
  const direct = directPayment(data, site);
  if (direct !== undefined) return { label: payNow, link: direct };
  return resumeLink === undefined || isToDiscuss(data, site) ? undefined : { label: resumeAndPay, link: resumeLink };
}

/** The same, for a mail that words it otherwise. */
export function linkToOrder(data: LeadReceived, site: MailSite): string | undefined {
  return wayToPay(data, site)?.link;
}

/** Where an order without a summary is paid: the address that its form left for, under another reference. */
function directPayment(data: LeadReceived, site: MailSite): string | undefined {
  const { offer, payer } = data;
  if (payer === undefined || isWaitingList(data) || !offerMails[offer].isPaidDirectly) return undefined;
  const purchase = purchaseInMail(data, site.prices);
  const link = purchase && paymentLinkOf(site.payments, purchase);
  return link && paymentAddress(link, payer);
}

function isWaitingList({ kind }: LeadReceived): boolean {
  return kind === "waitlist";
}

/** A question is asked by telephone; what happens at the conference is on its page. */
function actionOf(offer: FunnelOrigin, site: MailSite): Action {
  const { origin, contact } = site;
  const ownPage = offerMails[offer].ownPage(site);
  if (ownPage) return ownPage;
  if (contact.bookingUrl === "") return { label: "Nous joindre", link: `${origin}/#apropos` };
  return { label: "Réserver un appel de 30 minutes", link: contact.bookingUrl };
}

function contactNotes({ contact }: MailSite): string[] {
  return contact.email === "" ? [] : [`Une question, une correction ? Écrivez-nous : ${contact.email}`];
}

function ifUnasked({ contact }: MailSite): string {
  const way = contact.email === "" ? "répondez à ce message" : `écrivez à ${contact.email}`;
  return `Vous pouvez accéder à vos données, les rectifier ou les faire effacer : ${way}. Si vous n’avez rien demandé, quelqu’un a saisi votre adresse : dites-le-nous et nous effaçons tout. Sans suite, la demande est effacée au bout de 6 mois.`;
}

export function privacyLink({ origin }: MailSite) {
  return { label: "Politique de confidentialité", link: `${origin}/politique-de-confidentialite` };
}

function sayAmount({ amountCents, currency }: Omit<PaymentReceived, "offer">): string | undefined {
  if (typeof amountCents !== "number" || amountCents <= 0 || currency !== "eur") return undefined;
  return scheduleCopy.includingTax(sayEuros(cents(amountCents)));
}
