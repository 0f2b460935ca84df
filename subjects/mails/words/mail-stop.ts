import { de } from "#content/language/elision.ts";

/** At the end of each mail that the team writes, and what mail programs show beside it. */
export const mailStopLabel = "Ne plus recevoir d’e-mails de l’équipe";

/** The page behind that link. */
export const mailStopCopy = {
  title: "E-mails de l’équipe",
  /** The page shows this and changes nothing: programs that look at mails open every link. */
  ask: {
    heading: (brand: string) => `Ne plus recevoir d’e-mails de l’équipe ${brand}\u00a0?`,
    text: "Un clic suffit. Vos demandes restent enregistrées, et vous recevez encore ce qui concerne vos commandes et vos paiements.",
    submit: mailStopLabel,
  },
  done: {
    heading: "C’est fait\u00a0: l’équipe ne vous écrira plus.",
    text: "Vos demandes restent enregistrées. Vous pouvez fermer cette page.",
  },
  gone: { heading: "Cette demande n’existe plus.", text: "L’équipe n’a plus votre adresse pour elle." },
  unusable: {
    heading: "Ce lien n’est pas valable.",
    text: "Ouvrez celui du dernier message reçu, en entier.",
  },
  busy: { heading: "Votre choix n’est pas parti.", text: "Réessayez dans un instant." },
  back: (brand: string) => `Aller sur le site ${de(brand)}`,
} as const;
