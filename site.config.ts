import type { SiteConfig } from "#domain/site/site-config.ts";
import { civilDate } from "./kit/civil-date.ts";

/**
 * The site's own facts. These are harmless examples: `.example` domains and telephone numbers reserved for fiction.
 * `SITE_CONFIG` names another file of the same shape. It is read once, into an empty database: afterwards the screen
 * « Site » changes what it says, or `npm run settings -- import FILE`.
 */
const config = {
  contact: {
    phone: "01 99 00 24 24",
    email: "bonjour@ariane.example",
    testLine: "01 99 00 24 25",
    address: {
      lines: ["12 rue du Standard", "75010 Paris"],
      mapUrl: "https://cartes.example/12-rue-du-standard-75010-paris",
    },
    bookingUrl: "https://rendez-vous.example/ariane/30-minutes",
    social: [
      { name: "YouTube", url: "https://video.example/ariane" },
      { name: "LinkedIn", url: "https://reseau.example/ariane" },
      { name: "Instagram", url: "https://photos.example/ariane" },
    ],
  },
  legal: {
    company: "Ariane SAS",
    legalForm: "Société par actions simplifiée",
    capitalEuros: 1000,
    registeredOffice: "12 rue du Standard, 75010 Paris",
    siren: "000 000 000",
    registry: "RCS Paris",
    vatNumber: "FR 00 000000000",
    publicationDirector: "Camille Ferrand",
    host: {
      name: "Hébergeur de démonstration",
      address: "1 rue des Serveurs, 59100 Roubaix",
      phone: "",
      country: "FR",
    },
    updatedOn: civilDate("2025-06-25"),
    dataProtectionOfficer: "",
    mediator: { name: "", address: "", url: "" },
    // The demonstration has them all under its own roof; see /demo.
    processors: [
      { role: "mail", name: "Messagerie de démonstration", country: "FR", transferGuarantee: "" },
      { role: "automation", name: "Automatisation de démonstration", country: "FR", transferGuarantee: "" },
      { role: "payment", name: "Paiement de démonstration", country: "FR", transferGuarantee: "" },
      { role: "signIn", name: "Identité de démonstration", country: "FR", transferGuarantee: "" },
      { role: "audience", name: "Mesure de démonstration", country: "FR", transferGuarantee: "" },
      { role: "advertising", name: "Régie de démonstration", country: "FR", transferGuarantee: "" },
    ],
  },
  paymentProvider: "notre prestataire de paiement",
  payment: { card: "not-asked" },
  calendars: [
    { name: "Google Agenda", connectedBy: "us" },
    { name: "Outlook", connectedBy: "us" },
    { name: "iCloud", connectedBy: "us" },
  ],
  // The demonstration puts its stand-ins where the address is empty; a real site contacts nobody.
  trackers: {
    marketing: { url: "", policyUrl: "", lifeMonths: 13, cookies: [] },
    analytics: { url: "", policyUrl: "", lifeMonths: 13, cookies: [] },
  },
  offers: {
    promotion: { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") },
    closingFreeSetUp: { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") },
    // The team's screen says how many of the `seats` are left.
    conferences: [
      {
        registrationUntil: civilDate("2025-12-01"),
        heldOn: civilDate("2025-12-02"),
        seats: 60,
        venue: ["Maison du Standard", "12 rue du Standard", "75010 Paris"],
        terms: "Remboursée jusqu’à sept jours avant. Ensuite, votre place peut passer à un confrère, sans frais.",
      },
    ],
  },
  claims: {
    companies: { figure: 150, source: "", date: "" },
    trainingOrganisations: { figure: 50, source: "", date: "" },
  },
} satisfies SiteConfig;

export default config;
