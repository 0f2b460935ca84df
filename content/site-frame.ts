import type { SoldOffer } from "#domain/kernel/lead.ts";

/** Header, menu, footer and ribbon: the same on every page. */
export const siteFrame = {
  skipLink: "Aller au contenu",
  demoRibbon: (day: string) => `Démonstration : le site tel qu'au ${day}`,
  demoRibbonLabel: "Démonstration",
  previewRibbon: (day: string) => `Aperçu du ${day}\u00a0: cette page montre, et n’envoie rien`,
  previewRibbonLabel: "Aperçu",
  announcementLabel: "Offre en cours",
  menu: { label: "Menu", open: "Menu", close: "Fermer", offers: "Offres" },
  mainNavigation: "Navigation principale",
  signUp: "Essayer gratuitement",
  signIn: "Se connecter",
  backHome: "Accueil",
  sections: [
    { anchor: "services", label: "Services" },
    { anchor: "fonctionnement", label: "Fonctionnement" },
    { anchor: "temoignages", label: "Témoignages" },
    { anchor: "tarifs", label: "Tarifs" },
    { anchor: "apropos", label: "À propos" },
  ],
  blog: "Blog",
  customerSpace: "Espace client",
  security: "Sécurité et données",
  call: (phone: string) => `Appeler le ${phone}`,
  manageCookies: "Gérer mes cookies",
  countingObjection: "Refuser la mesure d’audience",
  footer: {
    purpose: "L’accueil téléphonique, le suivi client et les campagnes des petites et moyennes entreprises françaises.",
    services: {
      title: "Services",
      offers: {
        secretariat: "Secrétariat",
        suiviclient: "Suivi client",
        marketing: "Marketing",
        closing: "Appels sortants",
        conferences: "Conférences",
      } satisfies Record<SoldOffer, string>,
      training: "Organismes de formation",
      chooser: "Choisir une offre",
    },
    quickLinks: "Liens rapides",
    social: "Nous suivre",
    copyright: (year: string, company: string) => `© ${year} ${company}`,
  },
} as const;
