import { fromPerMonth } from "./words/amounts.ts";

/** Offer chooser, `/inscription`. */
export const chooserCopy = {
  title: { before: "Quel est votre besoin avec ", end: (brand: string) => `${brand} ?` },
  from: "à partir de",
  excludingTax: "HT",
  offers: {
    secretariat: {
      name: "Secrétariat",
      text: (brand: string) =>
        `${brand} répond au téléphone, prend les messages et les rendez-vous, transfère les urgences.`,
      unit: "par appel",
      monthly: fromPerMonth("secretariat"),
      action: "Choisir Secrétariat",
    },
    followUp: {
      name: "Suivi client",
      text: () => "Un message par semaine après la vente, vocal ou écrit, et l’alerte quand un client s’éloigne.",
      unit: "par client et par mois",
      monthly: fromPerMonth("followUp"),
      action: "Choisir Suivi client",
    },
    marketing: {
      name: "Marketing",
      text: () => "Des campagnes e-mail, SMS et WhatsApp vers vos prospects et vos clients.",
      unit: "par contact",
      monthly: fromPerMonth("marketing"),
      action: "Choisir Marketing",
    },
  },
  help: {
    link: "Je ne sais pas ? Aidez-moi à choisir !",
    booking: "Un appel de 30 minutes avec une personne de l’équipe, sans engagement.",
    mail: "Écrivez-nous quelques lignes, une personne de l’équipe vous répond.",
  },
} as const;
