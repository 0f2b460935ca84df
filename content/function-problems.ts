/** Why a function of the site refuses, for whoever reads the answer. */
export const functionProblems = {
  no_authorization: "Connectez-vous pour continuer.",
  session_not_found: "Votre session a pris fin : reconnectez-vous.",
  insufficient_aal: "Confirmez d’abord votre second facteur de connexion.",
  own_factors: "Vos propres facteurs se retirent depuis votre page de sécurité.",
  unknown_administrator: "Ce compte n’est pas, ou n’est plus, celui d’un administrateur.",
  unknown_session: "Cette session n’existe pas, ou a déjà pris fin.",
  sign_in_again: "Votre connexion date de plus de dix minutes : reconnectez-vous, puis recommencez.",
  email_mismatch: "Cette adresse n’est pas celle de votre compte : rien n’a été supprimé.",
  administrator_account: "Le compte d’un administrateur ne se supprime pas ici.",
  contact_changed: "Vos données viennent de changer, rien n’a été supprimé : recommencez.",
  unknown_function: "Cette adresse n’existe pas.",
  method_not_allowed: "Cette adresse attend une requête POST.",
  not_admin: "Cette action est réservée aux administrateurs.",
  signature_refused: "La signature de cet événement n’est pas valable.",
  unknown_delivery: "Cette livraison n’existe pas, ou n’existe plus.",
  unknown_receiver: "Ce destinataire n’existe pas.",
  already_delivered: "Cette livraison est déjà arrivée\u00a0: elle n’est pas envoyée deux fois.",
  already_on_its_way: "Cette livraison est déjà en route.",
  emptied: "Le contenu de cette livraison a été effacé au bout de 30 jours\u00a0: il n’y a plus rien à envoyer.",
  receiver_not_configured:
    "Ce destinataire n’est plus dans la configuration du site\u00a0: rien ne peut lui être envoyé.",
  nothing_to_replay: "Rien n’a été abandonné pour ce destinataire.",
  unknown_payment: "Ce paiement n’existe pas, ou n’existe plus.",
  unknown_lead: "Ce lead n’existe plus\u00a0: choisissez-en un autre.",
  attached_elsewhere: "Ce paiement est déjà rattaché à un autre lead.",
  unreadable: "La demande n’est pas lisible.",
  over_request_rate_limit: "Trop de demandes : réessayez dans un instant.",
  service_unavailable: "Le service est momentanément indisponible : réessayez dans un instant.",
  unexpected_failure: "Le service rencontre un problème : réessayez plus tard.",
} as const;

export type FunctionProblem = keyof typeof functionProblems;
