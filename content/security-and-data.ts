import { retention } from "#domain/site/retention.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

import type { CivilDate } from "#kit/civil-date.ts";

import { outsideEuropeanArea, placeOf } from "#subjects/legal/words/processors.ts";
import {
  demonstrationNotice,
  hosting,
  recipients,
  retentionBlocks,
  securityMeasures,
} from "#subjects/legal/words/privacy-policy.ts";
import { type Inline, type Passage, type Section, orPlaceholder } from "#subjects/legal/words/legal-text.ts";
import { requiredSentences } from "#subjects/legal/words/required-sentences.ts";
import { versionInForce } from "#subjects/legal/words/legal-versions.ts";
import { sayDuration } from "./language/say-duration.ts";
import { aiCommitments } from "#subjects/legal/words/terms.ts";

export const securityAndDataCopy = {
  title: ["Sécurité", "et données"],
  way: "Le chemin d’un appel",
  lead: "Où vivent vos données, qui y touche, combien de temps, et ce que l’assistante a le droit de faire.",
  finalCall: {
    title: ["Posez-nous", "la question."],
    text: "Ce que cette page ne dit pas, une personne de l’équipe vous le dit, au téléphone ou par écrit.",
    trial: "Essayer gratuitement",
  },
} as const;

/** The way of a call: where it is, who touches it, until when. */
export function dataWay({ brand, legal }: SiteSettings): { place: string; who: Passage; term: Passage }[] {
  return [
    { place: "Votre appelant", who: "Sa voix, par la ligne téléphonique", term: "L’IA s’annonce aux premiers mots" },
    {
      place: brand,
      who: [orPlaceholder(legal.host.name), ", ", placeOf(legal.host)],
      term: `${sayDuration(retention.contacts)} au plus si vous ne devenez pas client`,
    },
    {
      place: "Vous",
      who: "Le compte rendu, dans votre espace client et par e-mail",
      term: "Effacé quand vous le demandez, avec votre compte",
    },
  ];
}

const processorsTitle = "Qui d’autre y touche";

/** What those read who read nothing else, each from the configuration or the table of durations. */
export function securityFacts({ legal }: SiteSettings): { term: string; value: Passage; note: Passage }[] {
  const outside = outsideEuropeanArea(legal.processors).length;
  const count = legal.processors.length;
  return [
    {
      term: "Hébergement",
      value: [orPlaceholder(legal.host.name)],
      note: [orPlaceholder(legal.host.address)],
    },
    {
      // Those who hear calls are no processors of the site: the customer's contract has their list.
      term: assistantsOf(legal).length === 0 ? "Prestataires du site" : "Prestataires",
      value: sayCount(count),
      note:
        outside === 0
          ? "Tous dans l’Espace économique européen."
          : `Dont ${outside} hors de l’Espace économique européen, avec sa garantie.`,
    },
    {
      term: "Contacts et messages",
      value: `${sayDuration(retention.contacts)} au plus`,
      note: `Après le dernier contact, si vous ne devenez pas client. Journaux techniques : ${sayDuration(retention.technicalLogs)}.`,
    },
    {
      term: "Intelligence artificielle",
      value: "Annoncée",
      note: "Dès les premiers mots de chaque appel et de chaque message vocal.",
    },
  ];
}

function assistantsOf({ processors }: SiteSettings["legal"]) {
  return processors.filter(({ role }) => role === "assistant");
}

function sayCount(count: number): string {
  if (count === 0) return "Aucun en dehors de l’hébergeur";
  return count === 1 ? "Un seul, nommé" : `${count}, tous nommés`;
}

const policyOn = (day: CivilDate) => versionInForce("/politique-de-confidentialite", day, {}).day;

/** The page « Sécurité et données »: the parts of the legal texts that a buyer asks for, word for word the same. */
export function securityAndData(site: SiteSettings, today: CivilDate): Section[] {
  const { contact, demo } = site;
  const email: Inline = contact.email.trim() === "" ? orPlaceholder(contact.email) : { mail: contact.email };

  return [
    {
      id: "hebergement",
      title: "Où vivent les données",
      blocks: [
        ...(demo ? [demonstrationNotice] : []),
        ...hosting(site, { text: "cette page", section: processorsTitle }),
      ],
    },
    {
      id: "prestataires",
      title: processorsTitle,
      blocks: [
        "Chaque prestataire ne reçoit que ce qui est nécessaire à sa tâche. Cette liste est celle que le site applique : un nouveau prestataire y figure avant de recevoir quoi que ce soit.",
        recipients(site),
        ...(assistantsOf(site.legal).length === 0
          ? [
              "Ce sont les prestataires du site. Ceux de l’assistante, pour la téléphonie, la voix et le modèle de langage, ont leur propre liste : elle est remise avec la commande, et avant sur simple demande.",
            ]
          : []),
      ],
    },
    { id: "durees", title: "Combien de temps", blocks: retentionBlocks(site, policyOn(today)) },
    {
      id: "ia",
      title: "L’assistante et le règlement européen sur l’IA",
      blocks: [
        "L’assistante échange avec des personnes et produit des voix de synthèse : elle relève des obligations de transparence de l’article 50 du règlement (UE) 2024/1689. En pratique :",
        { notice: requiredSentences.aiDisclosure },
        aiCommitments,
        [
          "Ses réponses peuvent être incomplètes ou inexactes. Qui répond de quoi est écrit dans les ",
          {
            page: "/conditions-generales-utilisation",
            anchor: "ia-et-ai-act",
            words: "conditions générales, section « IA et AI Act »",
          },
          ".",
        ],
      ],
    },
    { id: "mesures", title: "Ce qui protège le site", blocks: securityMeasures },
    {
      id: "contrat",
      title: "Ce que dit le contrat",
      blocks: [
        [
          "Pour les données de vos appelants, de vos clients et de vos prospects, vous êtes responsable du traitement et nous sommes votre sous-traitant. L’",
          {
            page: "/conditions-generales-utilisation",
            anchor: "annexe-sous-traitance",
            words: "annexe de sous-traitance",
          },
          " (article 28 du RGPD) fait partie des conditions générales : il n’y a rien de plus à signer.",
        ],
        [
          "Vos droits, et ce que le site recueille écran par écran, sont dans la ",
          { page: "/politique-de-confidentialite", words: "politique de confidentialité" },
          ".",
        ],
      ],
    },
    {
      id: "signaler",
      title: "Signaler une faille",
      blocks: [
        [
          "Vous avez trouvé une faille ? Écrivez à l’adresse que donne le fichier ",
          { code: "/.well-known/security.txt" },
          ", sans la rendre publique avant notre réponse. Pour toute autre question sur vos données : ",
          email,
          ".",
        ],
      ],
    },
  ];
}
