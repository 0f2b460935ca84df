/**
 * What an owner has today, beside the secretariat: what happens to a call, what is paid, what changes. No figure: those
 * of others are theirs to give. The words are those of the article « Choisir son standard ».
 */
export const comparisonCopy = (brand: string) => ({
  title: "Ce que vous avez aujourd’hui.",
  lead: "Répondeur, télésecrétariat ou embauche\u00a0: chaque solution a sa place. Voici ce que devient, avec chacune, un appel auquel vous ne répondez pas.",
  article: { key: "choisir-son-standard-telephonique", label: "Dix questions avant de choisir" },
  caption: `Trois solutions comparées à ${brand}`,
  head: ["Aujourd’hui", "Ce que devient l’appel", "Ce que vous payez", `Avec ${brand}`],
  rows: [
    [
      "Un répondeur",
      "Il enregistre les appelants qui laissent un message. Les autres raccrochent, et rien ne les compte.",
      "Le plus souvent, rien de plus que votre ligne.",
      "Elle décroche, note la demande ou prend le rendez-vous, et vous envoie le résumé.",
    ],
    [
      "Un télésecrétariat",
      "Une personne, dans un autre bureau, prend vos messages et parfois vos rendez-vous.",
      "À l’appel, à la minute ou au mois. À vérifier\u00a0: mise en service, SMS, transferts, week-end.",
      "Un prix par palier, affiché avant de commander. L’appel délicat est transféré à la personne que vous désignez.",
    ],
    [
      "Une embauche",
      "Une personne qui connaît vos clients répond, pendant ses heures de travail.",
      "Un salaire et des cotisations, chaque mois.",
      "Elle prend les appels courants, 24h/24. Elle ne sait de vos clients que ce que vous lui apprenez.",
    ],
  ],
});
