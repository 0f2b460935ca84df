import type { MarketingField } from "#subjects/funnel/rules/marketing-configuration.ts";

import { tooLongFor } from "#subjects/funnel/words/answer-lengths.ts";
import { excludedSectorsNotice } from "#content/shared/excluded-sectors.ts";
import { beyondTier } from "#subjects/offers/words/general/beyond-tier.ts";
import type { ProblemSentences } from "#content/shared/form.ts";

/** Marketing's own words: side panel, step 3, summary. Labels of the fields: specification, section 5; word for word. */
export const marketingCopy = {
  offer: "Marketing",
  sideTitle: ["Vos campagnes,", "au volume choisi."],
  sidePoints: [
    "E-mail, SMS et WhatsApp",
    "Vos messages écrits avec vous, validés par vous",
    "STOP respecté dans chaque message",
    "Sans engagement, résiliation simple",
  ],
  sideVolume: "Volume",
  sidePrice: "Prix mensuel",
  sideEach: "Prix par contact",
  contacts: (contacts: string) => `${contacts} contacts`,

  title: "Préparez vos campagnes",
  lead: "Quelques réponses suffisent. Nous écrivons la première campagne avec vous.",
  price: {
    title: "Votre prix",
    perContact: "HT par contact",
    usage: (contacts: string, price: string) =>
      `Le nombre de contacts fixe le prix du mois\u00a0: dès ${contacts} contacts, ${price}\u00a0HT.`,
  },
  volume: {
    question: "Votre palier",
    label: "Contacts par mois",
    unit: "contacts par mois",
    perMonth: (perContact: string) => `HT par mois, ${perContact} HT par contact`,
    inWords: (contacts: string, price: string) => `${contacts} contacts par mois, ${price} HT par mois`,
    beyond: beyondTier.contacts,
    fewer: "Moins de contacts",
    more: "Plus de contacts",
  },
  prospects: "Prospects par mois",
  prospectsHint: "Les personnes à contacter : demandes de devis, inscrits, anciens contacts.",
  excluded: excludedSectorsNotice,
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
    perContact: (amount: string, includingTax: string) => `soit ${amount} HT par contact (${includingTax} TTC)`,
    /** Source: resolutions, section 3. */
    monthly: (contacts: string, price: string) => `${contacts} contacts par mois\u00a0: ${price}\u00a0HT`,
  },
} as const;
