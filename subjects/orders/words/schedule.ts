import type { DueKind, DueLine, PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { trialDays } from "#subjects/offers/rules/base/periods.ts";

/** The schedule of payments, wherever it is shown. */
export const scheduleCopy = {
  title: "Échéancier",
  today: "Aujourd’hui",
  kinds: {
    trial: `${trialDays.trial} jours d’essai gratuit, à compter de la commande`,
    trainingTrial: `${trialDays.trainingTrial} jours d’essai gratuit, à compter de la commande (organismes de formation)`,
    freeMonth: "Premier mois offert",
    secondMonth: "Deuxième mois, quel que soit le volume",
    firstMonth: "Premier mois",
    eachMonth: "Puis chaque mois, sans engagement",
    order: "À la commande",
  } satisfies Record<DueKind, string>,
  /** "97 €" */
  excludingTax: (amount: string) => `${amount} HT`,
  includingTax: (amount: string) => `${amount} TTC`,
  /** On the pages after a payment, once prices have changed. */
  keptElsewhere:
    "Les montants et les dates de votre commande n’ont pas changé\u00a0: ils sont dans l’e-mail de confirmation de votre paiement et dans votre espace client.",
  setUp: {
    label: "Mise en service",
    offered: "Offerte",
    included: "Incluse",
    /** Where nothing can be struck. */
    insteadOf: (amount: string) => `au lieu de ${amount}`,
  },
} as const;

/** One line, as it is drawn and as a mail writes it. */
export type ScheduleLine = Pick<DueLine, "date" | "amount"> & {
  label: string;
  /** Said before the date of the first line while it is the day itself. */
  prefix?: string;
};

/** A schedule with its words. @param today the day of the reader's page; without it no line is called today's */
export function describeSchedule({ lines, setUp }: PaymentSchedule, today?: CivilDate) {
  return {
    words: scheduleCopy,
    lines: lines.map(({ date, kind, amount }): ScheduleLine => ({
      date,
      amount,
      label: scheduleCopy.kinds[kind],
      ...(date === today && { prefix: scheduleCopy.today }),
    })),
    ...(setUp && { setUp }),
  };
}
