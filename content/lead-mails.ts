import type { Amount } from "#domain/contracts/payment-schedule.ts";
import { closingObjectives, prospectsRanges } from "#domain/funnel/choices.ts";
import { type CivilDate, readCivilDate } from "#domain/kernel/civil-date.ts";
import { type FunnelOrigin, funnelOffers } from "#domain/kernel/lead.ts";
import { type Cents, includingTax } from "#domain/kernel/money.ts";
import { type KeptSchedule, readKeptSchedule } from "#domain/leads/kept-schedule.ts";
import { type Asked, offers } from "#domain/leads/offers.ts";
import { closingOffer } from "#domain/offers/closing.ts";
import { orderedFragmentOf } from "#domain/offers/ordered-fragment.ts";
import { paymentLinkOf } from "#domain/offers/payment-link.ts";
import { type Purchase, scheduleOf } from "#domain/offers/schedule.ts";

import { answerWords, volumeWords } from "./answer-words.ts";
import { conferencesCopy, venueOf } from "./conferences.ts";
import { de } from "./elision.ts";
import type { MailSite, MailText } from "./mails.ts";
import { newsletterText } from "./newsletter.ts";
import { offerNames } from "./offer-names.ts";
import { describeSchedule, type scheduleCopy } from "./schedule.ts";

/**
 * Numbers and codes of what was asked: whoever typed the address is not known, so no text of theirs is mailed to it.
 * A code that is none of ours is not said.
 */
export type LeadReceived = {
  offer: FunnelOrigin;
  callsPerDay?: number;
  activeClients?: number;
  prospects?: string;
  /** What was ordered, as `Asked` has it; absent where it is free text. */
  asked?: Asked;
  objectives?: string[];
  /** `waitlist`: registration was closed. */
  kind?: string;
  /** Opens the summary of this very order, made when the mail leaves; absent where there is nothing to pay on it. */
  resumeLink?: string;
};

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
  /** Where whoever has no password yet chooses one. */
  firstPasswordLink?: string;
};

export type FirstPassword = { firstPasswordLink: string };

/** Source: contract, public face. */
const resumeAndPay = "Reprendre et payer";

type Fact = { label: string; value: string };

export function leadReceivedMail(data: LeadReceived, brand: string, site: MailSite): MailText {
  const isWaiting = data.offer === "conferences" && data.kind === "waitlist";
  return {
    subject: `Votre demande est bien arrivée – ${brand}`,
    paragraphs: [isWaiting ? waitingIntroduction : introductions[data.offer], "Voici ce que nous avons noté :"],
    facts: isWaiting ? [{ label: "Demande", value: "Être prévenu de la prochaine conférence" }] : factsOf(data, site),
    ...(!isWaiting && writtenSchedule(workedOut(purchaseOf(data), site.today, site), site.today)),
    stepsTitle: "La suite",
    steps: isWaiting ? [waitingStep] : stepsOf(data, site),
    action: resumption(data, site) ?? actionOf(data.offer, site),
    notes: [...contactNotes(site), ifUnasked(site)],
    links: [privacyLink(site)],
  };
}

