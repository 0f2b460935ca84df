/** What surrounds the articles; each article is a file of `articles/`. */
export const blogCopy = {
  title: (brand: string) => `Blog ${brand}`,
  lead: "Téléphone, suivi client et campagnes : les conseils de l’équipe qui met les assistantes en service.",
  articleTitle: (title: string) => `${title} | Blog`,
  readMore: "Lire la suite",
  back: "Retour au blog",
  readingTime: (minutes: number) => `Lecture : ${minutes} ${minutes === 1 ? "minute" : "minutes"}`,
  updatedOn: "Mis à jour le",
  outline: "Sommaire",
  next: { title: "À lire ensuite", all: "Tous les articles" },
  newest: "Le dernier article",
  more: "Plus d’articles",
  /** By the company, where the configuration names no author. */
  by: (name: string) => `Par ${name}`,
  byTeam: (ofBrand: string) => `Par l’équipe ${ofBrand}`,
  inventedAuthor: "signature de la démonstration",
  subjectsLabel: "Sujets",
  subjects: {
    accueil: {
      slug: "accueil-telephonique",
      name: "Accueil téléphonique",
      lead: "Décrocher, accueillir, prendre un message, compter ce qui se perd.",
    },
    organisation: {
      slug: "organisation",
      name: "Organisation",
      lead: "Rendez-vous, messages, partage des tâches entre une équipe et une assistante.",
    },
    prospection: {
      slug: "prospection-et-relance",
      name: "Prospection et relance",
      lead: "Écrire et rappeler sans lasser, avec l’accord de ceux qui reçoivent.",
    },
    droit: {
      slug: "droit-et-donnees",
      name: "Droit et données",
      lead: "Démarchage, enregistrement, intelligence artificielle : les règles, et ce qu’elles changent au quotidien.",
    },
    metiers: {
      slug: "metiers",
      name: "Métiers",
      lead: "Le téléphone vu d’un chantier, d’un cabinet, d’une salle de formation.",
    },
  },
  search: {
    label: "Chercher un article",
    placeholder: "Répondeur, WhatsApp, RGPD…",
    one: (words: string) => `Un article pour « ${words} »`,
    several: (count: string, words: string) => `${count} articles pour « ${words} »`,
    none: (words: string) => `Aucun article ne parle de « ${words} ». Essayez un mot plus court, ou un des sujets.`,
    failed: "La recherche n’a pas pu se charger. Tous les articles sont dans la liste, plus bas.",
  },
  listen: {
    title: "Assez lu ? Appelez-la.",
    text: "Ligne de test gratuite, 24h/24. Posez-lui une question difficile.",
  },
  testLine: {
    title: "Entendez-la décrocher",
    note: "Ligne de test gratuite, 24h/24. Voix générée par une IA.",
    more: "Voir le secrétariat",
  },
  calls: {
    secretariat: {
      title: "Essayez le secrétariat pendant 15 jours.",
      /** While the promotion lasts. */
      promotionTitle: "Essayez le secrétariat pendant un mois.",
      text: "Ligne dédiée comprise, sans engagement.",
      action: "Démarrer l’essai gratuit",
    },
    followUp: {
      title: "Gardez le contact après la vente.",
      text: "Un message par semaine, vocal ou écrit, le suivi des progrès, et l’alerte quand un client ne répond plus.",
      action: "Voir le suivi client",
    },
    marketing: {
      title: "Vous écrivez, elle tient le calendrier.",
      text: "E-mail, SMS et WhatsApp. Rien ne part sans votre accord.",
      action: "Voir les campagnes",
    },
    training: {
      title: "Un stagiaire suivi va au bout.",
      text: "Rappels et messages vocaux, de la convocation à l’enquête à froid.",
      action: "Voir l’offre",
    },
  },
  feed: {
    title: (brand: string) => `Blog ${brand}`,
    description: "Téléphone, suivi client et campagnes : les conseils de notre équipe.",
  },
} as const;

/** What an article is about: its file names one. */
export type ArticleSubject = keyof typeof blogCopy.subjects;

/** What an article ends on. */
export type ArticleCall = keyof typeof blogCopy.calls;
