import type { ClosingField } from "#domain/closing-order.ts";
import type { ConferenceField } from "#domain/conference-registration.ts";
import type { OrderProblemCode } from "#domain/order-fields.ts";

type Sentences<Field extends string> = Record<Field, Record<OrderProblemCode, string>>;

const tooLong = (name: string, characters: string) => `${name}\u00a0: raccourcissez, ${characters} caractères au plus.`;

const line = (name: string, article: string) => ({
  missing: `Saisissez ${article}.`,
  malformed: `Saisissez ${article}.`,
  too_long: tooLong(name, "300"),
});

const email = {
  missing: "Saisissez votre adresse e-mail.",
  malformed: "Veuillez entrer une adresse email valide",
  too_long: tooLong("E-mail", "300"),
};

/** What `register-closing` says of an order it cannot take; the form shows it. */
export const closingProblems = {
  firstName: line("Prénom", "votre prénom"),
  lastName: line("Nom", "votre nom"),
  role: line("Fonction", "votre fonction"),
  company: line("Entreprise", "le nom de votre entreprise"),
  email,
  phone: line("Téléphone", "votre téléphone"),
  prospectsCount: line("Nombre de prospects", "le nombre de prospects"),
  objectives: {
    missing: "Choisissez un objectif.",
    malformed: "Choisissez un objectif de la liste.",
    too_long: "Choisissez un objectif de la liste.",
  },
} as const satisfies Sentences<ClosingField>;

/** What `register-conference` says of a registration it cannot take. */
export const conferenceProblems = {
  lastName: line("Nom", "votre nom"),
  firstName: line("Prénom", "votre prénom"),
  companyName: line("Cabinet", "le nom de votre cabinet"),
  email,
  phone: line("Téléphone", "votre téléphone"),
  commentaire: {
    missing: "Saisissez votre commentaire.",
    malformed: "Saisissez votre commentaire.",
    too_long: tooLong("Commentaire", "4\u00a0000"),
  },
  newsletter: {
    missing: "Cochez la case ou laissez-la vide.",
    malformed: "Cochez la case ou laissez-la vide.",
    too_long: "Cochez la case ou laissez-la vide.",
  },
} as const satisfies Sentences<ConferenceField>;

/** Why neither function can answer, whatever the order says. */
export const orderRefusals = {
  key_malformed: "La demande n’est pas lisible.",
  key_reused:
    "Cette demande a déjà été envoyée avec une autre adresse e-mail\u00a0: rechargez la page, puis recommencez.",
  too_many_orders: "Trop de demandes d’un coup\u00a0: réessayez dans quelques minutes.",
} as const;
