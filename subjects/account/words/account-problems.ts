/** Why a lead gets no account, for the administrator who asked. Never an internal message. */
export const accountProblems = {
  no_authorization: "Connectez-vous en tant qu’administrateur.",
  session_not_found: "Votre session a pris fin : reconnectez-vous.",
  not_admin: "Seul un administrateur peut créer un compte.",
  insufficient_aal: "Confirmez d’abord votre second facteur de connexion.",
  unreadable: "La demande n’est pas lisible.",
  lead_not_found: "Ce lead n’existe plus.",
  email_unusable: "L’adresse de ce lead ne peut pas ouvrir de compte\u00a0: corrigez-la, ou demandez-lui-en une autre.",
  account_in_use: "Ce contact a déjà un compte.",
  email_has_account: "Un compte existe pour cet e-mail.",
  no_account: "Aucun compte n’existe pour cet e-mail.",
  not_invited: "Ce contact n’a pas de compte : créez-le d’abord.",
  invitation_used: "Ce compte est déjà ouvert : l’invitation a servi.",
  funnel_taken: "Ce compte a déjà un lead pour ce tunnel : rien n’a été rattaché.",
  over_request_rate_limit: "Trop de demandes : réessayez dans un instant.",
  service_unavailable: "La base de données est momentanément indisponible : réessayez dans un instant.",
  unexpected_failure: "Rien n’a été enregistré : réessayez dans un instant.",
} as const;
