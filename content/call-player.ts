/** Around a recorded call. */
export const callPlayerCopy = {
  play: (title: string) => `Écouter : ${title}`,
  pause: (title: string) => `Mettre en pause : ${title}`,
  position: "Position dans l’appel",
  positionInWords: (seconds: number, total: number) => `${seconds} secondes sur ${total}`,
  transcript: "Transcription de l’appel",
} as const;
