import { closingObjectives } from "#domain/funnel/choices.ts";
import { prospectsRanges } from "#domain/offers/marketing/prospects-ranges.ts";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import { type FunnelOrigin, funnelOffers } from "#domain/kernel/lead.ts";
import { cents } from "#domain/kernel/money.ts";
import { readKeptSchedule } from "#domain/leads/kept-schedule.ts";
import type { Asked } from "#domain/offers/base/offer.ts";
import { offers } from "#domain/offers/registry.ts";
import { closingOffer } from "#domain/offers/closing/closing-price.ts";
import { orderedFragmentOf } from "#domain/offers/ordered-fragment.ts";
import { hasPaymentLink, paymentAddress, paymentLinkOf } from "#domain/offers/payment-link.ts";

import { sayEuros } from "./words/amounts.ts";
import { answerWords } from "./words/answer-words.ts";
import { conferencesCopy, venueOf } from "./offers/conference/conferences.ts";
import { sayDay, sayWeekday } from "./words/days.ts";
import { delayWords, opensWithin } from "./words/delay-words.ts";
import { de } from "./words/elision.ts";
import type { MailSite, MailText } from "./mail-text.ts";
import { attachedLater } from "./merci.ts";
import { isTermsVersion, termsVersionOn } from "./legal/legal-versions.ts";
import { legalVersionPath } from "./legal/version-address.ts";
import { newsletterText } from "./newsletter.ts";
import { offerNames } from "./offer-names.ts";
import { purchaseInMail, sayVolume, workedOut, writtenSchedule } from "./order-in-mail.ts";
import { scheduleCopy } from "./schedule.ts";

/**
 * Numbers and codes of the answers. The address is not proved to be the sender's, so no free text of theirs is mailed
 * to it; an unknown code is left out.
 */
export type LeadReceived = {
  offer: FunnelOrigin;
  callsPerDay?: number;
  activeClients?: number;
  prospects?: string;
  /** What was ordered, as `Asked` has it; absent where it is free text, unless that is a number. */
  asked?: Asked;
  objectives?: string[];
  /** `waitlist`: registration was closed. */
  kind?: string;
  /** Opens the summary of this very order, made when the mail leaves; absent where there is nothing to pay on it. */
  resumeLink?: string;
  /** For an order without a summary to reopen; added when the mail leaves. */
  payer?: PrefilledPayer;
};

export type PrefilledPayer = { email: string; reference: string };

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

type Action = MailText["action"];
type Fact = { label: string; value: string };

