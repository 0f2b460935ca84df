import type { PersonalAnswers } from "#subjects/funnel/rules/account.ts";

import { tooLongFor } from "./answer-lengths.ts";
import type { ProblemSentences } from "#content/shared/form.ts";

export const personalCopy = {
  title: "Vos informations",
  lead: "Pour personnaliser votre assistante et vous rappeler si besoin.",
  firstName: "Prénom",
  lastName: "Nom",
  phone: "Téléphone",
  phoneHint: "Format attendu\u00a0: 06 39 98 20 16. Les espaces sont acceptés.",
  companyName: "Nom commercial",
  businessType: "Activité entreprise",
  businessTypeHint: "Par exemple\u00a0: menuiserie, cabinet d’avocats, institut de beauté.",
  /** Source: the legal texts, 4.2; word for word. */
  phoneNotice:
    "Toute sollicitation commerciale par téléphone suppose votre consentement préalable, sauf dans le cadre d'un contrat en cours.",
  callConsent: (company: string) => `J'accepte d'être appelé(e) par ${company} au sujet de ses offres.`,
  problems: {
    firstName: { missing: "Saisissez votre prénom", tooLong: tooLongFor("firstName") },
    lastName: { missing: "Saisissez votre nom", tooLong: tooLongFor("lastName") },
    phone: { missing: "Saisissez votre téléphone", tooLong: tooLongFor("phone") },
    companyName: { missing: "Saisissez votre nom commercial", tooLong: tooLongFor("companyName") },
    businessType: { missing: "Saisissez votre activité", tooLong: tooLongFor("businessType") },
  } satisfies ProblemSentences<keyof PersonalAnswers>,
} as const;
