import { de } from "#content/language/elision.ts";

/** Beside the box of step 2, and kept with the answer. */
export const reminderConsent = (brand: string) =>
  `J’accepte un rappel ${de(brand)} par e-mail, un seul, si ma commande reste sans paiement.`;

/** At the end of a reminder, and what mail programs show beside it. Source: contract, public face. */
export const stopReminderLabel = "Ne plus recevoir de rappel";

/** The page behind that link. */
export const stopReminderCopy = {
  title: "Rappels",
  /** The page shows this and changes nothing: programs that look at mails open every link. */
  ask: {
    heading: (_brand: string) => "Ne plus recevoir de rappel\u00a0?",
    text: "Un clic suffit. Votre demande reste enregistrée, et le lien pour la reprendre reste valable.",
    submit: stopReminderLabel,
  },
  done: {
    heading: "C’est fait\u00a0: plus aucun rappel ne partira.",
    text: "Votre demande reste enregistrée. Vous pouvez fermer cette page.",
  },
  gone: { heading: "Cette demande n’existe plus.", text: "Aucun rappel ne partira plus vers vous." },
  unusable: {
    heading: "Ce lien n’est pas valable.",
    text: "Ouvrez celui du dernier message reçu, en entier.",
  },
  busy: { heading: "Votre choix n’est pas parti.", text: "Réessayez dans un instant." },
  back: (brand: string) => `Aller sur le site ${de(brand)}`,
} as const;
