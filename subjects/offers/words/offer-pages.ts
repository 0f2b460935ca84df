import { fromPerMonth } from "#content/language/amounts.ts";
import type { Prices } from "#domain/site/prices.ts";
import { delayWords } from "#content/language/delay-words.ts";
import { at, de, que } from "#content/language/elision.ts";
import { excludedSectorsNotice } from "#content/shared/excluded-sectors.ts";

/** What the offers' own pages have in common. */
export const offerPagesCopy = {
  testLine: (phone: string) => `${phone}, ligne de test gratuite`,
  testLineDisclosure: "Voix générée par une IA",
  aboutLink: "Qui nous sommes",
  allTiers: "Tous les paliers, en un tableau",
  excludingTaxPerMonth: "Prix HT par mois",
} as const;

/** What the sentences about us may say: each where something supports it. */
type AboutUs = { brand: string; isMadeInFrance?: boolean; town?: string | undefined };

type Facts = AboutUs & {
  /** Lowest monthly price, formatted. */
  lowestPrice: string;
};

/** How many training organisations use it, formatted: said where something supports it. */
type Organisations = { organisations?: string | undefined };

const testimonialsTitle = "Ce qu’ils en disent.";

function aboutUs({ isMadeInFrance, town }: AboutUs): string[] {
  return [
    ...(isMadeInFrance ? ["une solution 100 % française"] : []),
    ...(town === undefined ? [] : [`une équipe ${at(town)}`]),
  ];
}

/** @returns none of no part */
function asSentence(parts: readonly string[]): string[] {
  const [first = "", ...rest] = parts.join(", ");
  return first === "" ? [] : [`${first.toLocaleUpperCase("fr-FR")}${rest.join("")}.`];
}

/**
 * Everything the secretariat's page says.
 *
 * @param promotionUntil the last day of the promotion, while it lasts: its month replaces the 15 days
 */
export function secretariatPageCopy({
  prices,
  calendars,
  promotionUntil,
  hasFewerMissedCalls = false,
  ...us
}: AboutUs & {
  prices: Prices;
  calendars?: string | undefined;
  promotionUntil?: string;
  hasFewerMissedCalls?: boolean;
}) {
  const { brand, isMadeInFrance, town } = us;
  return {
    title: ["Un secrétariat", "qui décroche", "24h/24."],
    lead: `${brand} répond à vos appels, y compris en dehors de vos horaires. Elle prend les messages et les rendez-vous, et vous transfère ce qui compte. Ligne dédiée comprise.`,
    price: `Abonnement ${fromPerMonth("secretariat", prices)}`,
    action: "Essayer gratuitement",
    tiers: { volume: "Appels par jour", each: "Prix HT par appel" },
    night: {
      title: ["Sa nuit,", "votre matin."],
      lead: "Neuf appels après la fermeture. À huit heures, tout est noté, et rien n’attend sur un répondeur.",
    },
    reasons: {
      title: "Une standardiste sans horaires.",
      lead: "Ce que vos appelants entendent, et ce que vous retrouvez sur votre téléphone.",
      list: [
        {
          icon: "clock",
          title: "Disponible 24h/24",
          text: "Le soir, le dimanche, pendant les congés. Personne ne tombe sur un répondeur.",
        },
        {
          icon: "calendar",
          title: "Prend les rendez-vous",
          text: calendars
            ? `Elle lit votre agenda (${calendars}), propose un créneau et envoie la confirmation.`
            : "Elle propose un créneau parmi ceux que vous lui indiquez, et envoie la confirmation.",
        },
        {
          icon: "message",
          title: "Prend les messages",
          text: "Un résumé clair, par SMS ou e-mail, avec le motif et le numéro de rappel.",
        },
        {
          icon: "transfer",
          title: "Transfère les appels",
          text: "Les urgences et les habitués vous sont passés tout de suite, selon vos règles.",
        },
        {
          icon: "phone",
          title: "Ligne téléphonique dédiée",
          text: "Un numéro à vous, inclus. Vous renvoyez le vôtre ou vous le diffusez.",
        },
        {
          icon: "lock",
          title: "S’en tient à vos consignes",
          text: "Elle dit qu’elle est une assistante virtuelle et ne répond que sur ce que vous lui avez appris.",
        },
      ],
    },
    audio: {
      title: "Écoutez-la décrocher.",
      lead: "Trois appels, de la première sonnerie au dernier mot. Tout est écrit à côté.",
    },
    steps: {
      title: ["Trois étapes,", "un seul interlocuteur."],
      lead: "Vous gardez votre numéro. Nous réglons le reste avec vous, au téléphone.",
      list: [
        {
          when: delayWords.onlineWithin,
          title: "Mise en service",
          text: "Phrase d’accueil, voix, horaires, base de connaissances : un entretien de trente minutes suffit.",
        },
        {
          when: "Avec votre équipe",
          title: "Phase de test",
          text: "Vous l’appelez autant que vous voulez. Nous corrigeons jusqu’à votre accord.",
        },
        {
          when: "En continu",
          title: "Déploiement et suivi",
          text: "Vos appels arrivent sur la ligne dédiée. Chaque semaine, nous corrigeons les réponses à améliorer.",
        },
      ],
      /** Verbatim from the resolutions, section 2. */
      note: "Compte créé sous 72h après la commande ; paramétrage initial en moins de 48h une fois vos éléments reçus.",
    },
    testimonials: {
      title: hasFewerMissedCalls ? "Moins d’appels perdus, dès la première semaine." : testimonialsTitle,
    },
    about: {
      title: `${["Une équipe", ...(town === undefined ? [] : [at(town)])].join(" ")}, une ligne directe.`,
      text: [
        ...(isMadeInFrance ? [`${brand} est une solution 100 % française.`] : []),
        "Vos données sont hébergées en France ou dans l’Union européenne, et vous parlez à une personne quand vous en avez besoin.",
      ].join(" "),
    },
    finalCall: {
      title: [promotionUntil === undefined ? "Quinze jours" : "Un mois", "pour essayer."],
      text:
        promotionUntil === undefined
          ? "Essai gratuit de 15 jours du service Secrétariat, à compter de la commande. Sans engagement, résiliation simple, support technique illimité."
          : `Premier mois offert pour toute commande passée jusqu’au ${promotionUntil} inclus ; après cette date, l’essai redevient de 15 jours. Sans engagement, résiliation simple, support technique illimité.`,
      trial: "Démarrer l’essai gratuit",
    },
  } as const;
}

