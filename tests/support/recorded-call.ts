/** A call of two turns, as players are given it. */
export const recordedCall = {
  title: "Un appel",
  durationSeconds: 20,
  loudness: [0, 100],
  sources: [{ src: "/appel.ogg", type: "audio/ogg" }],
  turns: [
    { by: "assistant" as const, speaker: "L’assistante", text: "Bonsoir.", atSeconds: 0 },
    { by: "caller" as const, speaker: "Le client", text: "Un rendez-vous ?", atSeconds: 8 },
  ],
};
