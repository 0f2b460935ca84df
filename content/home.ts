import { type FunnelOffer, funnelOffers, funnelOrigins, isFunnelOffer } from "#domain/kernel/lead.ts";
import type { Prices } from "#domain/site/prices.ts";
import { recordOf } from "#kit/record-of.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";

import { fromPerMonth } from "./language/amounts.ts";
import { delayWords } from "./language/delay-words.ts";
import { at, de } from "./language/elision.ts";
import { homeOffers, offersInFull } from "./offers/registry.ts";
import { professionalsOnly } from "./shared/professionals-only.ts";

type Facts = {
  brand: string;
  prices: Prices;
  /** How many use it, formatted: said where something supports it. */
  companies?: string | undefined;
  /** Those that the secretariat reads: « Google Agenda, Outlook ou iCloud ». */
  calendars?: string | undefined;
  /** Whether something supports « 100 % française ». */
  isMadeInFrance?: boolean;
  /** Where the team is. */
  town?: string | undefined;
  /** While it lasts, its month replaces the 15 days. */
  isPromotion?: boolean;
};

/** Everything the home page says. */
export function homeCopy({
  brand,
  prices,
  calendars,
  companies,
  isMadeInFrance = false,
  town,
  isPromotion = false,
}: Facts) {
  const whereabouts = town === undefined ? "" : `${at(town)}, `;
  const reachingParis = town === "Paris" ? " reliés à Paris" : "";
  const readingCalendar = calendars === undefined ? "" : ` et lit votre agenda (${calendars})`;
  const madeIn = whereabouts && `conçue ${whereabouts}`;
  return {
    hero: {
      /** The verb and its full stop, a jack, stay on one line. */
      title: { first: "Vous travaillez.", name: brand, verb: "décroche" },
      lead: "L’assistante IA des petites et moyennes entreprises. Elle répond au téléphone 24h/24, prend les rendez-vous, relance vos clients et mène vos campagnes.",
      trial: "Essayer gratuitement",
      choose: "Choisir mon offre",
      price: `Secrétariat ${fromPerMonth("secretariat", prices)}`,
      testLine: { label: "Ligne de test gratuite", disclosure: "Voix générée par une IA" },
      video: { title: `Voir ${brand} au travail`, play: "Lire la vidéo de présentation" },
    },
    console: { label: `Exemple\u00a0: le standard tenu par ${brand}`, board: ["Exemple", "Menuiserie Kerbrat"] },
    logos: {
      label: "Clients",
      claim: companies && `Plus de ${companies} petites et moyennes entreprises utilisent ${brand}.`,
      pause: "Mettre en pause le défilement des logos",
      resume: "Reprendre le défilement des logos",
    },
    services: servicesCopy(brand),
    steps: stepsCopy,
    testimonials: {
      title: companies ? `Plus de ${companies} PME utilisent ${brand}.` : "Ce qu’ils en disent.",
      signUp: "S’inscrire",
      labels: {
        of: "sur",
        previous: "Témoignages précédents",
        next: "Témoignages suivants",
        pause: "Mettre en pause le défilement",
        resume: "Reprendre le défilement",
      },
    },
    pricing: pricingCopy(prices, isPromotion),
    integrations: {
      title: "Reliée à vos outils.",
      lead: `${brand} écrit dans les logiciels que vous utilisez déjà${readingCalendar}. Sans engagement, résiliation simple.`,
      tools: [
        { kind: "CRM", name: "HubSpot" },
        { kind: "CRM", name: "Salesforce" },
        { kind: "CRM", name: "Pipedrive" },
        { kind: "Formation", name: "Moodle" },
        { kind: "Formation", name: "360Learning" },
        { kind: "E-commerce", name: "Shopify" },
        { kind: "E-commerce", name: "PrestaShop" },
        { kind: "Automatisation", name: "Zapier" },
      ],
    },
    team: { title: "Qui nous sommes." },
    about: {
      // "100% française" is asked for in one piece; the page draws the space before the sign.
      title: isMadeInFrance ? { before: "Une solution", figure: "100", after: "française." } : `À propos ${de(brand)}`,
      mission:
        "Notre mission : qu’aucune petite entreprise ne perde un client faute d’avoir pu décrocher. " +
        `${brand} est ${madeIn}pensée pour la langue et les usages d’ici, ` +
        "et vos données restent hébergées en France ou dans l’Union européenne.",
      values: [
        { name: "Franche", meaning: "Elle se présente comme une assistante virtuelle, à chaque appel." },
        { name: "Discrète", meaning: "Messages et coordonnées de vos appelants gardés six mois au plus." },
        { name: "Proche", meaning: `Une équipe ${whereabouts}joignable par téléphone.` },
      ],
      mapDescription: `Carte de France faite de points${reachingParis}`,
    },
    blog: {
      title: "Nos conseils.",
      all: "Tous les articles",
      /** Names of files of `subjects/blog`. */
      articles: [
        "whatsapp-ia-conversationnelle-duo-gagnant",
        "aide-organismes-formation-suivre-stagiaires",
        "ia-gestion-echanges-clients",
      ],
    },
    finalCall: {
      title: ["Essayez", `${brand}.`],
      text: "Essai gratuit de 15 jours du service Secrétariat, à compter de la commande. Sans engagement, résiliation simple, ligne dédiée en service en moins de 48 h une fois vos éléments reçus.",
      trial: "Démarrer l’essai gratuit",
      call: (phone: string) => `Appeler le ${phone}`,
    },
  };
}