/** Everything the follow-up's page says. */
export function followUpPageCopy({ lowestPrice, ...us }: Facts) {
  const { brand } = us;
  return {
    title: ["La vente est faite.", "Le lien commence."],
    lead: `${brand} garde le contact après la vente : un message par semaine sur la messagerie de vos clients, vocal dès qu’ils ont répondu, le suivi de leurs progrès, et l’alerte quand l’un d’eux s’éloigne.`,
    action: "Choisir Suivi client",
    features: {
      title: `Ce ${que(brand)} fait pour vos clients.`,
      lead: "Chaque client a sa conversation, son rythme et son canal. Vous voyez tout, vous n’intervenez que si vous voulez.",
      list: [
        {
          icon: "message",
          title: "Un message par semaine, vocal ou écrit",
          text: "Sur la messagerie que vos clients ouvrent déjà, avec leur prénom et leur contexte. Sur WhatsApp, vocal dès que votre client a répondu, sinon un texte.",
        },
        {
          icon: "chart",
          title: "Le suivi des progrès",
          text: "Étapes franchies, questions posées, blocages : une courbe par client, et les statistiques de l’ensemble.",
        },
        {
          icon: "redo",
          title: "Les bons rappels",
          text: "Rendez-vous, renouvellement, entretien : au bon moment, jamais deux fois.",
        },
        {
          icon: "transfer",
          title: "Tous les canaux",
          text: "WhatsApp, SMS, e-mail, téléphone. La conversation reste la même.",
        },
        {
          icon: "warning",
          title: "L’alerte avant le départ",
          text: "Deux messages sans réponse et vous êtes prévenu, avec un conseil.",
        },
        {
          icon: "lock",
          title: "Vos données restent à vous",
          text: "Hébergées en France ou dans l’Union européenne ; messages gardés six mois au plus.",
        },
      ],
    },
    steps: {
      title: ["Trois étapes", "pour démarrer."],
      lead: "Vous fournissez la liste et l’objectif. Nous préparons les huit premières semaines avec vous.",
      list: [
        {
          when: delayWords.onlineWithin,
          title: "Mise en service",
          text: "Votre fichier clients, votre ton, vos étapes. Nous écrivons la trame ensemble.",
        },
        {
          when: "Sur cinq clients",
          title: "Phase de test",
          text: "Vous écoutez les messages, vous corrigez, vous validez.",
        },
        {
          when: "Chaque semaine",
          title: "Déploiement et suivi",
          text: `${brand} écrit, écoute et vous transmet ce qui compte.`,
        },
      ],
    },
    prices: {
      title: "Un prix par palier de clients.",
      lead: "Vous ne payez que les clients actifs. Le palier change quand vous le décidez.",
      volume: (clients: string) => `${clients} clients actifs`,
      perMonth: "HT par mois",
      perClient: (price: string) => `soit ${price} par client`,
      choose: "Choisir ce palier",
    },
    testimonials: { title: testimonialsTitle },
    about: {
      title: `À propos ${de(brand)}`,
      text: [
        "Notre mission : qu’aucun client ne se sente oublié le lendemain de la signature.",
        ...asSentence(aboutUs(us)),
      ].join(" "),
    },
    finalCall: {
      title: ["Gardez", "le contact."],
      text: `À partir de ${lowestPrice} HT par mois pour 50 clients actifs. Sans engagement, résiliation simple.`,
      trial: "Choisir Suivi client",
    },
  } as const;
}

