import type { CodedAnswers } from "#domain/kernel/mailed-code.ts";

import type { ProblemSentences } from "#content/shared/form.ts";

/** The short form of a mailed link, which a program that reads mails may have opened first. */
export const mailedCodeCopy = {
  title: "Vous avez le code de l’e-mail ?",
  lead: "Il sert encore quand le lien a déjà été ouvert, par exemple par la protection d’une messagerie.",
  email: "Adresse qui a reçu le code",
  code: "Code reçu",
  hint: "Les chiffres écrits dans l’e-mail. Les espaces sont acceptés.",
  submit: "Valider le code",
  busy: "Vérification",
  problems: {
    codeEmail: {
      missing: "Saisissez l’adresse qui a reçu le code",
      malformed: "Veuillez entrer une adresse email valide",
      tooLong: "Veuillez entrer une adresse email valide",
    },
    mailedCode: {
      missing: "Saisissez le code écrit dans l’e-mail",
      malformed: "Saisissez les chiffres du code, de 6 à 10",
    },
  } satisfies ProblemSentences<keyof CodedAnswers>,
} as const;