export type HomeCopy = ReturnType<typeof homeCopy>;

/** Those of the home page, and the one that is made to measure. */
const countOfServices = ["Un", "Deux", "Trois", "Quatre", "Cinq", "Six", "Sept", "Huit"][homeOffers.length];

function servicesCopy(brand: string) {
  return {
    title: [`${countOfServices} services,`, "une seule fiche client."],
    lead: `Commencez par un seul, ajoutez les autres plus tard. ${brand} garde l’historique de chaque échange.`,
    offers: recordOf(homeOffers, (offer) => {
      const { text, link } = offersInFull[offer].card;
      return { name: offerWords[offer].ownName, text: text(brand), link };
    }),
    custom: {
      name: "Assistante sur mesure",
      text: "Un métier, un jargon, un outil maison ? Nous construisons l’assistante qui va avec.",
      link: "Commander",
    },
  };
}

const stepsCopy = {
  title: "En ligne en moins de",
  figure: { number: "48", unit: "h" },
  lead: `Une fois vos éléments reçus. ${delayWords.account}`,
  rest: "Vous gardez votre numéro, et nous réglons le reste avec vous, au téléphone.",
  list: [
    {
      when: delayWords.onlineWithin,
      title: "Mise en service",
      text: "Phrase d’accueil, horaires, agenda, questions fréquentes : nous préparons votre assistante avec ce que vous avez déjà.",
    },
    {
      when: "Avec votre équipe",
      title: "Phase de test",
      text: "Vous l’appelez, vous lui posez vos questions difficiles, nous corrigeons. Rien n’est mis en service avant votre accord.",
    },
    {
      when: "En continu",
      title: "Déploiement et suivi",
      text: "Vos appels sont renvoyés vers la ligne dédiée. Nous relisons les comptes rendus et ajustons les consignes avec vous.",
    },
  ],
};

/** The one that most choose is second. */
function planOrder(): FunnelOffer[] {
  const isPopular = (offer: FunnelOffer) => offersInFull[offer].plan.isPopular === true;
  const [first, ...others] = funnelOrigins.filter(isFunnelOffer).filter((offer) => !isPopular(offer));
  const popular = funnelOffers.filter(isPopular);
  return first === undefined ? popular : [first, ...popular, ...others];
}

const pricingCopy = (prices: Prices, isPromotion: boolean) => ({
  title: ["Le prix,", "affiché avant de commander."],
  lead: `Un abonnement mensuel par palier de volume, hors taxes, sans engagement. Secrétariat ${fromPerMonth("secretariat", prices)}.`,
  tax: `Prix hors taxes. ${professionalsOnly}`,
  compute: "Calculer mon prix",
  from: "à partir de",
  excludingTax: "HT",
  popular: "Le plus populaire",
  plans: planOrder().map((offer) => {
    const { plan, unit } = offersInFull[offer];
    const { ownName: name } = offerWords[offer];
    return { ...plan, offer, name, unit, monthly: fromPerMonth(offer, prices), features: plan.features(isPromotion) };
  }),
});
