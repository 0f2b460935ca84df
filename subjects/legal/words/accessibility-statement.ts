import { accessibilityStatus } from "#domain/site/legal-identity.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";

import { type Block, type Inline, type LegalText, orPlaceholder } from "./legal-text.ts";
import { requiredSentences } from "./required-sentences.ts";

/** Follows the model statement of the RGAA 4.1. Without a dated audit, the site says that it does not conform. */
export function accessibilityStatement(site: SiteSettings, version: CivilDate): LegalText {
  const { brand, contact, legal } = site;
  const status = accessibilityStatus(legal.accessibilityAudit);
  const email: Inline = contact.email.trim() === "" ? orPlaceholder(contact.email) : { mail: contact.email };

  return {
    title: "Accessibilité",
    summary: [
      { strong: `${requiredSentences.accessibility(status)}.` },
      legal.accessibilityAudit
        ? " Voici ce que l’audit a mesuré, et comment nous écrire si une page vous résiste."
        : " Le site est conçu pour être utilisable par tous, mais personne ne l’a encore audité : nous ne pouvons donc pas le dire conforme.",
    ],
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
      { id: "etat", title: "État de conformité", blocks: stateBlocks(site) },
      {
        id: "contenus-non-accessibles",
        title: "Contenus non accessibles",
        blocks: [
          legal.accessibilityAudit
            ? "Les écarts relevés par l’audit sont corrigés par ordre de gêne pour les personnes. Le rapport vous est envoyé sur demande."
            : "Faute d’audit, la liste des écarts n’est pas établie. Les parties interactives, comme les curseurs de volume, le carrousel de témoignages ou l’inscription en étapes, sont essayées au clavier et par des outils automatiques ; elles ne l’ont pas encore été avec un lecteur d’écran.",
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
          {
            list: [
              "axe-core, dans un navigateur Chromium, aux largeurs de 320 à 1440 pixels ;",
              "html-validate, pour la validité du code ;",
              "parcours de l’inscription au clavier, joués automatiquement.",
            ],
          },
          { id: "pages", subtitle: "Pages vérifiées" },
          "Ces contrôles automatiques portent sur les pages publiques, l’inscription et l’administration. Ils ne remplacent pas un audit : ils ne détectent qu’une partie des défauts.",
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

function stateBlocks({ brand, legal }: SiteSettings): Block[] {
  const audit = legal.accessibilityAudit;
  const status = accessibilityStatus(audit);
  const verdict: Block = [
    `Le site ${brand} est `,
    { strong: `${status} conforme` },
    audit
      ? " avec le RGAA 4.1, au vu de l’audit ci-dessous."
      : " avec le RGAA 4.1 : aucun audit de conformité n’a été réalisé.",
  ];
  if (!audit)
    return [verdict, "Aucun taux de conformité n’est donc annoncé. Cette page changera après le premier audit."];
  return [
    verdict,
    {
      facts: [
        { term: "Audit réalisé par", value: audit.by },
        { term: "Date", value: [{ day: audit.on }] },
        { term: "Critères respectés", value: percentage(audit.ratePercent) },
      ],
    },
  ];
}

/** Cut, not rounded: 99,96 % is not all of them. */
function percentage(rate: number): string {
  return `${(Math.floor(rate * 10) / 10).toLocaleString("fr-FR")} %`;
}
