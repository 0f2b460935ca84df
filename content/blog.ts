/** What surrounds the articles; each article is a file of content/blog. */
export const blogCopy = {
  title: (brand: string) => `Blog ${brand}`,
  lead: "Le journal du standard : téléphone, suivi client et campagnes, expliqués par ceux qui décrochent.",
  articleTitle: (title: string) => `${title} | Blog`,
  readMore: "Lire la suite",
  back: "Retour au blog",
  readingTime: (minutes: number) => `Lecture : ${minutes} ${minutes === 1 ? "minute" : "minutes"}`,
  outline: "Sommaire",
  next: { title: "À lire ensuite", all: "Tous les articles" },
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
      title: "Essayez le secrétariat pendant 15 jours.",
      text: "Ligne dédiée comprise, sans engagement.",
      action: "Démarrer l’essai gratuit",
    },
    followUp: {
      title: "Gardez le fil après la vente.",
      text: "Un message vocal par semaine, le suivi des progrès, et l’alerte quand un client se tait.",
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
      action: "Voir la formule",
    },
  },
  feed: {
    title: (brand: string) => `Blog ${brand}`,
    description: "Téléphone, suivi client et campagnes : les articles du journal du standard.",
  },
} as const;

/** What an article ends on. */
export type ArticleCall = keyof typeof blogCopy.calls;
