import type { CivilDate } from "#kit/civil-date.ts";

import { mailStopLabel } from "#subjects/mails/words/mail-stop.ts";
import { type Block, type Passage, wordedFor } from "./legal-text.ts";

/** What the privacy policy says of what the team itself writes down: contacts, mails, notifications, call-backs. */
export function collectedByTeam(version: CivilDate): readonly Block[] {
  return wordedFor(version, { "2025-06-25": [], "2026-12-01": fromDecember2026 });
}

const fromDecember2026: readonly Block[] = [
  { id: "contacts-importes", subtitle: "Contacts saisis ou importés" },
  "Notre équipe saisit aussi la demande de personnes qui l’ont faite autrement (par téléphone, sur un salon), et peut importer un fichier de contacts professionnels : participants d’un salon, contacts transmis par un partenaire, fiches d’un ancien outil. Nous en gardons le nom, l’e-mail ou le téléphone, l’entreprise, l’activité, une note et une date de rappel. Le fichier lui-même n’est pas gardé : seuls le sont son nom, son empreinte, sa source et qui l’a importé.",
  "La source est inscrite dans chaque fiche. Notre premier e-mail à une personne dont les coordonnées viennent d’un fichier la nomme ; nous la donnons aussi à qui la demande, et au plus tard un mois après l’import (article 14 du RGPD). Un import n’envoie aucun message par lui-même et ne vaut pas accord pour être appelé : un accord n’y compte qu’avec sa date, sa source et le texte présenté. Vous pouvez vous opposer à ce suivi sans avoir à vous justifier.",
  { id: "messages-equipe", subtitle: "E-mails de notre équipe" },
  [
    "De chaque e-mail que notre équipe vous écrit, la demande garde l’objet, le texte, l’adresse, l’auteur, la date et l’état de l’envoi. Aucune image ne mesure son ouverture, aucun lien n’est suivi. Les réponses arrivent dans la boîte de la personne qui vous a écrit. Le lien « ",
    mailStopLabel,
    " » enregistre votre refus avec sa date, pour toutes vos demandes à la même adresse ; la levée de ce refus, si vous la demandez, l’est avec sa date et son motif.",
  ],
  { id: "notifications-equipe", subtitle: "Notifications et agenda de notre équipe" },
  "Nos administrateurs sont prévenus de ce qui attend une réponse. Une notification ne garde que sa nature, sa date, la fiche concernée, la personne prévenue et la personne à l’origine de l’événement ; le nom affiché est relu dans la fiche au moment de l’affichage. Les e-mails de notification ne nomment personne. L’agenda de rappels d’un administrateur, s’il s’y abonne par une adresse privée, contient le nom, l’entreprise et le téléphone des personnes à rappeler ; il est lu par l’agenda qu’il a choisi, et s’arrête avec son droit d’accès.",
];

/** What the desk writes to the browser of who works at it. */
export function keptOfAdministrators(version: CivilDate): readonly Passage[][] {
  return wordedFor(version, { "2025-06-25": [], "2026-12-01": deskKeys });
}

const deskKeys: readonly Passage[][] = [
  [
    [{ code: "desk_drafts" }],
    "Administrateurs seulement : notes et e-mails en cours d’écriture, que le réseau n’a pas encore transmis",
    "7 jours ; effacée à la déconnexion",
  ],
];
