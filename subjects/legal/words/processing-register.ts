import { isInsideEuropeanArea, type ProcessorRole } from "#domain/site/legal-identity.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

import { type Block, type Inline, type LegalText, type Section, orPlaceholder } from "./legal-text.ts";
import { securityMeasures } from "./privacy-policy.ts";
import { countryOf, processorRoles } from "./processors.ts";
import { retentionRows } from "./retention-rows.ts";

/** One purpose, and all that is done for it. */
export type Activity = {
  id: string;
  title: string;
  purpose: string;
  /** Article of the GDPR that allows it. */
  basis: string;
  people: string;
  data: string;
  /** Besides the team and the host. */
  recipients: readonly ProcessorRole[];
  keeps: readonly (keyof typeof retentionRows)[];
};

/** What the code does with personal data, by purpose. Lines of the terms are those of the privacy policy. */
export const activities: readonly Activity[] = [
  {
    id: "demandes",
    title: "Demandes et inscriptions aux offres",
    purpose:
      "Répondre aux demandes, rappeler si elles l’exigent, préparer le contrat, suivre chaque demande jusqu’à sa suite.",
    basis:
      "Mesures précontractuelles et contrat (article 6.1.b) ; intérêt légitime pour la prospection entre professionnels (article 6.1.f)",
    people:
      "Personnes qui remplissent un formulaire du site, dont l’équipe saisit la demande ou dont elle importe les coordonnées (fichier d’un salon, d’un partenaire, d’un ancien outil)",
    data: "Identité, coordonnées, entreprise et activité, réponses aux questions de l’offre, provenance de la visite ou source du fichier, notes et suivi de l’équipe, e-mails de l’équipe et refus d’en recevoir, notifications de l’équipe (sans nom ni coordonnées)",
    recipients: ["mail", "automation"],
    keeps: ["contacts", "imported", "notes", "teamMails", "notifications", "clients", "events", "proofs"],
  },
  {
    id: "comptes",
    title: "Comptes et espace client",
    purpose: "Ouvrir et tenir le compte, reconnaître son titulaire, le prévenir de ce qui touche à sa sécurité.",
    basis: "Contrat (article 6.1.b) ; intérêt légitime pour la sécurité (article 6.1.f)",
    people: "Clients, personnes inscrites, administrateurs du site",
    data: "Adresse e-mail ou téléphone, empreinte du mot de passe, seconds facteurs et clés d’accès, sessions (adresse IP et navigateur), empreinte des appareils connus",
    recipients: ["mail", "signIn", "automation"],
    keeps: ["accounts", "clients", "sessions", "devices", "links"],
  },
  {
    id: "paiements",
    title: "Commandes et paiements",
    purpose:
      "Encaisser, rapprocher chaque paiement de sa commande, prouver l’acceptation des conditions, tenir la comptabilité.",
    basis: "Contrat (article 6.1.b) ; obligation légale (article 6.1.c)",
    people: "Clients et personnes qui paient pour eux",
    data: "Référence, montant, date, adresse e-mail du payeur ; jamais le numéro de carte",
    recipients: ["payment", "automation"],
    keeps: ["accounting", "clients"],
  },
  {
    id: "conferences",
    title: "Conférences et lettre d’information",
    purpose: "Organiser les conférences, prévenir les inscrits, envoyer la lettre à qui l’a demandée.",
    basis: "Mesures précontractuelles (article 6.1.b) ; consentement pour la lettre (article 6.1.a)",
    people: "Personnes inscrites à une conférence ou à la lettre",
    data: "Identité, coordonnées, entreprise, places, accords donnés et retirés",
    recipients: ["mail", "automation"],
    keeps: ["contacts", "links", "proofs", "letter", "waitingList"],
  },
  {
    id: "mesure",
    title: "Mesure d’audience et publicité",
    purpose: "Mesurer l’audience et l’efficacité des publicités, une fois l’accord donné ; prouver cet accord.",
    basis: "Consentement (article 6.1.a)",
    people: "Visiteurs qui ont accepté",
    data: "Choix par finalité, sa date, version du texte, identifiant aléatoire ; chez les partenaires, page vue et données techniques",
    recipients: ["audience", "advertising", "video"],
    keeps: ["choices", "proofs"],
  },
  {
    id: "comptage",
    title: "Comptage des étapes et statistiques",
    purpose: "Savoir où les visiteurs s’arrêtent, sans suivre personne.",
    basis: "Intérêt légitime (article 6.1.f) ; droit d’opposition sur chaque page d’inscription",
    people: "Visiteurs des pages d’inscription",
    data: "Des nombres par jour, sans identifiant, sans adresse IP et sans réponse",
    recipients: [],
    keeps: ["statistics"],
  },
  {
    id: "securite",
    title: "Sécurité du site et preuve",
    purpose: "Freiner les abus, comprendre les pannes, savoir qui a lu, changé ou effacé quoi.",
    basis: "Intérêt légitime (article 6.1.f)",
    people: "Visiteurs, clients, administrateurs",
    data: "Empreintes d’adresses et compteurs ; journaux techniques sans nom, adresse e-mail ni réponse ; journal des actions : identifiants et valeurs de nos propres listes",
    recipients: [],
    keeps: ["counters", "logs", "audit", "sessions"],
  },
];