/** The one reminder of an order that was not paid, to whoever agreed to it. */
export function orderReminderMail(data: LeadReceived, brand: string, site: MailSite): MailText {
  return {
    subject: `Votre commande vous attend – ${brand}`,
    paragraphs: [
      "Votre demande est enregistrée\u00a0; il ne manque que le paiement. Un clic rouvre votre récapitulatif, tel que vous l’avez laissé.",
      "Une question, un doute\u00a0? Répondez à ce message\u00a0: une personne de l’équipe vous lit.",
    ],
    facts: factsOf(data, site),
    ...writtenSchedule(workedOut(purchaseOf(data), site.today, site), site.today),
    action: resumption(data, site) ?? actionOf(data.offer, site),
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
  const agreed = readKeptSchedule(paid.schedule) ?? workedOut(purchaseOf({ offer, ...paid }), day, site);
  const isFunnel = funnelOffers.some((each) => each === offer);
  const nextSteps = isFunnel && {
    label: "Voir les prochaines étapes",
    link: `${site.origin}/commande-validee${agreed ? orderedFragmentOf(agreed.purchase, agreed) : ""}`,
  };
  const password = paid.firstPasswordLink && { label: choosePassword, link: paid.firstPasswordLink };
  const action = password || nextSteps || actionOf(offer, site);
  return {
    subject: `${isFree ? "Commande confirmée" : "Paiement reçu"} – ${brand}`,
    paragraphs: [
      isFree
        ? "Votre commande est confirmée. Rien n’a été débité aujourd’hui."
        : "Nous avons bien reçu votre paiement. Merci !",
    ],
    facts: [
      { label: "Offre", value: offerNames[offer] },
      ...(amount === undefined ? [] : [{ label: "Montant réglé", value: amount }]),
    ],
    ...writtenSchedule(agreed, day),
    stepsTitle: "La suite",
    steps: paidSteps(offer, site),
    action,
    notes: [...(password ? [validSevenDays] : []), ...contactNotes(site)],
    links: [...(password && nextSteps ? [nextSteps] : []), privacyLink(site)],
  };
}

/** The link of its own of a mail about a payment, for whoever let it grow late. */
export function firstPasswordMail({ firstPasswordLink }: FirstPassword, brand: string, site: MailSite): MailText {
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
      `Une inscription à la lettre d’information ${de(brand)} vient d’être demandée avec cette adresse, par cette phrase :`,
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

type Ordered = { offer: FunnelOrigin; asked?: Asked; amountCents?: number };

/** What a mail can tell of what was ordered: of calls to be made, only what was paid says how many. */
function purchaseOf({ offer, asked, amountCents }: Ordered): Purchase | undefined {
  // The answer of a tier is missing from mails of before, and where nobody knows the price: it has no schedule.
  if (offers[offer].hasTiers && asked === undefined) return undefined;
  if (offer !== "closing") return isAsked(asked) ? offers[offer].purchases(asked ?? null)[0] : undefined;
  const thousands = (amountCents ?? 0) / includingTax(closingOffer.excludingTax);
  return Number.isSafeInteger(thousands) && thousands > 0
    ? { offer, volume: thousands * closingOffer.calls }
    : undefined;
}

function isAsked(asked: unknown): asked is Asked | undefined {
  return asked === undefined || asked === null || typeof asked === "string" || typeof asked === "number";
}

/** Of what is not paid yet, or was before schedules were kept. */
function workedOut(
  purchase: Purchase | undefined,
  day: CivilDate,
  { offers: windows }: MailSite,
): KeptSchedule | undefined {
  const schedule = purchase && scheduleOf(purchase, { day, promotion: windows.promotion });
  return schedule && { purchase, ...schedule };
}

function writtenSchedule(schedule: KeptSchedule | undefined, day: CivilDate) {
  if (!schedule) return {};
  const { words, lines } = describeSchedule(schedule, day);
  const written = lines.map(({ date, prefix, label, amount }) => ({
    date,
    day: [prefix, sayShortDay(date)].filter(Boolean).join(", "),
    amount: sayDue(amount, words),
    label,
  }));
  return { schedule: { title: words.title, lines: written } };
}

function sayDue({ excludingTax, includingTax: inAll }: Amount, words: typeof scheduleCopy): string {
  const say = (amount: Cents) => euros.format(amount / 100);
  return excludingTax === 0
    ? say(inAll)
    : `${words.excludingTax(say(excludingTax))} (${words.includingTax(say(inAll))})`;
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
const waitingStep = "Nous vous écrivons dès que la date est fixée.";

function factsOf(data: LeadReceived, { offers: windows }: MailSite): Fact[] {
  const facts: Fact[] = [{ label: "Offre", value: offerNames[data.offer] }];
  const add = (label: string, value: string | undefined) => value && facts.push({ label, value });
  if (data.offer === "secretariat") add("Volume", sayVolume("callsPerMonth", data.callsPerDay));
  if (data.offer === "suiviclient") add("Volume", sayVolume("activeClientsPerMonth", data.activeClients));
  if (data.offer === "marketing") add("Prospects par mois", sayProspects(data.prospects));
  if (data.offer === "closing") add("Objectif", sayObjectives(data.objectives));
  if (data.offer === "conferences") {
    add("Date", sayDay(windows.conference.heldOn));
    add("Lieu", venueOf(windows.conference));
    add("Programme", conferencesCopy.hours);
  }
  return facts;
}

const accountSteps = [
  "Votre compte est créé sous 72h après la commande. L’équipe revient vers vous s’il manque un détail.",
  "Votre assistante est en ligne en moins de 48h une fois vos éléments reçus. Un e-mail vous prévient, avec votre lien de connexion.",
  "Vous vous connectez : vos échanges et vos réglages vous attendent dans votre tableau de bord.",
];
const unlinkedPaymentStep = "La commande prend effet au paiement, qui suit le récapitulatif.";
const paymentStep =
  "Il reste le paiement\u00a0: le bouton de ce message rouvre votre récapitulatif, sur l’appareil de votre choix. Déjà réglé\u00a0? Rien à refaire.";
const closingStep =
  "L’équipe vous écrit pour préparer la campagne et recevoir votre liste, avec la preuve des accords.";

const talkStep =
  "Ce volume ne se commande pas encore en ligne\u00a0: l’équipe vous écrit pour en parler. Vous n’avez rien à régler.";

/** Sold by volume, and not online at this one. */
function isToDiscuss(data: LeadReceived, { payments }: MailSite): boolean {
  const purchase = purchaseOf(data);
  const isSoldByVolume = purchase !== undefined && offers[data.offer].hasTiers === true;
  return isSoldByVolume && paymentLinkOf(payments, purchase.offer, purchase.volume) === undefined;
}

function stepsOf(data: LeadReceived, site: MailSite): string[] {
  const { offer } = data;
  if (isToDiscuss(data, site)) return [talkStep];
  if (offer === "general") return ["L’équipe revient vers vous."];
  if (offer === "conferences") return ["Votre place est tenue dès que le règlement est reçu."];
  if (offer === "closing") return ["La commande prend effet au paiement, qui suit le formulaire.", closingStep];
  return [data.resumeLink === undefined ? unlinkedPaymentStep : paymentStep, ...accountSteps];
}

function paidSteps(offer: FunnelOrigin, { offers: windows }: MailSite): string[] {
  if (offer === "general") return ["L’équipe revient vers vous."];
  if (offer === "closing") return [closingStep];
  if (offer !== "conferences") return accountSteps;
  const { hours } = conferencesCopy;
  return [`Rendez-vous le ${sayDay(windows.conference.heldOn)}, ${venueOf(windows.conference)}, de ${hours}.`];
}

/** The way back to the summary and its payment, while the order can be paid online. */
function resumption({ resumeLink, ...data }: LeadReceived, site: MailSite): MailText["action"] | undefined {
  return resumeLink === undefined || isToDiscuss(data, site) ? undefined : { label: resumeAndPay, link: resumeLink };
}

/** A question is asked by telephone; what happens at the conference is on its page. */
function actionOf(offer: FunnelOrigin, { origin, contact }: MailSite): MailText["action"] {
  if (offer === "conferences") return { label: "Revoir le programme", link: `${origin}/conferences` };
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

function sayVolume(question: keyof typeof volumeWords, number: unknown): string | undefined {
  return typeof number === "number" ? volumeWords[question](whole.format(number)) : undefined;
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
  return `${euros.format(amountCents / 100)} TTC`;
}

function sayShortDay(day: CivilDate): string {
  return shortDay.format(new Date(`${day}T12:00:00Z`)).replace(/^1 /, "1er ");
}

function sayDay(day: CivilDate): string {
  return longDay.format(new Date(`${day}T12:00:00Z`)).replace(/(^|\D)1 /, "$11er ");
}

const whole = new Intl.NumberFormat("fr-FR");
/** As pages write them: no decimals where there are none. */
const euros = new Intl.NumberFormat("fr-FR", {
  style: "currency",
  currency: "EUR",
  trailingZeroDisplay: "stripIfInteger",
});
const shortDay = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", dateStyle: "long" });
const longDay = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
