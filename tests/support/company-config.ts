import { resolve } from "node:path";

import type { SiteConfig } from "#domain/site/site-config.ts";
import type { PaymentLinks } from "#domain/site/site-settings.ts";
import { offers } from "#subjects/offers/rules/registry.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";
import { recordOf } from "#kit/record-of.ts";
import { addDays, type CivilDate, civilDate, dayInParis } from "#kit/civil-date.ts";

/** A company that states only what is required. It is made up, but nothing in it looks like an example. */
export const leastConfig: SiteConfig = {
  contact: {
    phone: "01 42 68 53 00",
    email: "bonjour@zephyr-standard.fr",
    testLine: "",
    address: { lines: [], mapUrl: "" },
    bookingUrl: "",
    social: [],
  },
  legal: {
    company: "Zéphyr Standard SAS",
    legalForm: "Société par actions simplifiée",
    capitalEuros: 12_000,
    registeredOffice: "4 quai des Brumes, 44000 Nantes",
    siren: "123 456 782",
    registry: "RCS Nantes",
    vatNumber: "FR 11 123456782",
    publicationDirector: "Dominique Lerat",
    host: { name: "Nuages de l’Ouest", address: "2 rue des Baies, 35000 Rennes", phone: "02 99 00 00 01" },
    updatedOn: "2025-06-25" as CivilDate,
    dataProtectionOfficer: "",
    mediator: { name: "", address: "", url: "" },
    processors: [{ role: "mail", name: "Courrier de l’Ouest", country: "FR", transferGuarantee: "" }],
  },
  paymentProvider: "notre prestataire de paiement",
  offers: {},
};

/** Of the dated offers on a day: all open, all over since the day before, or none. */
export function offersOn(today: CivilDate) {
  const [before, yesterday, later] = [addDays(today, -30), addDays(today, -1), addDays(today, 21)];
  const windowTo = (to: CivilDate) => ({ from: before, to });
  return {
    open: {
      promotion: windowTo(today),
      closingFreeSetUp: windowTo(today),
      conferences: [{ registrationUntil: addDays(later, -1), heldOn: later }],
    },
    ended: {
      promotion: windowTo(yesterday),
      closingFreeSetUp: windowTo(yesterday),
      conferences: [{ registrationUntil: addDays(yesterday, -1), heldOn: yesterday }],
    },
    none: {},
  } satisfies Record<string, SiteConfig["offers"]>;
}

/** Everything that a type knows, at every depth: of a list, the first entry says all. */
type Whole<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer Each)[]
    ? readonly [Whole<Each>, ...Each[]]
    : { [Key in keyof T]-?: Whole<NonNullable<T[Key]>> };

const { open } = offersOn(dayInParis(new Date()));
const support = { source: "registre des contrats", date: "2026-10-01" };
const publication = { ...support, consent: "accord écrit du 2 octobre 2026" };
const picture = resolve("app/assets/media/presentation.avif");
const quote = "Plus un appel perdu.";
const asset = (name: string) => resolve("app/assets/media", name);
/** The shortest of ours: what a server reads of it is enough to show. */
const recordingOf = (scene: string) => ({
  file: asset("appel-urgence.mp3"),
  captions: resolve("tests/fixtures/company/appel.vtt"),
  title: `${scene} à l’atelier`,
  scene,
  isSynthetic: true,
});
const filmOf = (name: string) => ({
  file: asset(`${name}.mp4`),
  captions: asset(`${name}.vtt`),
  poster: asset(`${name}.avif`),
  isSynthetic: true,
});
const processorOf = (role: SiteConfig["legal"]["processors"][number]["role"], name: string) => ({
  role,
  name,
  country: "FR",
  transferGuarantee: "",
});

/** One edition alone is how files of before said it. */
type Stated = Omit<SiteConfig, "offers"> & { offers: Omit<SiteConfig["offers"], "conference"> };

