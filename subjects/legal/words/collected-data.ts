import { type CookiePurpose, consentPurposes } from "#domain/site/cookie-consent.ts";
import { retention } from "#domain/site/retention.ts";
import { isFunnelOffer } from "#domain/kernel/lead.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import type { SiteSettings, Tracker } from "#domain/site/site-settings.ts";

import { conferencesCopy } from "#subjects/conferences/words/conferences.ts";
import { personalCopy } from "#subjects/funnel/words/personal.ts";
import { reminderConsent } from "#subjects/leads/words/reminder.ts";
import { type Block, type Passage, wordedFor } from "./legal-text.ts";
import { collectedByTeam, keptOfAdministrators } from "./team-data.ts";
import { funnelsNamedIn, offersInTexts, offersNamedIn } from "./offers-in-texts.ts";
import { measuresOf } from "./measures.ts";
import { sayDuration } from "#content/language/say-duration.ts";

/** Section 2 of the privacy policy: screen by screen, field by field, as the forms and the server really do. */
export function collectedData(site: SiteSettings, version: CivilDate): Block[] {
  const { brand, company, hasGoogleSignIn, legal, consent, companyRegister } = site;
  const measures = measuresOf(site);
  const trackers = consentPurposes.flatMap((purpose) => {
    const tracker = consent.trackers[purpose];
    return tracker ? [trackerRow(purpose, tracker)] : [];
  });
  const asksConsent = measures !== "none";
  const optional = asksConsent ? onConsent(trackers, consent.attribution) : [nothingOptional];
  const videoHosts = legal.processors.filter(({ role }) => role === "video").map(({ name }) => name);

  return [
    `Nous recevons ces données de vous, par les écrans ci-dessous${wordedFor(version, exceptFrom)} ; nous n’en achetons pas. Vous n’avez pas à y inscrire de données sensibles, et nous vous demandons de ne pas le faire.`,
    { id: "inscription", subtitle: "Inscription aux offres" },
    {
      table: {
        caption: `Inscription ${either(
          offersNamedIn(version)
            .filter(isFunnelOffer)
            .map((offer) => offersInTexts[offer].to),
        )}`,
        head: ["Étape", "Données", "Réponse"],
        rows: [
          ["Compte", "Adresse e-mail. Aucun mot de passe n’est demandé pour s’inscrire.", "Obligatoire"],
          ["Vos informations", "Prénom, nom, téléphone, nom commercial, activité de l’entreprise", "Obligatoire"],
          ...registerRows(companyRegister, "du nom commercial").map((row) => ["Vos informations", ...row]),
          ["Vos informations", "Accord pour être appelé au sujet de nos offres", "Facultative"],
          ...funnelsNamedIn(version).flatMap((offer) => offersInTexts[offer].collected),
          [
            "Lien de reprise",
            "À votre demande, vos réponses, chiffrées dans le lien envoyé à votre adresse, valable 30 jours",
            "Facultative",
          ],
          [
            "Récapitulatif",
            "Date et version des conditions acceptées, départ vers le paiement",
            "Enregistrées au clic",
          ],
          [
            "Provenance",
            "Paramètres de campagne présents dans l’adresse de la page du formulaire, domaine du site d’où vous venez",
            "Enregistrés à l’envoi",
          ],
        ],
      },
    },
    { id: "commande-closing", subtitle: "Commande Closing" },
    {
      table: {
        caption: "Formulaire de commande Closing",
        head: ["Données", "Réponse"],
        rows: [
          ["Prénom, nom, fonction, e-mail, téléphone, société, nombre de prospects, objectif", "Obligatoire"],
          ...registerRows(companyRegister, "du nom de l’entreprise"),
          ["Acceptation des conditions ; attestation sur l’accord des personnes à appeler", "Obligatoire"],
          ["Accord pour être appelé au sujet de nos offres", "Facultative"],
        ],
      },
    },
    { id: "conferences", subtitle: "Conférences" },
    {
      table: {
        caption: "Formulaire d’inscription à une conférence",
        head: ["Données", "Réponse"],
        rows: [
          ["Nom, prénom, cabinet, e-mail", "Obligatoire"],
          ...registerRows(companyRegister, "du nom du cabinet"),
          ["Téléphone, commentaire, accord pour être appelé, abonnement à la lettre d’information", "Facultative"],
        ],
      },
    },
    { id: "appels-et-lettre", subtitle: "Appels et lettre d’information" },
    [personalCopy.phoneNotice],
    [
      "Nos formulaires le recueillent par une case facultative, jamais cochée d’avance : « ",
      personalCopy.callConsent(company.name),
      " » Celle de la lettre d’information est distincte : « ",
      conferencesCopy.form.newsletter(brand),
      " » Celle du rappel d’une commande restée sans paiement l’est aussi : « ",
      reminderConsent(brand),
      " » Il part une fois, et un clic l’arrête. L’abonnement à la lettre ne vaut qu’après confirmation par un lien reçu par e-mail. Nous gardons la date, le texte présenté et le formulaire d’origine. Ces preuves, l’abonnement confirmé à la lettre et la liste d’attente d’une conférence durent plus longtemps que la demande dont ils viennent : leur durée est à la section « Durées de conservation ».",
    ],
    { id: "compte", subtitle: "Compte et connexion" },
    {
      table: {
        caption: "Compte d’un client ou d’un administrateur",
        head: ["Données", "Source"],
        rows: [
          ["Adresse e-mail et empreinte du mot de passe choisi", "Vous"],
          ...(hasGoogleSignIn
            ? [
                [
                  "Si vous choisissez « Continuer avec Google » : identifiant du compte, adresse e-mail vérifiée, nom, adresse de la photo",
                  "Google, après votre accord sur sa page",
                ],
              ]
            : []),
          ["À chaque connexion : date, adresse IP et navigateur de la session", "Votre navigateur"],
          ["Second facteur d’authentification, s’il est activé", "Vous"],
        ],
      },
    },
    { id: "suivi", subtitle: "Suivi de votre demande par notre équipe" },
    "Notre équipe tient à jour le suivi de votre demande : son statut, la personne qui s’en occupe, la date à laquelle vous rappeler, des notes, les corrections apportées à vos réponses avec l’ancienne valeur, et l’historique de ces changements. Ce suivi est effacé en même temps que la demande ; vous pouvez en demander une copie avec le reste de vos données.",
    "Un journal garde aussi 12 mois la trace de ce que font nos administrateurs : qui a ouvert ou modifié quelle fiche, et quand, sans le contenu de la fiche.",
    ...collectedByTeam(version),
    { id: "paiement", subtitle: "Paiement" },
    "Le paiement se fait sur la page du prestataire. Nous lui transmettons votre adresse e-mail et une référence ; il nous indique si le paiement a abouti. Votre numéro de carte ne nous parvient jamais.",
    { id: "journaux", subtitle: "Journaux et protection du site" },
    {
      list: [
        "Journaux techniques : date, identifiant de requête, code de résultat ou d’erreur. Ni nom, ni adresse e-mail, ni réponse à un formulaire.",
        "Limitation des abus : une empreinte de votre adresse IP ou de votre adresse e-mail, et un compteur.",
        "Un champ invisible repère les envois automatiques : une demande suspecte est signalée à notre équipe, jamais rejetée pour ce seul motif.",
      ],
    },
    { id: "comptage", subtitle: "Comptage des étapes d’inscription" },
    "Nos pages d’inscription comptent combien de fois chaque étape est vue, franchie ou refusée, et quel champ l’a refusée. Ce ne sont que des nombres par jour, par type de provenance (moteur de recherche, réseau social, e-mail, publicité, autre) et par type d’appareil (téléphone, tablette, ordinateur) : aucun identifiant, aucune adresse IP et aucune réponse n’y figurent, et rien n’est écrit dans votre navigateur. Nos statistiques de demandes sont faites de la même façon, de nombres par jour et par offre. Les uns et les autres sont gardés 25 mois. Pour ne pas être compté, utilisez le bouton « Refuser la mesure d’audience » en bas de ces pages, ou le signal Global Privacy Control de votre navigateur.",
    { id: "stockage-navigateur", subtitle: "Ce que le site écrit dans votre navigateur" },
    "Le site ne dépose sans votre accord que les cookies nécessaires à la connexion, nommés ci-dessous : aucun script ne peut les lire, et seul notre service de connexion les reçoit. Les autres éléments sont des entrées du stockage local de votre navigateur ; vous pouvez tout effacer à tout moment dans ses réglages.",
    [{ strong: "Nécessaires au service que vous demandez, sans consentement préalable" }],
    {
      table: {
        caption: "Nécessaires au service que vous demandez, sans consentement préalable",
        head: ["Clé", "Contenu", "Durée"],
        rows: [
          [
            [{ code: "funnel_state" }],
            "Les réponses de votre inscription en cours, jamais votre mot de passe",
            "30 jours après la dernière réponse ; effacée au retour du paiement ou à la déconnexion",
          ],
          [
            [{ code: "last_order" }],
            "Votre commande, le temps du paiement : offre, échéances, référence, prénom, e-mail",
            "7 jours au plus ; effacée à la déconnexion",
          ],
          [
            [{ code: "pending_submissions" }],
            "Une demande que le réseau n’a pas pu transmettre, gardée pour être renvoyée",
            "Jusqu’à l’envoi, 7 jours au plus ; passé ce délai, 7 jours après la visite suivante",
          ],
          [
            [{ code: "sb-auth-token" }],
            "Votre session, et les clés de même préfixe pendant la connexion",
            "Jusqu’à la déconnexion ; sans effet après 30 jours (8 heures pour un administrateur)",
          ],
          [
            ["Cookie ", { code: "device" }],
            "Une valeur aléatoire déposée à la connexion, qui fait reconnaître votre appareil : une connexion depuis un autre vous est signalée par e-mail",
            `${sayDuration(retention.knownDevice)} après la dernière connexion`,
          ],
          [
            ["Cookies ", { code: "sign-up" }, ", ", { code: "address-change" }, " et ", { code: "sign-in-…" }],
            "Une valeur aléatoire qui relie votre inscription, votre changement d’adresse ou votre connexion chez un prestataire au navigateur qui l’a demandé",
            "24 heures, ou 10 minutes pour une connexion chez un prestataire",
          ],
          ...(asksConsent ? keptChoices : []),
          ...keptOfAdministrators(version),
          [
            [{ code: "ne_pas_compter" }],
            "Votre refus d’être compté, si vous l’avez exprimé",
            "Jusqu’à ce que vous le retiriez",
          ],
        ],
      },
    },
    ...optional,
    videoHosts.length === 0
      ? "La vidéo de présentation, les polices, les logos et les images viennent de notre serveur. La carte est un simple lien."
      : `Les polices, les logos et les images viennent de notre serveur, et la carte est un simple lien. La vidéo de présentation est lue chez ${listed(videoHosts)}, qui dépose ses traceurs si vous la lancez : rien ne lui est demandé avant votre clic.`,
  ];
}

