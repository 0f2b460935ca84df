import type { FunnelOffer } from "#domain/kernel/lead.ts";

import { fromPerMonth } from "./language/amounts.ts";

type Choice = { name: string; text: (brand: string) => string; unit: string; monthly: string; action: string };

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
    suiviclient: {
      name: "Suivi client",
      text: () => "Un message par semaine après la vente, vocal ou écrit, et l’alerte quand un client s’éloigne.",
      unit: "par client et par mois",
      monthly: fromPerMonth("suiviclient"),
      action: "Choisir Suivi client",
    },
    marketing: {
      name: "Marketing",
      text: () => "Des campagnes e-mail, SMS et WhatsApp vers vos prospects et vos clients.",
      unit: "par contact",
      monthly: fromPerMonth("marketing"),
      action: "Choisir Marketing",
    },
  } satisfies Record<FunnelOffer, Choice>,
  help: {
    link: "Je ne sais pas ? Aidez-moi à choisir !",
    booking: "Un appel de 30 minutes avec une personne de l’équipe, sans engagement.",
    mail: "Écrivez-nous quelques lignes, une personne de l’équipe vous répond.",
  },
} as const;
