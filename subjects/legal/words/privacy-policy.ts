import type { SiteSettings } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";

import { de } from "#content/language/elision.ts";
import { collectedData } from "./collected-data.ts";
import { type Block, type Inline, type LegalText, orPlaceholder, wordedFor } from "./legal-text.ts";
import { measuresOf } from "./measures.ts";
import { type RetentionRow, retentionRows } from "./retention-rows.ts";
import { countryOf, outsideEuropeanArea, placeOf, processorRows } from "./processors.ts";

/** What the site does with personal data. Its ten sections and their order are the specification's. */
export function privacyPolicy(site: SiteSettings, version: CivilDate): LegalText {
  const measures = measuresOf(site);
  const { brand, contact, legal, demo } = site;
  const company = orPlaceholder(legal.company);
  const email: Inline = contact.email.trim() === "" ? orPlaceholder(contact.email) : { mail: contact.email };

  return {
    title: "Politique de confidentialité",
    summary:
      "Nous ne demandons que ce qui sert à vous répondre et à préparer votre contrat. Si vous ne devenez pas client, votre demande est effacée 6 mois au plus après notre dernier contact ; ne restent que la preuve de vos accords et ce que vous avez demandé de plus durable, comme la lettre d’information. Personne n’est suivi sans son accord.",
    sections: [
      {
        id: "responsable",
        title: "Responsable du traitement",
        blocks: [
          [
            "Le responsable du traitement des données recueillies sur le site est ",
            company,
            ", dont le siège est situé ",
            orPlaceholder(legal.registeredOffice),
            ", SIREN ",
            orPlaceholder(legal.siren),
            ". Pour toute question sur vos données : ",
            email,
            ".",
          ],
          legal.dataProtectionOfficer.trim() === ""
            ? "Nous n’avons pas désigné de délégué à la protection des données à ce jour. L’obligation d’en désigner un dépend de l’échelle de notre activité (article 37 du RGPD) ; nous la réexaminons à mesure qu’elle grandit. Les demandes sont suivies par la direction, à l’adresse ci-dessus."
            : `Notre délégué à la protection des données : ${legal.dataProtectionOfficer}.`,
          [
            "Quand l’assistante répond, appelle ou écrit pour une entreprise cliente, cette entreprise est responsable du traitement des données de ses propres clients et prospects. ",
            company,
            " agit alors comme ",
            { strong: "sous-traitant" },
            ", sur ses instructions, dans les conditions de l’",
            {
              page: "/conditions-generales-utilisation",
              anchor: "annexe-sous-traitance",
              words: "annexe de sous-traitance",
            },
            ". Si vous avez parlé à l’assistante d’une entreprise, adressez-vous d’abord à cette entreprise ; nous lui transmettons les demandes que nous recevons.",
          ],
          ...(demo ? [demonstrationNotice] : []),
        ],
      },
      { id: "donnees", title: "Données collectées", blocks: collectedData(site, version) },
      {
        id: "finalites",
        title: "Finalités",
        blocks: [
          {
            list: [
              "Répondre à votre demande, vous rappeler si elle l’exige et préparer votre contrat.",
              "Créer votre compte, configurer votre assistante et fournir le service commandé.",
              "Encaisser les paiements, établir les factures et tenir la comptabilité.",
              "Organiser les conférences et prévenir les personnes inscrites.",
              "Vous appeler au sujet de nos offres ou vous envoyer notre lettre d’information, si vous l’avez accepté.",
              "Informer des professionnels d’offres en rapport avec leur activité, avec la possibilité de s’y opposer à chaque message.",
              ...measuring[measures].purposes,
              "Compter, sans vous suivre, combien de fois chaque étape d’une inscription est vue, franchie ou refusée, pour corriger ce qui arrête les visiteurs.",
              "Protéger le site, les comptes et les formulaires contre les abus, et prouver les consentements reçus.",
            ],
          },
          "Aucune décision produisant des effets juridiques n’est prise à votre sujet par un traitement entièrement automatisé. Vos données ne sont ni vendues ni louées.",
        ],
      },
      { id: "bases-legales", title: "Bases légales", blocks: legalBasis(measures, version) },
      {
        id: "destinataires",
        title: "Destinataires",
        blocks: [
          "Vos données sont lues par les personnes de notre équipe chargées des demandes, des comptes et de la facturation. Chaque prestataire ci-dessous ne reçoit que ce qui est nécessaire à sa tâche.",
          recipients(site),
          "Le prestataire de paiement et le fournisseur d’identité agissent aussi pour leur propre compte : leur politique de confidentialité s’applique sur leurs pages.",
          "Les administrations et les juridictions reçoivent les données que la loi nous oblige à leur communiquer, et elles seules.",
        ],
      },
      { id: "durees", title: "Durées de conservation", blocks: retentionBlocks(site, version) },
      { id: "hebergement", title: "Hébergement et transferts", blocks: hosting(site) },
      { id: "securite", title: "Sécurité", blocks: securityMeasures },
      {
        id: "droits",
        title: "Vos droits",
        blocks: [
          "Vous disposez des droits suivants :",
          {
            list: [
              [{ strong: "accès" }, " : savoir ce que nous détenons et en recevoir une copie ;"],
              [{ strong: "rectification" }, " : corriger une donnée inexacte ou la compléter ;"],
              [{ strong: "effacement" }, " : la faire supprimer, hors obligations légales de conservation ;"],
              [{ strong: "limitation" }, " : en suspendre l’usage le temps d’une vérification ;"],
              [
                { strong: "opposition" },
                " : refuser un traitement fondé sur notre intérêt légitime et, sans avoir à vous justifier, toute prospection ;",
              ],
              [
                { strong: "portabilité" },
                " : récupérer, dans un format lisible par une machine, ce que vous nous avez fourni ;",
              ],
              [
                { strong: "retrait du consentement" },
                " : à tout moment, aussi simplement que vous l’avez donné, sans effet sur ce qui a été fait avant ;",
              ],
              [
                { strong: "directives après le décès" },
                " : décider du sort de vos données (article 85 de la loi Informatique et Libertés).",
              ],
            ],
          },
          [
            "Écrivez à ",
            email,
            ". La réponse est gratuite et vous parvient sous 1 mois ; si la demande est complexe, nous vous prévenons dans ce délai qu’elle en demandera jusqu’à deux de plus. Nous vérifions que vous êtes bien la personne concernée par un lien envoyé à l’adresse e-mail qui figure dans nos fichiers, sans pièce d’identité sauf doute sérieux.",
          ],
          [
            `${measuring[measures].right}Pour le comptage des étapes, le bouton « Refuser la mesure d’audience » est en bas de chaque page d’inscription, et le signal Global Privacy Control de votre navigateur suffit. Pour les appels, dites-le à la personne qui vous appelle ou écrivez-nous. Pour la lettre d’information, un lien de désinscription figure dans chaque message.${wordedFor(version, refusingMails)}`,
          ],
          [
            "Vous pouvez adresser une réclamation à la Commission nationale de l’informatique et des libertés : CNIL, 3 place de Fontenoy, 75007 Paris, ",
            { address: "https://www.cnil.fr/fr/plaintes", words: "cnil.fr" },
            ".",
          ],
        ],
      },
      {
        id: "mises-a-jour",
        title: "Mises à jour",
        blocks: [
          [
            "Cette politique est en vigueur depuis le ",
            { day: version },
            `. Sa date change avec son texte. Si un changement touche à ce que nous faisons de vos données, les clients ${de(brand)} en sont prévenus par e-mail avant qu’il s’applique, et un nouveau consentement est demandé quand il est nécessaire.`,
          ],
          "L’historique des versions, avec ce que chacune a changé, est à la fin de cette page. Chaque version reste lisible à son adresse.",
        ],
      },
    ],
  };
}

