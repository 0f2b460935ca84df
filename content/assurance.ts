import type { PaymentSchedule } from "#domain/contracts/payment-schedule.ts";
import type { CivilDate } from "#domain/kernel/civil-date.ts";

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

/** Under the first button of a page: is a card asked, when is the first debit, how to leave. */
export function sayAssurance({ plan: { lines }, card, say }: Facts): string {
  const [first] = lines;
  const next = lines.find(({ amount }) => amount.includingTax > 0);
  const isFree = first.amount.includingTax === 0;
  const debit =
    isFree && next ? `Commandé aujourd’hui, premier débit le ${say(next.date)}.` : "Le paiement se fait à la commande.";
  const leave = first.kind === "order" ? "Rien n’est reconduit." : "Pour arrêter, un e-mail suffit.";
  return [card && cards[card], debit, leave].filter(Boolean).join(" ");
}
