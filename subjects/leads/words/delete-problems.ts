/**
 * The end of « Erreur lors de la suppression du lead: … » and of its siblings: what went wrong, and that nothing is
 * lost. Never an internal message.
 */
export const deleteProblems = {
  no_authorization: "Connectez-vous en tant qu’administrateur.",
  session_not_found: "Votre session a pris fin : reconnectez-vous.",
  not_admin: "Seul un administrateur peut supprimer un contact.",
  insufficient_aal: "Confirmez d’abord votre second facteur de connexion.",
  role_missing: "Votre rôle ne permet pas cette action\u00a0: demandez à un responsable.",
  unreadable: "La demande n’est pas lisible.",
  missing_data: "Les données de ce contact sont incomplètes.",
  paid_contact: "Ce contact a payé\u00a0: seul un responsable peut le supprimer.",
  contact_changed: "Ce contact a changé depuis son affichage : rechargez la liste.",
  administrator_account: "Le compte d’un administrateur ne se supprime pas ici.",
  over_request_rate_limit: "Trop de demandes : réessayez dans un instant.",
  lead_failed: "Rien n’a été supprimé : réessayez dans un instant.",
  profile_failed: "Rien n’a été supprimé : réessayez dans un instant.",
  account_failed: "Rien n’a été supprimé : réessayez dans un instant.",
  service_unavailable:
    "La base de données est momentanément indisponible, rien n’a été supprimé : réessayez dans un instant.",
  unexpected_failure: "Rien n’a été supprimé : réessayez dans un instant.",
} as const;

/** Where a deletion stopped: each has its own alert. */
export const deleteStages = ["lead", "profile", "account", "unexpected"] as const;
export type DeleteStage = (typeof deleteStages)[number];
