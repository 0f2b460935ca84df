import type { ProblemCode } from "#domain/kernel/text-rules.ts";
import type { ChangedField } from "#subjects/orders/rules/answer-change.ts";

import { tooLongFor } from "#subjects/funnel/words/answer-lengths.ts";

/** « Tout reste modifiable »: what a customer changes of a request from their space. */
export const answerChangeCopy = {
  open: "Modifier mes réponses",
  title: "Modifier vos réponses",
  lead: "Votre phrase d’accueil, vos horaires et ce que votre assistante fait en priorité.",
  fields: {
    welcome_message: "Phrase d’accueil",
    hours: "Quand doit-elle répondre ?",
    hours_detail: "Vos créneaux d’ouverture",
    intention: "Que doit-elle faire en priorité ?",
    intention_detail: "Votre intention, en une phrase",
  } satisfies Record<ChangedField, string>,
  problems: {
    welcome_message: { missing: "Saisissez votre phrase d’accueil", tooLong: tooLongFor("welcomeMessage") },
    hours: { missing: "Choisissez vos horaires" },
    hours_detail: { missing: "Saisissez vos créneaux d’ouverture", tooLong: tooLongFor("businessHours") },
    intention: { missing: "Choisissez ce qu’elle doit faire en priorité" },
    intention_detail: { missing: "Saisissez votre intention", tooLong: tooLongFor("intentionDetail") },
  } satisfies Record<ChangedField, Partial<Record<ProblemCode, string>>>,
  choose: "Choisissez",
  submit: "Enregistrer",
  busy: "Enregistrement",
  cancel: "Annuler",
  done: {
    changed: "C’est enregistré.",
    waiting: "C’est noté\u00a0: l’équipe applique ce changement à votre service.",
    unchanged: "Rien n’a changé\u00a0: vos réponses étaient déjà celles-ci.",
  },
  /** Beside a change of a request that is paid. */
  waiting: (day: string) => `Changement demandé le ${day}, en cours d’application par l’équipe.`,
} as const;

/** Why a change of answers is refused. */
export const answerChangeProblems = {
  unknown_order: "Cette demande n’est pas, ou n’est plus, dans votre espace.",
  order_closed: "Cette demande est close\u00a0: écrivez-nous pour la reprendre.",
  answer_missing: "Une réponse manque\u00a0: complétez-la.",
  answer_malformed: "Une réponse n’est pas lisible\u00a0: choisissez-la de nouveau.",
  answer_too_long: "Une réponse est trop longue\u00a0: raccourcissez-la.",
} as const;
