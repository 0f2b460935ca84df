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

/** The one button of a first view. */
export const callListenerCopy = {
  listen: "Écoutez-la décrocher",
  length: (title: string, seconds: number) => `${title}, ${seconds} s`,
  read: "Lire l’appel",
} as const;