export const demonstrationNotice: Block = {
  notice:
    "Ce site est une démonstration. Aucun service extérieur n’y est appelé : les e-mails, le paiement, l’automatisation et la connexion par un compte existant sont simulés sur le serveur lui-même. Seul le fournisseur d’identité simulé dépose des cookies, sous l’adresse /demo et pour 10 minutes au plus. Ce que vous saisissez reste dans la base de ce serveur ; n’y mettez pas de données réelles.",
};

/** What the policy says of measuring, by what the site asks its visitors to allow. */
const measuring = {
  none: { purposes: [], right: "", consented: "Lettre d’information, appels au sujet de nos offres" },
  own: {
    purposes: ["Savoir par quelle publicité ou quel site vous êtes venu, si vous l’avez accepté."],
    right: "Pour les cookies, le lien « Gérer mes cookies » est en bas de chaque page. ",
    consented: "Provenance des visites, lettre d’information, appels au sujet de nos offres",
  },
  partners: {
    purposes: ["Mesurer l’audience et l’efficacité de nos publicités, si vous l’avez accepté."],
    right: "Pour les cookies, le lien « Gérer mes cookies » est en bas de chaque page. ",
    consented: "Mesure d’audience et publicité, lettre d’information, appels au sujet de nos offres",
  },
};

/** Who outside the company receives what, where: the one list, of the configuration. */
export function recipients({ legal }: SiteSettings): Block {
  return {
    table: {
      caption: "Prestataires qui reçoivent des données",
      head: ["Destinataire", "Rôle", "Données reçues", "Pays"],
      rows: [
        [
          [{ strong: "Hébergeur : " }, orPlaceholder(legal.host.name)],
          "Hébergement du site et de la base de données",
          "Toutes les données du site",
          [placeOf(legal.host)],
        ],
        ...processorRows(legal.processors),
      ],
    },
  };
}

