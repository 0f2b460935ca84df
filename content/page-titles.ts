import { funnelOffers } from "#domain/kernel/lead.ts";
import type { LegalPath } from "#subjects/legal/words/legal-text.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";

import { fromPerMonth } from "./language/amounts.ts";
import { de } from "./language/elision.ts";
import type { PageTitle } from "./offers/offer-in-full.ts";

/** What the browser tab and search engines show; of the offers: `offers/`. */
export const pageTitles = {
  home: {
    title: ({ brand }) => `${brand}, l’assistante IA qui décroche pour les entreprises françaises`,
    description: ({ brand, prices }) =>
      `${brand} répond à vos appels 24h/24, prend les rendez-vous, relance vos clients et mène vos campagnes. Secrétariat ${fromPerMonth("secretariat", prices)}, essai gratuit de 15 jours.`,
  },
  blog: {
    title: ({ brand }) => `Blog ${brand}`,
    description: ({ brand }) =>
      `Téléphone, suivi client et campagnes : les articles ${de(brand)} pour les petites et moyennes entreprises.`,
  },
  chooser: {
    title: ({ brand }) => `Choisir une offre | ${brand}`,
    description: ({ brand, prices }) =>
      `Choisissez votre offre ${brand}\u00a0: ${funnelOffers.map((offer) => `${offerWords[offer].ownName.toLowerCase()} ${fromPerMonth(offer, prices)}`).join(", ")}.`,
  },
  training: {
    title: ({ brand }) => `Organismes de formation : rappels et messages vocaux | ${brand}`,
    description: ({ brand }) =>
      `${brand} accompagne vos stagiaires de la convocation à l’attestation : rappels, messages vocaux, alerte avant l’abandon. 30 jours d’essai gratuit.`,
  },
  thankYou: {
    title: ({ brand }) => `Merci | ${brand}`,
    description: () => "Votre paiement est en cours de confirmation.",
  },
  orderConfirmed: {
    title: ({ brand }) => `Commande validée | ${brand}`,
    description: () => "Votre compte, vos réglages, votre mise en service\u00a0: les prochaines étapes.",
  },
  addressChange: {
    title: ({ brand }) => `Changement d’adresse | ${brand}`,
    description: ({ brand }) => `Confirmer la nouvelle adresse e-mail de son compte ${brand}.`,
  },
  password: {
    title: ({ brand }) => `Mot de passe | ${brand}`,
    description: ({ brand }) => `Choisir le mot de passe de son compte ${brand}, ou recevoir un lien pour le changer.`,
  },
  dashboard: {
    title: ({ brand }) => `Espace client | ${brand}`,
    description: ({ brand }) => `Vos demandes chez ${brand}, leur avancement, et vos données.`,
  },
  security: {
    title: ({ brand }) => `Sécurité et données | ${brand}`,
    description: ({ brand }) =>
      `Hébergement, prestataires, durées de conservation, règles de l’IA : ce que ${brand} fait de vos données, sur une page.`,
  },
  siteMap: {
    title: ({ brand }) => `Plan du site | ${brand}`,
    description: ({ brand }) => `Toutes les pages du site ${brand}, et tous les articles du blog par sujet.`,
  },
  notFound: {
    title: ({ brand }) => `Page introuvable | ${brand}`,
    description: () => "Cette adresse ne mène à aucune page du site.",
  },
  unsent: {
    title: ({ brand }) => `Formulaire non envoyé | ${brand}`,
    description: () => "Le formulaire est parti avant que la page soit prête.",
  },
  admin: {
    title: ({ brand }) => `Administration | ${brand}`,
    description: ({ brand }) => `Le poste de travail de l’équipe ${brand}.`,
  },
} satisfies Record<string, PageTitle>;

/** The same of the legal texts, by their address. */
export const legalTitles: Record<LegalPath, PageTitle> = {
  "/mentions-legales": {
    title: ({ brand }) => `Mentions légales | ${brand}`,
    description: ({ brand }) => `Éditeur, hébergeur, propriété intellectuelle et contact du site ${brand}.`,
  },
  "/politique-de-confidentialite": {
    title: ({ brand }) => `Politique de confidentialité | ${brand}`,
    description: ({ brand }) =>
      `Quelles données le site ${brand} recueille, pourquoi, pendant combien de temps, avec qui il les partage, et vos droits.`,
  },
  "/conditions-generales-utilisation": {
    title: ({ brand }) => `Conditions générales d’utilisation | ${brand}`,
    description: ({ brand }) =>
      `Commande, essai, prix, données, intelligence artificielle et résiliation : les règles du service ${brand}.`,
  },
  "/accessibilite": {
    title: ({ brand }) => `Accessibilité | ${brand}`,
    description: ({ brand }) => `État de conformité du site ${brand}, contact et voies de recours.`,
  },
};
