import type { SiteConfig } from "#domain/contracts/site-config.ts";
import { addDays, type CivilDate } from "#kit/civil-date.ts";

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
export function offersOn(today: CivilDate): Record<"open" | "ended" | "none", SiteConfig["offers"]> {
  const [before, yesterday, later] = [addDays(today, -30), addDays(today, -1), addDays(today, 21)];
  const windowTo = (to: CivilDate) => ({ from: before, to });
  return {
    open: {
      promotion: windowTo(today),
      closingFreeSetUp: windowTo(today),
      conference: { registrationUntil: addDays(later, -1), heldOn: later },
    },
    ended: {
      promotion: windowTo(yesterday),
      closingFreeSetUp: windowTo(yesterday),
      conference: { registrationUntil: addDays(yesterday, -1), heldOn: yesterday },
    },
    none: {},
  };
}

const support = { source: "registre des contrats", date: "2026-10-01" };
const publication = { ...support, consent: "accord écrit du 2 octobre 2026" };
const pageWide = { home: "Plus un appel perdu.", secretariat: "Plus un appel perdu." } as const;

/** The same company, which states everything that it may. */
export const wholeConfig: SiteConfig = {
  ...leastConfig,
  contact: {
    ...leastConfig.contact,
    testLine: "01 42 68 53 01",
    address: { lines: ["4 quai des Brumes", "44000 Nantes"], mapUrl: "https://plans.zephyr-standard.fr/nantes" },
    bookingUrl: "https://agenda.zephyr-standard.fr/30",
    social: [{ name: "LinkedIn", url: "https://reseau.zephyr-standard.fr" }],
  },
  legal: {
    ...leastConfig.legal,
    processors: [
      ...leastConfig.legal.processors,
      { role: "advertising", name: "Régie de l’Ouest", country: "FR", transferGuarantee: "" },
      { role: "audience", name: "Mesure de l’Ouest", country: "FR", transferGuarantee: "" },
    ],
  },
  people: [{ name: "Maud Kervern", role: "Direction" }],
  authors: { accueil: { name: "Maud Kervern", role: "direction" } },
  attribution: true,
  trackers: {
    marketing: { url: "https://regie.zephyr-standard.fr/p", policyUrl: "", lifeMonths: 3, cookies: [] },
    analytics: { url: "https://mesure.zephyr-standard.fr/v", policyUrl: "", lifeMonths: 3, cookies: [] },
  },
  claims: {
    companies: { figure: 180, ...support },
    trainingOrganisations: { figure: 60, ...support },
    madeInFrance: support,
    mostPopular: support,
    fewerMissedCalls: support,
    testimonials: [
      { name: "Lucie A.", role: "Relieuse", text: "Je ne perds plus un appel.", quotes: pageWide, ...publication },
      { name: "Marc T.", role: "Couvreur", text: "Elle note tout, je rappelle le soir.", ...publication },
    ],
    clients: [{ name: "Reliure Aubert", ...publication }],
  },
};
