import type { DueLine } from "#domain/kernel/payment-schedule.ts";
import type { CalendarEvent } from "#domain/kernel/calendar-file.ts";
import type { SoldOffer } from "#domain/kernel/lead.ts";
import type { Milestone } from "#subjects/offers/rules/milestones.ts";
import type { Ordered } from "#subjects/offers/rules/ordered-fragment.ts";

import { offerWords } from "#subjects/offers/words/registry.ts";
import { scheduleCopy } from "./schedule.ts";

/** The dates of an order, on the pages after its payment and in its calendar file. */
export const orderDatesCopy = {
  title: "Ce qui suit",
  done: "fait",
  kinds: {
    ordered: "Commande enregistrée",
    accountReady: "Votre compte est prêt, au plus tard",
  } satisfies Record<Exclude<Milestone["kind"], "due">, string>,
  opensWithin: (offer: SoldOffer) => offerWords[offer].opens,
  calendar: "Ajouter à mon agenda",
  fileName: "mes-dates.ics",
} as const;

/** "97 € HT (116,40 € TTC), deuxième mois…" @param say an amount in cents, written out */
function sayDueLine({ amount, kind }: DueLine, say: (amountCents: number) => string): string {
  const label = scheduleCopy.kinds[kind];
  const { excludingTax, includingTax } = scheduleCopy;
  return amount.excludingTax === 0
    ? `${label}\u00a0: ${say(0)}`
    : `${label}\u00a0: ${excludingTax(say(amount.excludingTax))} (${includingTax(say(amount.includingTax))})`;
}

type Told = {
  /** Whose milestones they are: each order has entries of its own. */
  ordered: Omit<Ordered, "amounts">;
  brand: string;
  origin: string;
  say: (amountCents: number) => string;
};

/** What is still to come, for a calendar: what is done needs no entry. */
export function calendarEventsOf(
  milestones: readonly Milestone[],
  { ordered: { purchase, day }, brand, origin, say }: Told,
): CalendarEvent[] {
  const { offer, volume, isTraining } = purchase;
  const order = [offer, volume, ...(isTraining ? ["formation"] : []), day].join("-");
  return milestones.flatMap((milestone): CalendarEvent[] => {
    if (milestone.kind === "ordered") return [];
    const said = milestone.kind === "due" ? sayDueLine(milestone.line, say) : orderDatesCopy.kinds[milestone.kind];
    return [
      {
        id: `${milestone.kind}-${milestone.date}-${order}`,
        day: milestone.date,
        title: `${brand} – ${offerWords[offer].name} – ${said}`,
        url: `${origin}/dashboard`,
      },
    ];
  });
}