/** The same company, which states everything that it may: the compiler refuses a part that is left out. */
export const wholeConfig = {
  ...leastConfig,
  contact: {
    ...leastConfig.contact,
    testLine: "01 42 68 53 01",
    address: { lines: ["7 rue du Calme", "44100 Nantes"], mapUrl: "https://plans.zephyr-standard.fr/nantes" },
    bookingUrl: "https://agenda.zephyr-standard.fr/30",
    social: [{ name: "LinkedIn", url: "https://reseau.zephyr-standard.fr" }],
    hours: [{ days: ["Monday", "Tuesday"], opens: "09:00", closes: "18:30" }],
  },
  announcement: {
    text: "Fermé le 24 décembre.",
    link: "/securite-et-donnees",
    from: civilDate("2031-01-01"),
    to: civilDate("2031-01-02"),
  },
  questions: [{ page: "home", question: "Où êtes-vous ?", answer: "À Nantes.", isHidden: true }],
  security: { contact: "securite@zephyr-standard.fr" },
  legal: {
    ...leastConfig.legal,
    host: { ...leastConfig.legal.host, country: "LU" },
    dataProtectionOfficer: "dpo@zephyr-standard.fr",
    mediator: {
      name: "Médiation de l’Ouest",
      address: "3 place du Pont, 44000 Nantes",
      url: "https://mediation.zephyr-standard.fr",
    },
    processors: [
      {
        role: "assistant",
        name: "Voix d’Outremer",
        country: "US",
        transferGuarantee: "clauses contractuelles types",
      },
      processorOf("mail", "Courrier de l’Ouest"),
      processorOf("automation", "Automates de l’Ouest"),
      processorOf("payment", "Caisse de l’Ouest"),
      processorOf("signIn", "Identité de l’Ouest"),
      processorOf("advertising", "Régie de l’Ouest"),
      processorOf("audience", "Mesure de l’Ouest"),
      processorOf("video", "Films de l’Ouest"),
    ],
    accessibilityAudit: { on: civilDate("2026-09-15"), by: "Accès pour tous", ratePercent: 82 },
  },
  payment: { card: "asked", billingDetails: "collected" },
  electronicInvoicing: {
    reception: "Factures de l’Ouest",
    issue: "Factures de l’Ouest",
    customerSiren: "at-provider",
  },
  customerPortal: "https://caisse.zephyr-standard.fr/factures",
  people: [{ name: "Maud Kervern", role: "Direction", picture }],
  authors: { accueil: { name: "Maud Kervern", role: "direction", picture } },
  attribution: true,
  trackers: {
    marketing: {
      url: "https://regie.zephyr-standard.fr/p",
      policyUrl: "https://regie.zephyr-standard.fr/donnees",
      lifeMonths: 3,
      cookies: ["_regie"],
    },
    analytics: {
      url: "https://mesure.zephyr-standard.fr/v",
      policyUrl: "https://mesure.zephyr-standard.fr/donnees",
      lifeMonths: 3,
      cookies: ["_mesure"],
    },
  },
  calendars: [
    { name: "Google Agenda", connectedBy: "us" },
    { name: "Outlook", connectedBy: "us" },
  ],
  companyRegister: "https://annuaire.zephyr-standard.fr",
  offers: {
    ...open,
    // What it costs anyway: nothing begins, and no version of the terms.
    prices: [{ from: civilDate("2031-01-01"), of: "secretariat", volume: 1000, price: 7997_00 }],
    conferences: [
      {
        ...open.conferences[0]!,
        seats: 48,
        venue: ["Salle des Brumes", "5 quai du Port", "44000 Nantes"],
        terms: "Remboursée jusqu’à trois jours avant.",
        speakers: [{ name: "Maud Kervern", role: "Direction" }],
        programme: [{ at: "09:30", title: "L’appel au cabinet", text: "Ce qui se joue avant le rendez-vous." }],
        price: 190_00,
        paymentLink: "https://caisse.zephyr-standard.fr/conference",
      },
    ],
  },
  media: {
    recordings: {
      "rendez-vous": recordingOf("Un rendez-vous"),
      question: recordingOf("Une question"),
      urgence: recordingOf("Une urgence"),
    },
    voices: { feminin: { file: asset("voix-feminin.mp3") }, masculin: { file: asset("voix-masculin.mp3") } },
    film: filmOf("presentation"),
    marketingFilm: filmOf("marketing"),
  },
  claims: {
    companies: { figure: 180, ...support },
    trainingOrganisations: { figure: 60, ...support },
    madeInFrance: support,
    mostPopular: support,
    fewerMissedCalls: support,
    testimonials: [
      {
        name: "Lucie A.",
        role: "Relieuse",
        picture,
        text: "Je ne perds plus un appel.",
        pages: ["home"],
        town: "Nantes",
        figure: { number: "40", unit: "appels par semaine" },
        caseUrl: "/blog",
        quotes: {
          home: quote,
          secretariat: quote,
          followUp: quote,
          marketing: quote,
          training: quote,
          conferences: quote,
          closing: quote,
        },
        ...publication,
      },
      { name: "Marc T.", role: "Couvreur", text: "Elle note tout, je rappelle le soir.", ...publication },
    ],
    clients: [{ name: "Imprimerie Saillé", picture, ...publication }],
  },
} satisfies SiteConfig & Whole<Stated>;

const linksOf = (name: string, volumes: readonly number[]) =>
  Object.fromEntries(volumes.map((volume) => [volume, `https://caisse.zephyr-standard.fr/${name}-${volume}`]));

/** A payment page for each price. */
export const wholePaymentLinks = {
  ...recordOf(funnelOffers, (offer) => linksOf(offer, offers[offer].tiers)),
  formation: linksOf("formation", offers.suiviclient.tiers),
  closing: "https://caisse.zephyr-standard.fr/closing",
  conferences: "https://caisse.zephyr-standard.fr/conference",
  custom: "https://caisse.zephyr-standard.fr/sur-mesure",
} satisfies Whole<PaymentLinks>;
