import { type AccessibilityAudit, type AccessibilityStatus, accessibilityStatus } from "#domain/site/legal-identity.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";

import {
  accessibilityOf,
  criteriaCount,
  type FailedCriterion,
  selfAssessment,
} from "#subjects/legal/rules/accessibility.ts";

import { type Block, type Inline, type LegalText, orPlaceholder, wordedFor } from "./legal-text.ts";
import { requiredSentences } from "./required-sentences.ts";

/** Follows the model statement of the RGAA 4.1. What an audit by others has measured is stated instead of our own. */
export function accessibilityStatement(site: SiteSettings, version: CivilDate): LegalText {
  const { brand, contact, legal } = site;
  const email: Inline = contact.email.trim() === "" ? orPlaceholder(contact.email) : { mail: contact.email };
  const wordsOf = wordedFor(version, { "2025-06-25": unassessed, [selfAssessment.on]: assessed });
  const { summary, state, gaps, checks } = wordsOf(site);

  return {
    title: "Accessibilité",
    summary,
    sections: [
      {
        id: "engagement",
        title: "Notre engagement",
        blocks: [
          [
            orPlaceholder(legal.company),
            ` veut que le site ${brand}, l’inscription et l’espace des clients soient utilisables par toutes et tous, quels que soient la vue, l’ouïe, les gestes, la concentration ou l’équipement de chacun. Nous suivons pour cela le référentiel général d’amélioration de l’accessibilité, dans sa version 4.1 (RGAA).`,
          ],
          [`Cette déclaration s’applique au site ${site.origin}.`],
        ],
      },
      { id: "etat", title: "État de conformité", blocks: state },
      {
        id: "contenus-non-accessibles",
        title: "Contenus non accessibles",
        blocks: [
          ...gaps,
          "Les pages de paiement appartiennent à notre prestataire : nous n’en maîtrisons pas l’accessibilité.",
        ],
      },
      {
        id: "etablissement",
        title: "Établissement de cette déclaration",
        blocks: [
          ["Cette déclaration a été établie le ", { day: version }, "."],
          { id: "technologies", subtitle: "Technologies utilisées" },
          { list: ["HTML", "CSS", "SVG", "JavaScript", "WAI-ARIA"] },
          { id: "verification", subtitle: "Outils de vérification" },
          ...checks,
        ],
      },
      {
        id: "contact",
        title: "Retour d’information et contact",
        blocks: [
          [
            "Une page ou une information vous reste inaccessible ? Écrivez à ",
            email,
            ", réponse sous 7 jours. Dites-nous l’adresse de la page, ce que vous cherchiez à faire et l’aide technique que vous utilisez : nous vous donnerons l’information sous une autre forme, ou nous ferons la démarche avec vous.",
          ],
          ...(contact.phone.trim() === "" ? [] : [["Vous pouvez aussi appeler le ", { phone: contact.phone }, "."]]),
        ],
      },
      {
        id: "recours",
        title: "Voies de recours",
        blocks: [
          "Si vous nous avez signalé un défaut qui vous empêche d’accéder à un contenu ou à un service, et que notre réponse ne vous satisfait pas ou n’arrive pas, vous pouvez :",
          {
            list: [
              [
                "écrire un message au ",
                { address: "https://formulaire.defenseurdesdroits.fr", words: "Défenseur des droits" },
                " ;",
              ],
              [
                "contacter le ",
                {
                  address: "https://www.defenseurdesdroits.fr/saisir/delegues",
                  words: "délégué du Défenseur des droits dans votre région",
                },
                " ;",
              ],
              "envoyer un courrier, gratuit et sans affranchir, à : Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07.",
            ],
          },
        ],
      },
    ],
  };
}

type Finding = Pick<LegalText, "summary"> & Record<"state" | "gaps" | "checks", Block[]>;

const verdict = (brand: string, status: AccessibilityStatus, reason: string): Block => [
  `Le site ${brand} est `,
  { strong: `${status} conforme` },
  ` avec le RGAA 4.1${reason}`,
];

const tools = [
  "axe-core, dans un navigateur Chromium, aux largeurs de 320 à 1440 pixels ;",
  "html-validate, pour la validité du code ;",
  "parcours de l’inscription au clavier, joués automatiquement.",
];