export function leadReceivedMail(data: LeadReceived, brand: string, site: MailSite): MailText {
  const isWaiting = isWaitingList(data);
  const hasProgramme = data.offer === "conferences" && site.offers.conference && directPayment(data, site);
  return {
    subject: `Votre demande est bien arrivée – ${brand}`,
    paragraphs: [isWaiting ? waitingIntroduction : introductions[data.offer], "Voici ce que nous avons noté :"],
    facts: isWaiting ? [{ label: "Demande", value: "Être prévenu de la prochaine conférence" }] : factsOf(data, site),
    ...(!isWaiting &&
      !isToDiscuss(data, site) &&
      writtenSchedule(workedOut(purchaseInMail(data), site.today, site), site.today)),
    stepsTitle: "La suite",
    steps: isWaiting ? [waitingStep] : stepsOf(data, site),
    action: wayToPay(data, site) ?? actionOf(data.offer, site),
    notes: [...contactNotes(site), ifUnasked(site)],
    links: [...(hasProgramme ? [programme(site)] : []), privacyLink(site)],
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
    ...writtenSchedule(workedOut(purchaseInMail(data), site.today, site), site.today),
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
  const agreed = readKeptSchedule(paid.schedule) ?? workedOut(purchaseInMail({ offer, ...paid }), day, site);
  const isFunnel = funnelOffers.some((each) => each === offer);
  const nextSteps = isFunnel && {
    label: "Voir les prochaines étapes",
    link: `${site.origin}/commande-validee${agreed ? orderedFragmentOf(agreed.purchase, agreed) : ""}`,
  };
  const password = paid.firstPasswordLink && { label: choosePassword, link: paid.firstPasswordLink };
  /** A place needs no account: the programme comes first. */
  const action = (offer !== "conferences" && password) || nextSteps || actionOf(offer, site);
  const volume = agreed && sayVolume(agreed.purchase);
  return {
    subject: `${isFree ? "Commande confirmée" : "Paiement reçu"} – ${brand}`,
    paragraphs: [
      isFree
        ? "Votre commande est confirmée. Rien n’a été débité aujourd’hui."
        : "Nous avons bien reçu votre paiement. Merci !",
    ],
    facts: [
      { label: "Offre", value: offerNames[offer] },
      ...(volume === undefined ? [] : [{ label: "Volume", value: volume }]),
      ...(amount === undefined ? [] : [{ label: "Montant réglé", value: amount }]),
    ],
    ...writtenSchedule(agreed, day),
    stepsTitle: "La suite",
    steps: paidSteps(offer, site),
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
function termsLink(version: unknown, day: CivilDate, { origin }: MailSite): Action {
  const accepted = typeof version === "string" && isTermsVersion(version) ? readCivilDate(version) : undefined;
  const inForce = accepted ?? termsVersionOn(day);
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
      { label: "Offre", value: offerNames[paid.offer] },
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

const introductions: Record<FunnelOrigin, string> = {
  general: "Votre demande est enregistrée.",
  secretariat: "Votre demande de secrétariat téléphonique est enregistrée.",
  marketing: "Votre demande de campagnes marketing est enregistrée.",
  suiviclient: "Votre demande de suivi client est enregistrée.",
  closing: "Votre commande d’appels sortants est enregistrée.",
  conferences: "Votre inscription à la conférence est enregistrée.",
};
const waitingIntroduction = "Vous êtes sur la liste de la prochaine conférence.";
const teamWrites = "L’équipe lit votre demande et vous écrit.";
const waitingStep = "Nous vous écrivons dès que la date est fixée.";

function factsOf(data: LeadReceived, { offers: windows }: MailSite): Fact[] {
  const facts: Fact[] = [{ label: "Offre", value: offerNames[data.offer] }];
  const add = (label: string, value: string | undefined) => value && facts.push({ label, value });
  add("Volume", volumeOf(data));
  if (data.offer === "marketing") add("Prospects par mois", sayProspects(data.prospects));
  if (data.offer === "closing") {
    if (!purchaseInMail(data)) add("Prix", pricePerThousand);
    add("Objectif", sayObjectives(data.objectives));
  }
  if (data.offer === "conferences" && windows.conference) {
    add("Date", sayWeekday(windows.conference.heldOn));
    add("Lieu", venueOf(windows.conference));
    add("Programme", conferencesCopy.hours);
  }
  return facts;
}

/** Of a closing order whose number was written in words. */
const pricePerThousand = `${scheduleCopy.excludingTax(sayEuros(closingOffer.excludingTax))} par millier d’appels commencé, en une fois`;

/** What was ordered, else the number that was given for it. */
function volumeOf(data: LeadReceived): string | undefined {
  const purchase = purchaseInMail(data);
  if (purchase) return sayVolume(purchase);
  const { offer, callsPerDay, activeClients } = data;
  const given = { secretariat: callsPerDay, suiviclient: activeClients };
  if (offer !== "secretariat" && offer !== "suiviclient") return undefined;
  return typeof given[offer] === "number" ? sayVolume({ offer, volume: given[offer] }) : undefined;
}

const serviceSteps = (offer: FunnelOrigin) => [
  `${delayWords.account} L’équipe vous écrit s’il manque un détail.`,
  `${opensWithin(offer)} Un e-mail vous prévient.`,
  "Vous vous connectez\u00a0: vos réglages, vos paiements et vos factures sont dans votre espace client.",
];
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
  const due = workedOut(purchaseInMail(data), site.today, site)?.lines[0].amount.includingTax;
  return waysToConfirm[due === 0 ? "free" : "paid"];
}
const closingStep =
  "L’équipe vous écrit pour préparer la campagne et recevoir votre liste, avec la preuve des accords.";

/** Of an order of before the form asked for a number: nothing is paid until it is known. */
const numberStep =
  "Il nous manque votre nombre de prospects, en chiffres\u00a0: répondez à ce message, et l’équipe vous envoie le montant et le lien de paiement.";

const talkStep =
  "Ce volume se commande avec notre équipe\u00a0: nous vous écrivons pour en parler. Vous n’avez rien à régler.";

/** Sold by volume, and not online at this one. */
function isToDiscuss(data: LeadReceived, { payments }: MailSite): boolean {
  const purchase = purchaseInMail(data);
  const isSoldByVolume = purchase !== undefined && offers[purchase.offer].tiers.length > 0;
  return isSoldByVolume && paymentLinkOf(payments, purchase) === undefined;
}

function stepsOf(data: LeadReceived, site: MailSite): string[] {
  const { offer } = data;
  if (isToDiscuss(data, site)) return [talkStep];
  if (offer === "general") return [teamWrites];
  if (offer === "conferences") return [payStep("Votre place est réservée", data, site)];
  if (offer === "closing" && !purchaseInMail(data)) return [numberStep, closingStep];
  if (offer === "closing") return [payStep("Votre commande prend effet", data, site), closingStep];
  return [wayToConfirm(data, site)[data.resumeLink === undefined ? "unlinked" : "linked"], ...serviceSteps(offer)];
}

/** Of an order without a summary to reopen. */
function payStep(begins: string, data: LeadReceived, site: MailSite): string {
  const once = `${begins} dès que le paiement est reçu`;
  if (directPayment(data, site) !== undefined)
    return `${once}\u00a0: le bouton de ce message y mène. Déjà réglé\u00a0? Rien à refaire.`;
  const isSold = data.offer !== "general" && hasPaymentLink(site.payments, data.offer);
  return isSold ? `${once}.` : `${once}. L’équipe vous écrit pour le règlement.`;
}

function paidSteps(offer: FunnelOrigin, { offers: windows }: MailSite): string[] {
  if (offer === "general") return [teamWrites];
  if (offer === "closing") return [closingStep];
  if (offer !== "conferences") return serviceSteps(offer);
  const { hours } = conferencesCopy;
  if (windows.conference === undefined) return [teamWrites];
  return [`Rendez-vous le ${sayWeekday(windows.conference.heldOn)}, ${venueOf(windows.conference)}, de ${hours}.`];
}

/** The way back to the summary and its payment, or to the payment itself, while the order can be paid online. */
function wayToPay({ resumeLink, ...data }: LeadReceived, site: MailSite): MailText["action"] | undefined {
  const direct = directPayment(data, site);
  if (direct !== undefined) return { label: payNow, link: direct };
  return resumeLink === undefined || isToDiscuss(data, site) ? undefined : { label: resumeAndPay, link: resumeLink };
}

/** Where an order without a summary is paid: the address that its form left for, under another reference. */
function directPayment(data: LeadReceived, { payments }: MailSite): string | undefined {
  const { offer, payer } = data;
  if (payer === undefined || isWaitingList(data) || (offer !== "closing" && offer !== "conferences")) return undefined;
  const purchase = purchaseInMail(data);
  const link = purchase && paymentLinkOf(payments, purchase);
  return link && paymentAddress(link, payer);
}

function isWaitingList({ offer, kind }: LeadReceived): boolean {
  return offer === "conferences" && kind === "waitlist";
}

function programme({ origin }: MailSite): MailText["action"] {
  return { label: "Revoir le programme", link: `${origin}/conferences` };
}

/** A question is asked by telephone; what happens at the conference is on its page. */
function actionOf(offer: FunnelOrigin, site: MailSite): MailText["action"] {
  const { origin, contact } = site;
  if (offer === "conferences" && site.offers.conference) return programme(site);
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

function privacyLink({ origin }: MailSite) {
  return { label: "Politique de confidentialité", link: `${origin}/politique-de-confidentialite` };
}

function sayProspects(range: unknown): string | undefined {
  const known = prospectsRanges.find((each) => each === range);
  return known && answerWords.prospectsPerMonth[known];
}

function sayObjectives(objectives: unknown): string {
  const asked = Array.isArray(objectives) ? objectives : [];
  const known = closingObjectives.filter((objective) => asked.includes(objective));
  return known.map((objective) => answerWords.objectives[objective]).join(", ");
}

function sayAmount({ amountCents, currency }: Omit<PaymentReceived, "offer">): string | undefined {
  if (typeof amountCents !== "number" || amountCents <= 0 || currency !== "eur") return undefined;
  return scheduleCopy.includingTax(sayEuros(cents(amountCents)));
}
