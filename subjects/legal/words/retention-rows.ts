import { retention } from "#domain/site/retention.ts";

import type { Passage } from "./legal-text.ts";
import { sayDuration } from "#content/language/say-duration.ts";

/** `since`: the version of the privacy policy that says it first. */
export type RetentionRow = { data: string; lasts: Passage; since?: string };

/** What is kept for how long, as the privacy policy and the register of processing say it, in their order. */
export const retentionRows = {
  contacts: {
    data: "Contacts et messages, si vous ne devenez pas client",
    lasts: [
      { strong: `${sayDuration(retention.contacts)} au plus` },
      " après le dernier contact : votre demande, sa mise à jour par vous ou le changement de son suivi par notre équipe",
    ],
  },
  imported: {
    since: "2026-12-01",
    data: "Contacts que notre équipe a saisis ou importés",
    lasts: [
      { strong: `${sayDuration(retention.contacts)} au plus` },
      ` après leur enregistrement ou le dernier contact ; le nom et la source d’un fichier importé, aussi longtemps qu’il en reste un contact, et ${sayDuration(retention.contacts)} au moins`,
    ],
  },
  notes: {
    data: "Notes, rappels, corrections et historique d’une demande",
    lasts: "La même que celle de la demande",
  },
  teamMails: {
    since: "2026-12-01",
    data: "E-mails de notre équipe au sujet d’une demande, et refus d’en recevoir",
    lasts: "La même que celle de la demande",
  },
  notifications: {
    since: "2026-12-01",
    data: "Notifications de nos administrateurs, sans nom ni coordonnées",
    lasts: `${sayDuration(retention.notifications)}, et jamais plus que la demande`,
  },
  clients: {
    data: "Demande d’un client, compte, configuration",
    lasts: `Durée du contrat, puis ${sayDuration(retention.clientArchive)} en archive, le temps de la prescription (article 2224 du code civil)`,
  },
  accounting: {
    data: "Factures et pièces comptables",
    lasts: `${sayDuration(retention.accounting)} (article L. 123-22 du code de commerce)`,
  },
  accounts: {
    data: "Compte sans contrat",
    lasts: "Jusqu’à sa suppression, par vous ou avec la dernière demande qui s’y rattache",
  },
  sessions: {
    data: "Sessions : adresse IP et navigateur",
    lasts: `Jusqu’à la déconnexion, ${sayDuration(retention.customerSession)} au plus (${sayDuration(retention.administratorSession)} pour un administrateur)`,
  },
  devices: {
    data: "Empreinte d’un appareil déjà utilisé pour se connecter",
    lasts: `${sayDuration(retention.knownDevice)} après la dernière connexion`,
  },
  links: {
    data: "Liens envoyés par e-mail",
    lasts: `${sayDuration(retention.mailedLink)} ; ${sayDuration(retention.invitation)} pour une invitation ou pour confirmer la lettre d’information`,
  },
  counters: {
    data: "Compteurs de limitation (empreintes)",
    lasts: `${sayDuration(retention.rateCounters)} après la dernière requête`,
  },
  logs: { data: "Journaux techniques", lasts: [{ strong: sayDuration(retention.technicalLogs) }] },
  events: {
    data: "Contenu des événements transmis à l’automatisation",
    lasts: `${sayDuration(retention.deliveredContent)} après leur livraison ; ${sayDuration(retention.abandonedContent)} s’ils n’ont pas pu être livrés`,
  },
  choices: {
    data: "Choix sur les cookies, dans votre navigateur",
    lasts: sayDuration(retention.consentChoice),
  },
  statistics: {
    data: "Compteurs des étapes d’inscription et statistiques des demandes, sans aucun identifiant",
    lasts: sayDuration(retention.statistics),
  },
  proofs: {
    data: "Preuves de consentement (cookies, appels, rappel d’une commande, lettre d’information) : adresse e-mail, objet, version du texte et date",
    lasts: `Durée du consentement, puis ${sayDuration(retention.consentProof)}, même si votre demande est effacée avant. Si elle est supprimée avant ce terme, par vous ou par notre équipe, l’adresse y est remplacée par une empreinte.`,
  },
  letter: {
    data: "Abonnement confirmé à la lettre d’information : adresse e-mail, version du texte et date",
    lasts:
      "Jusqu’à votre désinscription, même si votre demande est effacée avant ; ensuite, comme preuve de consentement",
  },
  waitingList: {
    data: "Liste d’attente d’une conférence : adresse e-mail, objet, version du texte et date",
    lasts: `Jusqu’à l’annonce de l’édition suivante, puis ${sayDuration(retention.announcedEdition)} pour vous prévenir, même si votre demande est effacée avant ; un lien dans nos messages vous en retire à tout moment`,
  },
  audit: {
    data: "Journal des actions des administrateurs, sans le contenu des fiches",
    lasts: sayDuration(retention.auditLog),
  },
  entrusted: {
    data: "Données de prospection confiées par une entreprise cliente",
    lasts: [{ strong: "Durée fixée par le client" }, ", responsable du traitement"],
  },
} as const satisfies Record<string, RetentionRow>;