/** The wording of before the first assessment. */
function unassessed({ brand, legal }: SiteSettings): Finding {
  const checks: Block[] = [
    { list: tools },
    { id: "pages", subtitle: "Pages vérifiées" },
    "Ces contrôles automatiques portent sur les pages publiques, l’inscription et l’administration. Ils ne remplacent pas un audit : ils ne détectent qu’une partie des défauts.",
  ];
  if (legal.accessibilityAudit) return { ...audited(brand, legal.accessibilityAudit), checks };
  const status = accessibilityStatus(undefined);
  return {
    summary: [
      { strong: `${requiredSentences.accessibility(status)}.` },
      " Le site est conçu pour être utilisable par tous, mais personne ne l’a encore audité : nous ne pouvons donc pas le dire conforme.",
    ],
    state: [
      verdict(brand, status, " : aucun audit de conformité n’a été réalisé."),
      "Aucun taux de conformité n’est donc annoncé. Cette page changera après le premier audit.",
    ],
    gaps: [
      "Faute d’audit, la liste des écarts n’est pas établie. Les parties interactives, comme les curseurs de volume, le carrousel de témoignages ou l’inscription en étapes, sont essayées au clavier et par des outils automatiques ; elles ne l’ont pas encore été avec un lecteur d’écran.",
    ],
    checks,
  };
}

function audited(brand: string, { by, on, ratePercent }: AccessibilityAudit): Omit<Finding, "checks"> {
  const status = accessibilityStatus(ratePercent);
  return {
    summary: [
      { strong: `${requiredSentences.accessibility(status)}.` },
      " Voici ce que l’audit a mesuré, et comment nous écrire si une page vous résiste.",
    ],
    state: [
      verdict(brand, status, ", au vu de l’audit ci-dessous."),
      {
        facts: [
          { term: "Audit réalisé par", value: by },
          { term: "Date", value: [{ day: on }] },
          { term: "Critères respectés", value: percentage(ratePercent) },
        ],
      },
    ],
    gaps: [
      "Les écarts relevés par l’audit sont corrigés par ordre de gêne pour les personnes. Le rapport vous est envoyé sur demande.",
    ],
  };
}

/** What stays to be mended, by criterion of the RGAA. */
const failures: Record<FailedCriterion, string> = {
  "4.5":
    "Les deux vidéos n’ont pas de version avec audiodescription : ce que seules leurs images disent est écrit dessous",
  "9.1": "Le titre des réglages des cookies, qui précèdent la page, n’est pas balisé comme un titre",
  "13.1":
    "Dans l’administration, que seule notre équipe utilise, la session se ferme au bout de 8 heures, par sécurité, sans pouvoir être prolongée",
};

function assessed({ brand, legal }: SiteSettings): Finding {
  const { met, failed, on } = selfAssessment;
  const applicable = met + failed.length;
  const checks: Block[] = [
    { list: [...tools, "lecture du code de chaque page et de chaque formulaire, critère par critère."] },
    { id: "pages", subtitle: "Pages vérifiées" },
    {
      list: [
        "l’accueil, le choix de l’offre et chaque page d’offre ;",
        "l’inscription au secrétariat, de la première étape à la page de remerciement ;",
        "les formulaires des appels sortants et de la conférence ;",
        "la connexion, l’espace client et les pages de mot de passe ;",
        "le blog, un article, le plan du site ;",
        "les mentions légales et leurs coordonnées, cette page, « Sécurité et données » ;",
        "les réglages des cookies et la page introuvable ;",
        "l’administration : connexion, liste et fiche des demandes.",
      ],
    },
  ];
  if (legal.accessibilityAudit) return { ...audited(brand, legal.accessibilityAudit), checks };
  const { ratePercent, status } = accessibilityOf(legal);
  return {
    summary: [
      { strong: `${requiredSentences.accessibility(status)}.` },
      " Voici ce que notre auto-évaluation a mesuré, ce qui reste à corriger, et comment nous écrire si une page vous résiste.",
    ],
    state: [
      verdict(brand, status, ", en raison des non-conformités énumérées ci-dessous."),
      {
        facts: [
          { term: "Évaluation réalisée par", value: [orPlaceholder(legal.company), " (auto-évaluation)"] },
          { term: "Date", value: [{ day: on }] },
          {
            term: "Critères respectés",
            value: `${percentage(ratePercent)}, soit ${met} des ${applicable} critères applicables`,
          },
          { term: "Critères non applicables", value: `${criteriaCount - applicable} sur ${criteriaCount}` },
        ],
      },
      "L’évaluation a été faite par l’équipe qui développe le site, par la lecture du code et par des essais dans un navigateur. Aucun organisme extérieur ne l’a vérifiée, et elle ne l’a pas été avec un lecteur d’écran.",
    ],
    gaps: [{ list: failed.map((criterion) => `${failures[criterion]} (critère ${criterion}).`) }],
    checks,
  };
}

/** Cut, not rounded: 99,96 % is not all of them. */
function percentage(rate: number): string {
  return `${(Math.floor(rate * 10) / 10).toLocaleString("fr-FR")} %`;
}
