import type { PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { isFreeAtFirst } from "#subjects/offers/rules/schedule.ts";

type Facts = {
  plan: PaymentSchedule;
  /** Whether the payment page asks for a card; undefined where the configuration does not say. */
  card: "asked" | "not-asked" | undefined;
  say: (day: CivilDate) => string;
};

const cards = {
  asked: "Une carte est demandée à la commande.",
  "not-asked": "Aucune carte n’est demandée.",
} as const;

/**
 * Under the first button of a page: when the first debit is, how to leave and, while nothing is due, whether a card is
 * asked for.
 */
export function sayAssurance({ plan, card, say }: Facts): string {
  const [first] = plan.lines;
  const leave = first.kind === "order" ? "Rien n’est reconduit." : "Pour arrêter, un message suffit.";
  const next = plan.lines.find(({ amount }) => amount.includingTax > 0);
  if (!isFreeAtFirst(plan) || !next) return `Le paiement se fait à la commande. ${leave}`;
  const debit = `Commandé aujourd’hui, premier débit le ${say(next.date)}.`;
  return [card && cards[card], debit, leave].filter(Boolean).join(" ");
}
