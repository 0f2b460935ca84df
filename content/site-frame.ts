/** Header, menu, footer and ribbon: the same on every page. */
export const siteFrame = {
  skipLink: "Aller au contenu",
  demoRibbon: (day: string) => `Démonstration : le site tel qu'au ${day}`,
  demoRibbonLabel: "Démonstration",
  previewRibbon: (day: string) => `Aperçu du ${day}\u00a0: cette page montre, et n’envoie rien`,
  previewRibbonLabel: "Aperçu",
  announcementLabel: "Offre en cours",
  ownAnnouncementLabel: "Annonce",
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
  siteMap: {
    title: "Plan du site",
    lead: "Toutes les pages, et tous les articles du blog par sujet.",
    pages: "Pages",
  },
  call: (phone: string) => `Appeler le ${phone}`,
  manageCookies: "Gérer mes cookies",
  countingObjection: "Refuser la mesure d’audience",
  footer: {
    hours: "Nous répondons",
    purpose: (offers: string) =>
      `${offers.charAt(0).toUpperCase()}${offers.slice(1)} des petites et moyennes entreprises françaises.`,
    services: {
      title: "Services",
      training: "Organismes de formation",
      chooser: "Choisir une offre",
    },
    quickLinks: "Liens rapides",
    social: "Nous suivre",
    copyright: (year: string, company: string) => `© ${year} ${company}`,
    /** Of a demonstration, once for all that a page shows of them. */
    invented: "Démonstration\u00a0: clients, logos, témoignages et équipe sont inventés.",
  },
} as const;
