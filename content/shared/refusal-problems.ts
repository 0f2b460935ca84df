/** Why a request is refused before a service has read it, or beside them all. */
export const refusalProblems = {
  uri_too_long: "L’adresse demandée est trop longue.",
  headers_too_large: "Les en-têtes de la demande sont trop longs.",
  foreign_host: "Cette démonstration ne répond pas à ce nom\u00a0: ouvrez-la à l’adresse affichée à son démarrage.",
  not_found: "Cette adresse n’existe pas.",
  malformed: "La demande n’est pas lisible.",
  service_unavailable: "Le service est momentanément coupé. Réessayez.",
  unexpected_failure: "Le service rencontre un problème. Réessayez plus tard.",
} as const;
