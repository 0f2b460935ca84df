/** Around a recorded call. */
export const callPlayerCopy = {
  play: (title: string) => `Écouter\u00a0: ${title}`,
  pause: (title: string) => `Mettre en pause\u00a0: ${title}`,
  position: "Position dans l’appel",
  positionInWords: (seconds: number, total: number) => `${seconds} secondes sur ${total}`,
  transcript: "Transcription de l’appel",
  /** The file is missing, or the browser refuses it. */
  failed: "L’enregistrement ne peut pas être lu pour le moment. Son texte est écrit à côté.",
} as const;

/** The console of the first view: what it shows, and the one call that is played in it. */
export const callConsoleCopy = {
  listen: "Écoutez-la décrocher",
  views: "Ce que montre le standard",
  log: "Journal",
  read: "Lire l’appel",
  try: "Essayez avec votre nom",
  state: { live: "Appel en cours", over: "Appel terminé" },
  outcomes: "Ce qu’elle a fait",
} as const;