/** Everything the marketing page says. */
export function marketingPageCopy({ brand, lowestPrice, organisations, isMadeInFrance }: Facts & Organisations) {
  const solution = isMadeInFrance ? "Une solution 100 % française," : `${brand} est`;
  const trusted = organisations
    ? `Plus de ${organisations} organismes de formation confient à ${brand} leurs rappels et leurs messages vocaux.`
    : `${brand} se charge de vos rappels et de vos messages vocaux.`;
  return {
    title: "Vos prospects attendent de vos nouvelles.",
    lead: `Par e-mail, SMS et WhatsApp, ${brand} relance prospects et clients, répond à ceux qui répondent, et vous passe ceux qui veulent acheter.`,
    action: "Lancer ma campagne",
    tiers: { volume: "Contacts par mois", each: "Prix HT par contact" },
    film: {
      label: "Vidéo",
      heading: "Du message au rendez-vous.",
      lead: "Une campagne, telle que vos prospects la reçoivent.",
      title: "Une campagne, du message au rendez-vous",
      play: "Lire la vidéo d’une campagne",
    },
    channels: {
      example: "Exemple",
      title: "Trois canaux, une seule voix.",
      lead: `Le bon canal dépend du client. ${brand} commence là où il répond, et s’arrête quand il le demande.`,
      list: [
        {
          name: "E-mail",
          text: "Pour documenter : devis, comparatif, invitation.",
          subject: "Votre devis de mars",
          message: "Bonjour Hélène, le devis n° 218 reste valable jusqu’au 30. Souhaitez-vous que Yann vous rappelle ?",
        },
        {
          name: "SMS",
          text: "Pour rappeler : une date, un lien, une réponse courte.",
          message:
            "Menuiserie Kerbrat : un créneau s’est libéré jeudi à 14 h 30. Répondez OUI pour le prendre, STOP pour ne plus rien recevoir.",
        },
        {
          name: "WhatsApp",
          text: "Pour converser : un texte d’abord, un message vocal dès que votre client a répondu.",
          subject: "Message vocal, 0:38",
          message: `« Bonjour Hélène, c’est ${brand}, l’assistante de l’atelier, une intelligence artificielle… »`,
        },
      ],
      rule: "Chaque message dit qui l’envoie et permet de se désinscrire : répondre STOP suffit. Les particuliers ne sont contactés qu’avec leur accord préalable.",
      excluded: excludedSectorsNotice,
    },
    steps: {
      title: ["Quatre étapes,", "une campagne."],
      lead: "Vous validez chaque message avant l’envoi. Rien ne part sans votre accord.",
      list: [
        {
          when: "Votre fichier ou votre CRM",
          title: "Importez",
          text: `${brand} écarte les doublons et les désinscrits, puis vous montre qui sera contacté.`,
        },
        {
          when: "Avec elle, en dix minutes",
          title: "Écrivez",
          text: "Dites l’objectif : elle propose trois messages, vous gardez les mots qui sonnent juste.",
        },
        { when: "Au bon moment", title: "Envoyez", text: "Par vagues, aux heures de bureau, jamais le dimanche." },
        {
          when: "En direct",
          title: "Suivez",
          text: "Elle répond, qualifie, prend le rendez-vous et range tout dans la fiche client.",
        },
      ],
    },
    training: {
      heading: "Organismes de formation :",
      title: "un stagiaire suivi va au bout.",
      text: `${trusted} Essai gratuit de 30 jours.`,
      link: "Voir l’offre formation",
    },
    testimonials: { title: testimonialsTitle },
    about: {
      title: `À propos ${de(brand)}`,
      text: `${solution} née d’un constat simple : les petites entreprises perdent leurs clients faute de temps, jamais faute d’envie.`,
    },
    finalCall: {
      /** The price of one contact comes first. */
      title: "le contact.",
      text: `Mille contacts par mois\u00a0: ${lowestPrice}\u00a0HT. Sans engagement. Vous choisissez le nombre, la date et le ton.`,
      trial: "Choisir Marketing",
    },
  } as const;
}

