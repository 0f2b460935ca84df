import { beyondTier } from "./general/beyond-tier.ts";
import { noLink } from "./volume-choice.ts";

/** The calculator of missed calls. No figure of it is a statistic: what is not the visitor's own is said to be assumed. */
export const missedCallsCopy = {
  title: "Calculez vos appels perdus.",
  lead: "Trois nombres que vous connaissez donnent un ordre de grandeur.",
  private: "Rien n’est envoyé : le calcul se fait sur cette page.",
  fields: {
    callsPerDay: {
      label: "Appels reçus par jour",
      hint: "Au départ, une hypothèse. Le journal de votre téléphone, ou votre opérateur, donne le vrai nombre.",
    },
    missedPerDay: {
      label: "Dont manqués",
      hint: "Hypothèse à remplacer par vos chiffres : relevez-les une semaine, soirs et pauses compris.",
    },
    basketEuros: {
      label: "Première vente moyenne, en euros",
      hint: "Au départ, celle d’un plombier inventé, l’exemple de notre article.",
    },
  },
  incomplete: "Saisissez trois nombres entiers : au plus 1 000 appels, pas plus de manqués que d’appels.",
  result: {
    title: "Chaque mois",
    missed: (calls: number, written: string) => `${written} ${calls < 2 ? "appel manqué" : "appels manqués"},`,
    lost: "de ventes perdues (ordre de grandeur).",
    price: (brand: string, price: string, calls: string) =>
      `${brand} coûte ${price} HT par mois, au palier de ${calls} appels par jour.`,
    paid: (percent: string) => `Rentable dès que votre marge sur ces ventes dépasse ${percent} %.`,
    notPaid:
      "À ces chiffres, c’est plus que ce que vous perdez : un message d’accueil clair et des rappels à heure fixe suffisent.",
    over: beyondTier.calls,
    choose: "Essayer avec ce volume",
    talk: noLink,
    share: "Adresse de ce calcul",
  },
  method: {
    title: "Comment c’est calculé",
    /** The example: what those read who have no script. */
    example: (example: { missed: string; basket: string; lost: string }) =>
      `Exemple : ${example.missed} appels manqués dans le mois et une première vente de ${example.basket} font ${example.lost} de ventes perdues.`,
    steps: (assumed: { days: string; newPercent: string; goneIn: string; buyerIn: string }) =>
      `Hypothèses prudentes, à remplacer par vos chiffres : ${assumed.days} jours ouvrés ; ${assumed.newPercent} % des appels manqués viennent de nouveaux contacts ; un sur ${assumed.goneIn} ne rappelle pas ; un sur ${assumed.buyerIn} de ceux-là aurait acheté. Seule la première vente est comptée.`,
    source: "La méthode, pas à pas, dans notre article",
    article: "repondeur-combien-coute-un-appel-manque",
  },
} as const;
