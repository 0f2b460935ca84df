import type { OfferAddress } from "#domain/site/offer-addresses.ts";

/** What search engines read of offers and places of pages; names of pages as a path of crumbs shows them. */
export const structuredDataCopy = {
  country: "France",
  services: {
    secretariat: "Secrétariat téléphonique",
    followUp: "Suivi client après la vente",
    marketing: "Campagnes e-mail, SMS et WhatsApp",
    training: "Suivi des stagiaires de la formation",
    closing: "Appels sortants",
  },
  offers: {
    secretariat: (calls: string) => `Secrétariat, ${calls} appels par jour`,
    followUp: (clients: string) => `Suivi client, ${clients} clients actifs par mois`,
    training: (trainees: string) => `Suivi de stagiaires, ${trainees} stagiaires suivis par mois`,
    marketing: (contacts: string) => `Marketing, ${contacts} contacts par mois`,
    closing: (calls: string) => `${calls} appels sortants`,
    conference: "Une place à la conférence",
  },
  units: {
    callsPerDay: "appels par jour",
    clientsPerMonth: "clients actifs par mois",
    traineesPerMonth: "stagiaires suivis par mois",
    contactsPerMonth: "contacts par mois",
    calls: "appels",
  },
  crumbs: {
    "/": "Accueil",
    "/inscription": "Choisir une offre",
    "/secretariat": "Secrétariat",
    "/suivi-client": "Suivi client",
    "/marketing": "Marketing",
    "/marketing/organismes-de-formation": "Organismes de formation",
    "/closing": "Appels sortants",
    "/conferences": "Conférences",
    "/blog": "Blog",
    "/mentions-legales": "Mentions légales",
    "/politique-de-confidentialite": "Politique de confidentialité",
    "/conditions-generales-utilisation": "Conditions générales d’utilisation",
    "/accessibilite": "Accessibilité",
    "/securite-et-donnees": "Sécurité et données",
  } satisfies Record<OfferAddress, string> & Record<string, string>,
} as const;

export function crumbOf(path: string): string | undefined {
  return Object.entries(structuredDataCopy.crumbs).find(([address]) => address === path)?.[1];
}
