import type { SiteSettings } from "#domain/site/site-settings.ts";

import { type Block, orPlaceholder } from "./legal-text.ts";
import { countryOf } from "./processors.ts";

/** Annex of the terms: what binds a processor to the customer. Source: GDPR, article 28, paragraph 3. */
export function processingAgreement({ legal, contact }: SiteSettings): Block[] {
  const assistants = legal.processors
    .filter(({ role }) => role === "assistant")
    .map((processor) => `${processor.name} (${countryOf(processor)})`);

  return [
    {
      id: "annexe-sous-traitance",
      subtitle: "Annexe : sous-traitance des données personnelles (article 28 du RGPD)",
    },
    "Cette annexe vaut contrat de sous-traitance entre le Client, responsable du traitement, et nous, sous-traitant. Elle s’applique aux données personnelles des Interlocuteurs.",
    {
      facts: [
        {
          term: "Objet et finalité",
          value:
            "Répondre, appeler ou écrire au nom du Client, prendre ses messages et ses rendez-vous, mener ses campagnes et son suivi, et lui en rendre compte.",
        },
        {
          term: "Durée",
          value:
            "Celle du contrat. Les données de prospection sont gardées pendant la durée fixée par le Client, les contacts et messages pendant 6 mois au plus.",
        },
        {
          term: "Nature",
          value:
            "Collecte, transcription, synthèse vocale, enregistrement si le Client le demande, consultation, transmission au Client, effacement.",
        },
        {
          term: "Données traitées",
          value: "Identité, coordonnées, contenu des échanges, rendez-vous, historique des contacts, oppositions.",
        },
        {
          term: "Personnes concernées",
          value: "Clients, prospects, stagiaires et autres Interlocuteurs du Client.",
        },
        {
          term: "Instructions",
          value:
            "Nous ne traitons ces données que sur instruction documentée du Client : les Conditions, la configuration de l’Assistante et ses demandes écrites. Nous ne nous en servons pas pour notre propre compte. Nous l’avertissons si une instruction nous paraît contraire au droit.",
        },
        {
          term: "Confidentialité",
          value: "Seules y accèdent les personnes qui en ont besoin, tenues au secret par leur contrat.",
        },
        {
          term: "Sécurité",
          value: [
            "Nous appliquons les mesures décrites à la section « Sécurité » de la ",
            { page: "/politique-de-confidentialite", anchor: "securite", words: "politique de confidentialité" },
            ", adaptées au risque (article 32 du RGPD).",
          ],
        },
        {
          term: "Sous-traitants ultérieurs",
          value: [
            "Le Client autorise de façon générale le recours à d’autres sous-traitants, tenus aux mêmes obligations et dont nous répondons. Hébergement : ",
            orPlaceholder(legal.host.name),
            ". ",
            assistants.length === 0
              ? "La liste de ceux qui interviennent pour la téléphonie, la voix et le modèle de langage est remise avec la commande."
              : `Téléphonie, voix et modèle de langage : ${assistants.join(", ")}.`,
            " Tout ajout ou remplacement est annoncé un mois à l’avance ; le Client peut s’y opposer et, à défaut de solution, résilier.",
          ],
        },
        {
          term: "Transferts",
          value:
            "Aucun transfert hors de l’Espace économique européen sans instruction du Client et sans l’une des garanties prévues aux articles 45 et 46 du RGPD.",
        },
        {
          term: "Assistance",
          value:
            "Nous transmettons au Client, sans y répondre à sa place, les demandes des personnes concernées, et l’aidons à les satisfaire. Nous l’aidons aussi pour ses analyses d’impact et ses échanges avec la CNIL.",
        },
        {
          term: "Violation de données",
          value:
            "Nous en informons le Client dans les meilleurs délais après en avoir pris connaissance, avec les éléments utiles, pour qu’il puisse tenir son propre délai de 72 heures (article 33 du RGPD).",
        },
        {
          term: "Sort des données",
          value:
            "À la fin du contrat, au choix du Client, nous lui rendons les données dans un format courant ou les effaçons, copies comprises, sauf conservation imposée par la loi.",
        },
        {
          term: "Audit",
          value: [
            "Nous tenons à disposition ce qui démontre le respect de cette annexe, et acceptons un audit par le Client ou par un tiers qu’il désigne, une fois par an ou après une violation, sur demande écrite",
            ...(contact.email.trim() === "" ? [] : [" à ", { mail: contact.email }]),
            " et aux heures ouvrées.",
          ],
        },
      ],
    },
  ];
}