/** The register of the controller and of the processor. Source: GDPR, article 30. */
export function processingRegister(site: SiteSettings): LegalText {
  const { legal, contact, brand } = site;
  return {
    title: "Registre des activités de traitement",
    summary: `Tenu au titre de l’article 30 du RGPD pour ${brand}. Ce document est écrit par le site, d’après ce qu’il fait et sa configuration : produisez-le de nouveau après chaque changement, et gardez les versions précédentes.`,
    sections: [
      {
        id: "responsable",
        title: "Responsable du traitement",
        blocks: [
          {
            facts: [
              { term: "Dénomination", value: [orPlaceholder(legal.company)] },
              { term: "Siège", value: [orPlaceholder(legal.registeredOffice)] },
              { term: "SIREN", value: [orPlaceholder(legal.siren)] },
              { term: "Représentant", value: [orPlaceholder(legal.publicationDirector)] },
              { term: "Contact", value: [orPlaceholder(contact.email)] },
              {
                term: "Délégué à la protection des données",
                value:
                  legal.dataProtectionOfficer.trim() ||
                  "Non désigné : un conseil doit dire si l’article 37 du RGPD l’impose",
              },
              {
                term: "Hébergeur",
                value: [orPlaceholder(legal.host.name), ", ", orPlaceholder(legal.host.address)],
              },
            ],
          },
        ],
      },
      ...activities.map((activity) => describeActivity(activity, site)),
      { id: "transferts", title: "Transferts hors de l’Espace économique européen", blocks: transfers(site) },
      { id: "mesures", title: "Mesures de sécurité", blocks: securityMeasures },
      { id: "sous-traitance", title: "Traitements faits pour nos clients", blocks: entrusted(site) },
    ],
  };
}

function describeActivity(activity: Activity, { legal }: SiteSettings): Section {
  const { id, title, purpose, basis, people, data, recipients, keeps } = activity;
  const named = legal.processors.filter(({ role }) => recipients.includes(role));
  const others = named.map((processor): Inline[] => [
    ` ; ${processor.name} (${processorRoles[processor.role].does.toLowerCase()}, ${countryOf(processor)})`,
  ]);
  return {
    id,
    title,
    blocks: [
      {
        facts: [
          { term: "Finalité", value: purpose },
          { term: "Base légale", value: basis },
          { term: "Personnes concernées", value: people },
          { term: "Données", value: data },
          {
            term: "Destinataires",
            value: ["Notre équipe ; l’hébergeur, ", orPlaceholder(legal.host.name), ...others.flat()],
          },
        ],
      },
      {
        table: {
          caption: `Durées de conservation : ${title}`,
          head: ["Données", "Durée"],
          rows: keeps.map((key) => [retentionRows[key].data, retentionRows[key].lasts]),
        },
      },
    ],
  };
}

function transfers({ legal }: SiteSettings): Block[] {
  const outside = legal.processors.filter(({ country }) => !isInsideEuropeanArea(country));
  if (outside.length === 0) return ["Aucun, d’après la configuration du site."];
  return [
    {
      list: outside.map((processor) => `${processor.name} (${countryOf(processor)}) : ${processor.transferGuarantee}.`),
    },
  ];
}

/** As a processor. Source: GDPR, article 30, paragraph 2. */
function entrusted({ legal }: SiteSettings): Block[] {
  const assistants = legal.processors.filter(({ role }) => role === "assistant");
  return [
    "Quand l’assistante répond, appelle ou écrit pour une entreprise cliente, celle-ci est responsable du traitement. Rien de ces échanges n’est sur ce site ; tenez ici la liste des clients pour qui vous traitez.",
    {
      facts: [
        {
          term: "Catégories de traitements",
          value: "Réponse aux appels et messages, prise de rendez-vous, campagnes, suivi et comptes rendus",
        },
        { term: retentionRows.entrusted.data, value: retentionRows.entrusted.lasts },
        {
          term: "Analyse d’impact",
          value: "À étudier avec un conseil avant d’ouvrir les appels sortants (article 35 du RGPD)",
        },
        {
          term: "Sous-traitants ultérieurs",
          value:
            assistants.length === 0
              ? "À compléter : la configuration du site n’en nomme aucun"
              : assistants.map((processor) => `${processor.name} (${countryOf(processor)})`).join(" ; "),
        },
      ],
    },
  ];
}
