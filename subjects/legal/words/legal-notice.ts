import type { SiteSettings } from "#domain/site/site-settings.ts";

import { type Inline, type LegalText, type Passage, orPlaceholder } from "./legal-text.ts";
import { measuresOf } from "./measures.ts";

/** Who publishes and hosts the site. Source: LCEN, articles 1-1 and 19; code de commerce, article R. 123-237. */
export function legalNotice(site: SiteSettings): LegalText {
  const { brand, contact, legal, demo } = site;
  const { host } = legal;

  return {
    title: "Mentions légales",
    summary: [
      `Le site ${brand} est édité par `,
      orPlaceholder(legal.company),
      " et hébergé en France ou dans l’Union européenne. Voici à qui vous adresser, et pour quoi.",
    ],
    sections: [
      {
        id: "editeur",
        title: "Éditeur du site",
        blocks: [
          [`Le site ${site.origin} présente et vend le service ${brand}. Il est publié par :`],
          {
            facts: [
              { term: "Dénomination", value: [orPlaceholder(legal.company)] },
              { term: "Forme", value: [orPlaceholder(legal.legalForm)] },
              { term: "Capital social", value: [{ count: legal.capitalEuros }, " euros"] },
              { term: "Siège social", value: [orPlaceholder(legal.registeredOffice)] },
              {
                term: "Immatriculation",
                value: [orPlaceholder(legal.registry), ", SIREN ", orPlaceholder(legal.siren)],
              },
              { term: "TVA intracommunautaire", value: [orPlaceholder(legal.vatNumber)] },
              { term: "Téléphone", value: phoneOf(contact.phone) },
              { term: "E-mail", value: mailOf(contact.email) },
              { term: "Directeur de la publication", value: [orPlaceholder(legal.publicationDirector)] },
            ],
          },
          ...(demo
            ? [
                {
                  notice: [
                    "Ce site est une démonstration. L’entreprise, ses numéros et ses coordonnées sont fictifs ; les adresses en « .example » ne mènent nulle part.",
                  ],
                },
              ]
            : []),
        ],
      },
      {
        id: "hebergement",
        title: "Hébergement",
        blocks: [
          "Le site, sa base de données et ses sauvegardes sont hébergés en France ou dans l’Union européenne, chez :",
          {
            facts: [
              { term: "Hébergeur", value: [orPlaceholder(host.name)] },
              { term: "Adresse", value: [orPlaceholder(host.address)] },
              { term: "Téléphone", value: phoneOf(host.phone) },
            ],
          },
          [
            "Les autres prestataires qui reçoivent des données personnelles sont nommés, avec leur pays, dans la ",
            { page: "/politique-de-confidentialite", anchor: "destinataires", words: "politique de confidentialité" },
            ".",
          ],
        ],
      },
      {
        id: "propriete-intellectuelle",
        title: "Propriété intellectuelle",
        blocks: [
          [
            `Les textes, dessins, sons, vidéos, logiciels et bases de données du site, ainsi que la marque ${brand} et son logo, appartiennent à `,
            orPlaceholder(legal.company),
            " ou sont utilisés avec l’accord de leurs auteurs. Le code de la propriété intellectuelle les protège.",
          ],
          "Vous pouvez consulter le site, l’imprimer pour votre usage et en citer de courts extraits, en nommant la source et en donnant un lien vers la page. Toute autre reproduction, extraction ou adaptation demande notre accord écrit.",
          "Les marques et logos des entreprises citées restent la propriété de leurs titulaires. Leur présence n’implique ni partenariat ni recommandation de leur part.",
          { id: "credits", subtitle: "Crédits" },
          {
            list: [
              "Caractères : Special Gothic, sous licence SIL Open Font License 1.1, hébergés sur ce site.",
              "Dessins, pictogrammes et illustrations : réalisés pour ce site.",
              "Voix des démonstrations : voix de synthèse, signalées par la mention « Voix générée par une IA ».",
              [
                "Voix de synthèse : Kokoro-82M (hexgrad, Apache-2.0), dont la voix française est issue de « The SIWIS French Speech Synthesis Database » (J. Yamagishi, P.-E. Honnet, P. Garner, A. Lazaridis, University of Edinburgh, 2017, ",
                { address: "https://doi.org/10.7488/ds/1705", words: "doi.org/10.7488/ds/1705" },
                "), sous licence ",
                { address: "https://creativecommons.org/licenses/by/4.0/deed.fr", words: "CC BY 4.0" },
                ". Voix modifiées.",
              ],
            ],
          },
        ],
      },
      {
        id: "donnees-personnelles",
        title: "Données personnelles",
        blocks: [
          [
            "Responsable du traitement des données recueillies sur ce site : ",
            orPlaceholder(legal.company),
            ". Ce que nous recueillons, pourquoi, pendant combien de temps et avec qui nous le partageons est écrit dans la ",
            { page: "/politique-de-confidentialite", words: "politique de confidentialité" },
            ".",
          ],
          [
            "Vous pouvez accéder à vos données, les rectifier, les effacer, en limiter l’usage, vous y opposer ou en demander la copie en écrivant à ",
            ...mailOf(contact.email),
            ". Si notre réponse ne vous convient pas, vous pouvez saisir la CNIL (",
            { address: "https://www.cnil.fr/fr/plaintes", words: "cnil.fr" },
            ").",
          ],
        ],
      },
      {
        id: "cookies",
        title: "Cookies",
        blocks: [
          ...cookies[measuresOf(site) === "none" ? "none" : "asked"],
          [
            "La liste complète, clé par clé et avec sa durée, est dans la ",
            {
              page: "/politique-de-confidentialite",
              anchor: "stockage-navigateur",
              words: "politique de confidentialité",
            },
            ".",
          ],
        ],
      },
      {
        id: "contact",
        title: "Contact",
        blocks: [
          ["Une question sur le site ou sur ces mentions : ", ...mailOf(contact.email), "."],
          [
            "Pour signaler un contenu de ce site que vous estimez illicite, écrivez-nous en indiquant l’adresse de la page, le passage en cause et la raison du signalement : ",
            ...mailOf(contact.email, "Signalement d’un contenu"),
            ". Les contenus les plus graves peuvent aussi être signalés aux autorités sur ",
            { address: "https://www.internet-signalement.gouv.fr", words: "internet-signalement.gouv.fr" },
            ".",
          ],
          [
            "Une difficulté pour lire ou utiliser une page : voir la ",
            { page: "/accessibilite", anchor: "contact", words: "déclaration d’accessibilité" },
            ".",
          ],
        ],
      },
    ],
  };
}

