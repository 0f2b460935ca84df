import { sirenLength } from "#domain/kernel/siren.ts";
import { type ProblemCode } from "#domain/kernel/text-rules.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";
import type { ClosingField } from "#subjects/orders/rules/closing-order.ts";
import type { ConferenceField } from "#subjects/conferences/rules/conference-registration.ts";

import { characters } from "#content/shared/form.ts";

type Sentences<Field extends string> = Record<Field, Record<ProblemCode, string>>;

const tooLong = (name: string, limit: number) => `${name}\u00a0: raccourcissez, ${characters(limit)} au plus.`;

const line = (name: string, article: string) => ({
  missing: `Saisissez ${article}.`,
  malformed: `Saisissez ${article}.`,
  tooLong: tooLong(name, maxLengths.line),
});

const email = {
  missing: "Saisissez votre adresse e-mail.",
  malformed: "Veuillez entrer une adresse email valide",
  tooLong: tooLong("E-mail", maxLengths.line),
};

/** No form has a field for it: a program sent it. */
const ofRegister = (name: string, article: string, limit: number = maxLengths.line) => ({
  ...line(name, article),
  tooLong: tooLong(name, limit),
});

const chosenCompany = {
  companySiren: ofRegister("SIREN", "le SIREN de votre entreprise", sirenLength),
  companyLegalName: ofRegister("Dénomination", "la dénomination de votre entreprise"),
  companyAddress: ofRegister("Adresse", "l’adresse de votre entreprise"),
};

/** What `register-closing` says of an order it cannot take; the form shows it. */
export const closingProblems = {
  firstName: line("Prénom", "votre prénom"),
  lastName: line("Nom", "votre nom"),
  role: line("Fonction", "votre fonction"),
  company: line("Entreprise", "le nom de votre entreprise"),
  ...chosenCompany,
  email,
  phone: line("Téléphone", "votre téléphone"),
  prospectsCount: {
    ...line("Nombre de prospects", "le nombre de prospects"),
    malformed: "Indiquez un seul nombre de prospects, en chiffres, par exemple 2\u202f000.",
  },
  objectives: {
    missing: "Choisissez un objectif.",
    malformed: "Choisissez un objectif de la liste.",
    tooLong: "Choisissez un objectif de la liste.",
  },
} as const satisfies Sentences<ClosingField>;

/** What `register-conference` says of a registration it cannot take. */
export const conferenceProblems = {
  lastName: line("Nom", "votre nom"),
  firstName: line("Prénom", "votre prénom"),
  companyName: line("Cabinet", "le nom de votre cabinet"),
  ...chosenCompany,
  email,
  phone: line("Téléphone", "votre téléphone"),
  commentaire: {
    missing: "Saisissez votre commentaire.",
    malformed: "Saisissez votre commentaire.",
    tooLong: tooLong("Commentaire", maxLengths.area),
  },
  newsletter: {
    missing: "Cochez la case ou laissez-la vide.",
    malformed: "Cochez la case ou laissez-la vide.",
    tooLong: "Cochez la case ou laissez-la vide.",
  },
} as const satisfies Sentences<ConferenceField>;

/** Why neither function can answer, whatever the order says. */
export const orderRefusals = {
  key_malformed: "La demande n’est pas lisible.",
  key_reused:
    "Cette demande a déjà été envoyée avec une autre adresse e-mail\u00a0: rechargez la page, puis recommencez.",
  too_many_orders: "Trop de demandes d’un coup\u00a0: réessayez dans quelques minutes.",
} as const;
