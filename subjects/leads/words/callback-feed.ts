/** One's call-backs in a calendar of one's own. */
export const callbackFeedCopy = {
  open: "Agenda",
  title: (name: string) => `Rappeler ${name}`,
  name: (brand: string) => `${brand}, rappels`,
  unnamed: "un lead",
  heading: "Vos rappels dans votre agenda",
  intro:
    "Abonnez votre agenda à cette adresse\u00a0: les rappels dont vous êtes propriétaire y apparaissent, et suivent. Elle vaut un mot de passe\u00a0: ne la partagez pas.",
  label: "Adresse privée",
  renew: "Changer l’adresse",
  renewHint: "Changée, l’adresse actuelle cesse aussitôt de fonctionner.",
  close: "Fermer",
  loading: "Chargement…",
};
