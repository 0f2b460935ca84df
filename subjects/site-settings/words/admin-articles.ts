import type { articleCalls, articleSubjects, drawnCovers } from "#domain/site/article-content.ts";
import { blogCopy } from "#subjects/blog/words/blog.ts";

/** Every sentence of the part « Articles ». */
export const adminArticles = {
  none: "Aucun article écrit ici pour l’instant.",
  loading: "Chargement des articles…",
  failed: "Les articles n’ont pas pu être chargés. Réessayez.",
  retry: "Réessayer",
  untitled: "Article sans titre",
  write: "Écrire un article",
  open: (title: string) => `Modifier\u00a0: ${title}`,
  remove: "Retirer",
  removeOf: (title: string) => `Retirer\u00a0: ${title}`,
  /** Beside the title. */
  at: (day: string, slug: string) => `${day}, /blog/${slug}`,
  newTitle: "Nouvel article",
  editTitle: "Modifier l’article",
  fields: {
    title: { label: "Titre" },
    slug: { label: "Adresse", help: "Après /blog/. L’ancienne adresse mène à la nouvelle." },
    subject: { label: "Sujet" },
    author: { label: "Auteur", help: "Un nom de la partie Personnes. Vide\u00a0: l’entreprise." },
    excerpt: { label: "Résumé", help: "Sous le titre, sur les cartes et dans le flux." },
    metaDescription: { label: "Description", help: "Ce que montrent les moteurs de recherche." },
    publishedOn: { label: "Date" },
    updatedOn: { label: "Mis à jour le", help: "Vide\u00a0: pas de mise à jour." },
    cover: { label: "Couverture", help: "Un dessin du site, ou une image à vous." },
    picture: { label: "Image de couverture", help: "Plus large que haute." },
    call: { label: "Ce que l’article propose à la fin" },
    text: {
      label: "Texte",
      help:
        "## Titre, ### Sous-titre, **gras**, *italique*, - liste, 1. liste, [lien](https://…), [lien](secretariat), " +
        "| tableau |. > **11** appels sans suite met un chiffre en grand. {brand} est le nom de la marque.",
    },
  },
  ownCover: "Une image à vous",
  keep: "Mettre dans le brouillon",
  keeping: "Vérification…",
  cancel: "Fermer sans garder",
  kept: "L’article est dans le brouillon\u00a0: enregistrez-le, puis publiez.",
  unavailable: "L’article n’a pas pu être gardé. Réessayez.",
  taken: "Un autre article a cette adresse.",
  address: "Des minuscules, des chiffres et des tirets.",
};

export const articleChoices = {
  subjects: {
    accueil: blogCopy.subjects.accueil.name,
    organisation: blogCopy.subjects.organisation.name,
    prospection: blogCopy.subjects.prospection.name,
    droit: blogCopy.subjects.droit.name,
    metiers: blogCopy.subjects.metiers.name,
  } satisfies Record<(typeof articleSubjects)[number], string>,
  calls: {
    secretariat: blogCopy.calls.secretariat.title,
    followUp: blogCopy.calls.followUp.title,
    marketing: blogCopy.calls.marketing.title,
    training: blogCopy.calls.training.title,
  } satisfies Record<(typeof articleCalls)[number], string>,
  covers: {
    "anciens-clients": "Anciens clients",
    "appels-perdus": "Appels perdus",
    avocats: "Avocats",
    chantier: "Chantier",
    "choisir-standard": "Choisir un standard",
    demarchage: "Démarchage",
    "donnees-france": "Données en France",
    "echanges-clients": "Échanges avec les clients",
    enregistrement: "Enregistrement",
    "nuit-dimanche": "Nuit et dimanche",
    "organismes-formation": "Organismes de formation",
    "passer-la-main": "Passer la main",
    "periode-fiscale": "Période fiscale",
    "phrase-accueil": "Phrase d’accueil",
    "reglement-ia": "Règlement sur l’IA",
    relances: "Relances",
    "rendez-vous-manques": "Rendez-vous manqués",
    "rendez-vous": "Rendez-vous",
    repondeur: "Répondeur",
    whatsapp: "WhatsApp",
  } satisfies Record<(typeof drawnCovers)[number], string>,
};
