/** Every sentence of a mail that is being written. */
export const composerCopy = {
  title: (name: string) => `E-mail à ${name}`,
  loading: "Préparation de l’e-mail…",
  loadFailed: "L’e-mail n’a pas pu être préparé.",
  to: (address: string) => `À ${address}. Les réponses arrivent dans votre boîte.`,
  inSpace: "Cette personne le lira aussi dans son espace client.",
  template: "Modèle",
  noTemplate: "Sans modèle",
  subject: "Objet",
  text: "Texte",
  link: "{lien} devient, au départ, le lien qui reprend sa commande.",
  draft: "Brouillon repris.",
  send: "Envoyer",
  busy: "Mise en file…",
  close: "Mettre de côté",
  discard: "Jeter le brouillon",
  keys: "Ctrl + Entrée envoie, Échap met de côté.",
  empty: "Écrivez un objet et un texte avant d’envoyer.",
  /** It waits, and has not left. */
  queued: (name: string) => `E-mail à ${name}\u00a0: il part dans quelques secondes.`,
  unavailable: "Le serveur ne répond pas. Le brouillon est gardé\u00a0: réessayez, l’e-mail ne partira pas deux fois.",
} as const;
