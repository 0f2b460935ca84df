import { functionProblems } from "#content/shared/function-problems.ts";

/** Why a function of the lead desk refuses, for the administrator who asked. */
export const deskProblems = {
  ...functionProblems,
  unknown_lead: "Ce lead n’existe plus\u00a0: il a sans doute été supprimé.",
  lead_merged: "Ce lead a été fusionné avec un autre\u00a0: ouvrez la fiche qui a été gardée.",
  changed_meanwhile:
    "Quelqu’un a modifié ce lead depuis que vous l’avez ouvert\u00a0: rien n’a été remplacé. Choisissez la valeur à garder.",
  contact_changed: "Ce contact vient de changer\u00a0: il n’a pas été supprimé.",
  not_deleted: "Ce lead n’a pas pu être supprimé\u00a0: aucune de ses données n’a été effacée.",
  owner_reads_only: "Cette personne est en lecture seule\u00a0: choisissez un autre propriétaire.",
  unknown_owner: "Cette personne n’est pas, ou n’est plus, administratrice\u00a0: choisissez un autre propriétaire.",
  not_your_note: "Seule la personne qui a écrit cette note peut la reprendre.",
  already_left: "Cet e-mail est déjà en route, ou déjà parti\u00a0: il ne se reprend plus.",
  mails_refused: "Cette personne a demandé à ne plus recevoir d’e-mails de l’équipe\u00a0: rien ne partira vers elle.",
  no_account:
    "Ce contact n’a pas de compte client\u00a0: il ne lirait pas ce message. Créez son compte, ou écrivez-lui par e-mail.",
  too_many_tags: "Ce lead porte déjà vingt étiquettes\u00a0: retirez-en une d’abord.",
  not_paid: "Ce lead n’est pas payé\u00a0: il n’y a rien à mettre en service.",
  callback_out_of_reach: "Choisissez un rappel entre hier et dans deux ans.",
  column_unknown: "Cette information ne se corrige pas ici.",
  value_malformed: "Cette valeur n’est pas lisible\u00a0: saisissez un texte ou un nombre.",
  value_too_long: "Cette valeur est trop longue\u00a0: raccourcissez-la.",
  number_malformed: "Saisissez un nombre entier, sans espace ni signe.",
  volume_not_sold: "Ce volume n’est pas vendu\u00a0: choisissez-en un de la liste des prix.",
  contact_missing: "Saisissez une adresse e-mail ou un téléphone.",
  phone_malformed: "Ce numéro ne se compose pas\u00a0: sans adresse e-mail, il faut un téléphone complet.",
  day_to_come: "Cet accord ne peut pas dater d’un jour à venir.",
  email_malformed: "Veuillez entrer une adresse email valide",
  path_malformed: "Cette page d’origine n’est pas une page du site.",
  key_reused: "Cette demande a déjà été envoyée avec une autre adresse e-mail\u00a0: recommencez.",
  merge_itself: "Un lead ne se fusionne pas avec lui-même\u00a0: choisissez-en un autre.",
  same_contact: "Ces leads sont déjà ceux d’un même contact.",
  two_accounts:
    "Ces contacts ont chacun leur compte client\u00a0: ils ne peuvent pas être fusionnés tant que l’un des deux n’est pas supprimé.",
  account_unconfirmed:
    "Le compte client de l’autre contact lirait tout ce que garde cette fiche\u00a0: vérifiez à qui il est, puis confirmez-le.",
  merge_settled: "Cette fusion ne peut plus être annulée.",
} as const;

export type DeskRefusal = keyof typeof deskProblems;
