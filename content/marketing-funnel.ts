import type { MarketingField } from "#domain/funnel/marketing-configuration.ts";

import { tooLongFor } from "./answer-lengths.ts";
import type { ProblemSentences } from "./form.ts";

/** Marketing's own words: side panel, step 3, summary. Labels of the fields: specification, section 5; word for word. */
export const marketingCopy = {
  offer: "Marketing",
  sideTitle: ["Vos campagnes,", "payées au contact."],
  sidePoints: [
    "E-mail, SMS et WhatsApp",
    "Vos messages écrits avec vous, validés par vous",
    "STOP respecté dans chaque message",
    "Sans engagement, résiliation simple",
  ],
  sideVolume: "Volume",
  sidePrice: "Prix par contact",
  contacts: (contacts: string) => `${contacts} contacts`,

  title: "Préparez vos campagnes",
  lead: "Trois réponses suffisent. Nous écrivons la première campagne avec vous.",
  price: {
    title: "Votre prix",
    perContact: "HT par contact",
    usage: "Vous payez les contacts de vos campagnes, rien d’autre.",
    contacts: "contacts par mois",
    monthly: (perContact: string) => `HT par mois, ${perContact} HT par contact`,
  },
  prospects: "Prospects par mois",
  prospectsHint: "Les personnes à contacter : demandes de devis, inscrits, anciens contacts.",
  clients: "Clients actuels",
  needs: "Besoins marketing spécifiques",
  needsHint: "Une offre à lancer, des devis sans réponse, des clients qu’on ne voit plus : dites-le avec vos mots.",
  problems: {
    prospectsPerMonth: { missing: "Choisissez vos prospects par mois" },
    currentClients: { missing: "Choisissez vos clients actuels" },
    marketingNeeds: { missing: "Saisissez vos besoins marketing", tooLong: tooLongFor("marketingNeeds") },
    voice: {},
  } satisfies ProblemSentences<MarketingField>,

  summary: {
    title: "Campagnes au contact",
    perContact: "/contact",
    /** Source: resolutions, section 3; word for word. */
    monthly: (contacts: number, euros: number) => `${contacts} contacts par mois : ${euros} € HT`,
    monthlyIncludingTax: (amount: string) => `soit ${amount} TTC`,
    billing:
      "Facturé au contact, selon vos campagnes. Sans engagement : vous arrêtez quand vous voulez, pour la fin du mois en cours.",
  },
} as const;