/** The moments of a training course, on the marketing page and on the variant's own. */
export const traineeMoments = [
  { when: "J−7", text: "Convocation, accès et question ouverte : « Qu’attendez-vous de la formation ? »" },
  { when: "Jour 1", text: "Message d’accueil, au prénom : vocal dès que le stagiaire a répondu." },
  { when: "Chaque lundi", text: "Rappel du module, relance des absents." },
  { when: "J+30", text: "Enquête de satisfaction, attestation, pièces justificatives." },
] as const;

/** Everything the page for training organisations says. */
export function trainingPageCopy({ lowestPrice, organisations, ...us }: Facts & Organisations) {
  const { brand } = us;
  return {
    title: ["Un stagiaire suivi", "va au bout."],
    lead: `Rappels et messages vocaux : ${brand} accompagne vos stagiaires de la convocation à l’attestation, et vous prévient quand l’un d’eux ne répond plus.`,
    claim: organisations && `Plus de ${organisations} organismes de formation utilisent ${brand}.`,
    action: "Essayer 30 jours gratuitement",
    back: "Toutes les campagnes marketing",
    tiers: { volume: "Stagiaires suivis par mois", each: "Prix HT par stagiaire" },
    moments: {
      title: "Aucun stagiaire sans nouvelles.",
      lead: "Vous fournissez le calendrier et la liste. Les messages partent au bon moment, dans vos mots.",
    },
    features: {
      title: "Ce que reçoivent vos stagiaires.",
      lead: "Votre équipe pédagogique, elle, n’a plus à les écrire.",
      list: [
        {
          icon: "calendar",
          title: "Les rappels",
          text: "Convocation, horaires, lien de connexion, échéance du module : par SMS, e-mail ou WhatsApp.",
        },
        {
          icon: "message",
          title: "Les messages vocaux",
          text: "Chaque lundi, un message à leur prénom : le point de la semaine et un encouragement. Sur WhatsApp, vocal dès que le stagiaire a répondu, sinon un texte.",
        },
        {
          icon: "phone",
          title: "Une réponse tout de suite",
          text: `${brand} répond aux questions pratiques et passe les autres à leur référent.`,
        },
        {
          icon: "warning",
          title: "L’alerte avant l’abandon",
          text: "Deux rappels sans réponse : votre équipe est prévenue, avec l’historique.",
        },
        {
          icon: "chart",
          title: "Le suivi de la session",
          text: "Présence, modules terminés, réponses : un tableau par session, prêt pour vos justificatifs.",
        },
        {
          icon: "lock",
          title: "Des messages clairs",
          text: "Chaque message dit qu’une IA l’envoie et au nom de quel organisme. STOP suffit pour ne plus en recevoir.",
        },
      ],
    },
    steps: {
      title: ["Trois étapes avant", "votre prochaine session."],
      lead: "Votre première session est prête en deux jours une fois vos éléments reçus, avec votre vocabulaire et votre calendrier.",
      list: [
        {
          when: delayWords.onlineWithin,
          title: "Mise en service",
          text: "Votre catalogue, vos sessions, vos messages types. Nous écrivons la trame ensemble.",
        },
        {
          when: "Sur une session",
          title: "Phase de test",
          text: "Vous recevez les messages comme un stagiaire. Vous corrigez, vous validez.",
        },
        {
          when: "À chaque session",
          title: "Déploiement et suivi",
          text: `${brand} rappelle, écoute, relance, et vous transmet ce qui compte.`,
        },
      ],
    },
    testimonials: { title: testimonialsTitle },
    about: {
      title: `À propos ${de(brand)}`,
      text: asSentence([...aboutUs(us), "des données hébergées en France ou dans l’Union européenne"]).join(""),
    },
    finalCall: {
      title: ["Trente jours", "pour essayer."],
      text: `Essai gratuit de 30 jours, puis à partir de ${lowestPrice} HT par mois pour 50 stagiaires suivis. Sans engagement, résiliation simple.`,
      trial: "Démarrer l’essai gratuit",
    },
  } as const;
}