const refusingMails = {
  "2025-06-25": "",
  "2026-12-01":
    " Pour les e-mails de notre équipe, chacun porte le lien « Ne plus recevoir d’e-mails de l’équipe » ; vous pouvez revenir sur ce refus en nous l’écrivant.",
};

/** What rests on a legitimate interest besides what each version says. */
const followUp = {
  "2025-06-25": "",
  "2026-12-01": ", dont le suivi d’un contact que nous avons saisi ou importé, notifications de notre équipe",
};

const legalBasis = (measures: keyof typeof measuring, version: CivilDate): Block[] => [
  {
    table: {
      caption: "Base légale de chaque traitement",
      head: ["Base légale (RGPD)", "Traitements"],
      rows: [
        [
          [{ strong: "Contrat ou mesures précontractuelles" }, ", article 6.1.b"],
          "Inscription, commande, conférence, compte, configuration, paiement, assistance",
        ],
        [[{ strong: "Consentement" }, ", article 6.1.a"], measuring[measures].consented],
        [
          [{ strong: "Intérêt légitime" }, ", article 6.1.f"],
          `Sécurité du site et des comptes, lutte contre les abus, preuve, comptage anonyme des étapes d’inscription, prospection entre professionnels en rapport avec la profession de la personne${wordedFor(version, followUp)}`,
        ],
        [
          [{ strong: "Obligation légale" }, ", article 6.1.c"],
          "Factures et comptabilité, réponse aux demandes d’exercice de droits",
        ],
      ],
    },
  },
  "Les champs obligatoires d’un formulaire sont nécessaires pour vous répondre : sans eux, la demande ne peut pas être traitée. Les autres portent la mention « (optionnel) ». Ce qui repose sur votre consentement n’est jamais une condition de la commande.",
];

/** @param version of the privacy policy */
export const retentionBlocks = (site: SiteSettings, version: CivilDate): Block[] => [
  {
    table: {
      caption: "Durée de conservation de chaque catégorie",
      head: ["Données", "Durée"],
      rows: Object.entries<RetentionRow>(retentionRows)
        .filter(([key]) => key !== "choices" || measuresOf(site) !== "none")
        .filter(([, { since }]) => since === undefined || since <= version)
        .map(([, { data, lasts }]) => [data, lasts]),
    },
  },
  "Des travaux automatiques, quotidiens ou plus fréquents, appliquent ces durées. À leur terme, les données sont effacées ; celles que la loi impose de garder sont archivées à part, sans autre usage.",
];

/** @param list what the text and its list of processors are called */
export function hosting(
  { legal }: SiteSettings,
  list = { text: "cette politique", section: "Destinataires" },
): Block[] {
  const outside = outsideEuropeanArea(legal.processors);
  return [
    [
      "Le site, sa base de données et ses sauvegardes sont hébergés en France ou dans l’Union européenne, chez ",
      orPlaceholder(legal.host.name),
      ", ",
      orPlaceholder(legal.host.address),
      ".",
    ],
    outside.length === 0
      ? `À la date de ${list.text}, les prestataires nommés à la section « ${list.section} » traitent les données dans l’Espace économique européen. Si l’un d’eux devait les traiter ailleurs, son pays et la garantie retenue (décision d’adéquation, article 45 du RGPD, ou clauses contractuelles types, article 46) seraient écrits ici avant ce transfert.`
      : "Certains prestataires traitent des données hors de l’Espace économique européen. Chaque transfert repose sur une garantie prévue par le RGPD (articles 45 et 46), dont une copie vous est envoyée sur demande :",
    ...(outside.length === 0
      ? []
      : [
          {
            list: outside.map((processor) => [
              { strong: processor.name },
              ` (${countryOf(processor)}) : ${processor.transferGuarantee}.`,
            ]),
          },
        ]),
  ];
}

/** Only what the code does. */
export const securityMeasures: Block[] = [
  "Les mesures en place sur ce site sont les suivantes :",
  {
    list: [
      "mots de passe jamais conservés en clair : seule une empreinte Argon2id est gardée, et les mots de passe les plus courants sont refusés ;",
      "droits d’accès vérifiés par la base de données elle-même, ligne par ligne : un client ne lit que ses propres demandes ;",
      "sessions d’administration courtes, avec second facteur possible, et journal de chaque ouverture ou modification de fiche ;",
      "formulaires et connexions limités en nombre, pour freiner les robots et les essais de mots de passe ;",
      "politique de sécurité du contenu stricte : aucun script d’un tiers ne s’exécute sur nos pages ;",
      "événements transmis à l’automatisation signés, et adresse du destinataire connue de nos seuls serveurs ;",
      "journaux techniques sans nom, adresse e-mail, réponse ni jeton de connexion ;",
      "numéro de carte bancaire saisi chez le prestataire de paiement : il ne passe jamais par nos serveurs.",
    ],
  },
  "En cas de violation de données, nous prévenons la CNIL sous 72 heures et, si le risque est élevé pour vous, vous prévenons directement (articles 33 et 34 du RGPD).",
];