const exceptFrom = {
  "2025-06-25": "",
  "2026-12-01": ", sauf ce que dit le point « Contacts saisis ou importés »",
};

function registerRows(companyRegister: string | undefined, name: string): string[][] {
  if (companyRegister === undefined) return [];
  return [
    [
      `Pendant la saisie ${name}, ce que vous tapez : notre serveur le cherche dans ${companyRegister}, sans rien transmettre d’autre, et ne le garde pas`,
      "Au fil de la saisie",
    ],
    ["SIREN, dénomination et adresse de l’entreprise choisie dans ce registre, pour votre facture", "Facultative"],
  ];
}

const keptChoices: Passage[][] = [
  [
    [{ code: "cookieConsent" }],
    [{ code: "accepted" }, " ou ", { code: "rejected" }, " : votre réponse sur les cookies"],
    "6 mois",
  ],
  [
    [{ code: "cookieConsentChoices" }],
    "Votre choix par finalité, sa date, la version du texte, un identifiant aléatoire",
    "6 mois",
  ],
];

const nothingOptional =
  "Rien d’autre n’y est écrit : ce site n’a ni mesure d’audience, ni publicité, ni traceur d’un tiers. Il n’a donc rien à vous demander, et ne montre pas de bandeau.";

function onConsent(trackers: Passage[][], attribution: boolean): Block[] {
  return [
    [{ strong: "Seulement si vous l’avez accepté" }],
    {
      table: {
        caption: "Seulement si vous l’avez accepté",
        head: ["Élément", "Contenu", "Durée"],
        rows: [
          ...(attribution
            ? [
                [
                  [{ code: "attribution" }],
                  "Campagne et site de provenance de votre visite (stockage de session)",
                  "Jusqu’à la fermeture de l’onglet",
                ],
              ]
            : []),
          ...trackers,
        ],
      },
    },
    ...(trackers.length === 0
      ? ["Aucun partenaire de mesure ou de publicité n’intervient à ce jour : accepter n’envoie rien à personne."]
      : []),
    "Après chaque choix sur les cookies, notre serveur en garde la preuve : identifiant aléatoire, date, version du texte et choix par finalité, sans adresse IP ni compte.",
  ];
}

const trackerPurposes: Record<CookiePurpose, string> = {
  marketing: "Mesure de l’efficacité de nos publicités (marketing)",
  analytics: "Mesure d’audience (analytics)",
};

function trackerRow(purpose: CookiePurpose, { partner, policyUrl, lifeMonths, cookies }: Tracker): Passage[] {
  return [
    [
      `Traceur de ${partner}`,
      ...(cookies.length === 0
        ? []
        : [" : ", ...cookies.flatMap((name, place) => [place === 0 ? "" : ", ", { code: name }])]),
    ],
    policyUrl === ""
      ? trackerPurposes[purpose]
      : [`${trackerPurposes[purpose]}, `, { address: policyUrl, words: "politique du partenaire" }],
    `${lifeMonths} mois au plus`,
  ];
}

const disjunction = new Intl.ListFormat("fr", { type: "disjunction" });

function either(names: string[]): string {
  return disjunction.format(names);
}

const conjunction = new Intl.ListFormat("fr", { type: "conjunction" });

function listed(names: string[]): string {
  return conjunction.format(names);
}