function phoneOf(phone: string): Passage {
  return [phone.trim() === "" ? orPlaceholder(phone) : { phone }];
}

function mailOf(email: string, subject?: string): Inline[] {
  if (email.trim() === "") return [orPlaceholder(email)];
  return [subject === undefined ? { mail: email } : { mail: email, subject }];
}

const cookies = {
  none: [
    "Ce site n’enregistre dans votre navigateur que ce qui lui est nécessaire : les réponses d’une inscription en cours, votre session, de quoi reconnaître votre appareil à la connexion. Il n’a ni mesure d’audience, ni publicité, ni traceur d’un tiers : il n’a donc rien à vous demander, et ne montre pas de bandeau.",
  ],
  asked: [
    "Sans votre accord, ce site n’enregistre dans votre navigateur que ce qui lui est nécessaire : les réponses d’une inscription en cours, votre session, de quoi reconnaître votre appareil à la connexion, et votre choix sur les cookies. Aucune mesure, aucune publicité, aucun contact avec un tiers avant ce choix, ni après un refus.",
    "Accepter ou refuser tient en un geste, par finalité si vous le souhaitez. Votre choix vaut 6 mois, puis nous vous le redemandons. Vous pouvez en changer à tout moment avec le lien « Gérer mes cookies », en bas de chaque page.",
  ],
};
