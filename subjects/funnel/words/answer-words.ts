import { type KindOf, type QuestionKey, questionOf } from "#subjects/funnel/rules/questions.ts";
import { conferenceBusinessType } from "#domain/kernel/lead.ts";

/** The codes that a question offers. */
type CodeOf<Key extends QuestionKey> =
  KindOf<Key> extends { choices: readonly (infer Code extends string)[] } ? Code : never;

type Words = {
  [Key in QuestionKey as KindOf<Key> extends { choices: unknown } ? Key : never]: Record<CodeOf<Key>, string>;
};

const between = (least: string, most: string) => `De ${least} à ${most}`;

/** What a chosen answer says, by its question and its code: in the form, in the customer's space and in mails. */
export const answerWords = {
  audience: { formation: "Stagiaires d’un organisme de formation" },
  prospectsPerMonth: {
    "0-500": between("0", "500"),
    "500-1000": between("500", "1 000"),
    "1000-5000": between("1 000", "5 000"),
    "5000-20000": between("5 000", "20 000"),
    "20000+": "Plus de 20 000",
  },
  currentClients: {
    "100-1000": between("100", "1 000"),
    "1000-5000": between("1 000", "5 000"),
    "5000-10000": between("5 000", "10 000"),
    "10000-20000": between("10 000", "20 000"),
    "20000+": "Plus de 20 000",
  },
  voice: { feminin: "Féminine", masculin: "Masculine" },
  intention: {
    informer: "Informer",
    rdv: "Prendre des rendez-vous",
    exhaustif: "Répondre en détail",
    questionner: "Questionner",
    autres: "Autre",
  },
  /** Source: specification, section 9; word for word, the last one apart. */
  businessHours: {
    "24h": "Disponibilité tous les jours 24h/24",
    "9h-17h": "de 9h à 17h (la journée)",
    "17h-9h": "de 17h à 9h (la soirée)",
    autres: "Autres créneaux",
  },
  objectives: {
    meetings: "Prendre des rendez-vous",
    directSales: "Vendre directement",
    diagnostic: "Établir un diagnostic",
    qualification: "Qualifier des prospects",
  },
} as const satisfies Words;

/** The form of the conference does not ask for the business: the wire states it. */
const statedWords = { businessType: { [conferenceBusinessType]: "Avocat" } };

/** By question, and by the column that holds its answer. */
const wordsByName = new Map<string, Readonly<Record<string, string>>>(
  Object.entries({ ...answerWords, ...statedWords }).flatMap(([key, words]) => [
    [key, words],
    [questionOf(key as QuestionKey).column, words],
  ]),
);

/** What is none of our codes is said as it is stored. @param name of the question, or of its column */
export function sayAnswer(name: string, stored: string): string {
  const words = wordsByName.get(name);
  return words && Object.hasOwn(words, stored) ? (words[stored] ?? stored) : stored;
}
