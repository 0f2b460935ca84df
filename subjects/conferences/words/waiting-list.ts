import { de } from "#content/language/elision.ts";

/** At the end of a mail about the list of the next conference, and what mail programs show beside it. */
export const leaveListLabel = "Me retirer de la liste d’attente";

/** The page behind that link. */
export const leaveListCopy = {
  title: "Liste d’attente",
  /** The page shows this and changes nothing: programs that look at mails open every link. */
  ask: {
    heading: (brand: string) => `Ne plus être prévenu de la prochaine conférence ${de(brand)}\u00a0?`,
    text: "Un seul geste suffit. Vos autres échanges avec nous ne changent pas.",
    submit: leaveListLabel,
  },
  done: {
    heading: "C’est fait\u00a0: vous n’êtes plus sur la liste.",
    text: "Nous ne vous écrirons pas pour la prochaine conférence. Vous pouvez fermer cette page.",
  },
  gone: {
    heading: "Votre adresse n’est plus sur la liste.",
    text: "Nous ne vous écrirons pas pour la prochaine conférence.",
  },
  unusable: {
    heading: "Ce lien de retrait n’est pas valable.",
    text: "Ouvrez celui du dernier message reçu, en entier.",
  },
  busy: { heading: "Le retrait n’est pas parti.", text: "Réessayez dans un instant." },
  back: (brand: string) => `Aller sur le site ${de(brand)}`,
} as const;
