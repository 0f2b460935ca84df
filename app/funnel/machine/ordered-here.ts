import type { FunnelAnswers } from "#domain/funnel/answers.ts";
import { chosenCount } from "#domain/funnel/counts.ts";
import { chosenContacts } from "#domain/funnel/marketing-configuration.ts";
import { type CivilDate, readCivilDate } from "#domain/kernel/civil-date.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { orderedFragment } from "#domain/offers/ordered-fragment.ts";
import { priceOf, type Purchase } from "#domain/offers/schedule.ts";

type Known = { [Key in keyof FunnelAnswers]?: unknown };

/** What a stored funnel ordered, as the pages after its payment are told; undefined for what is not sold. */
export function orderedHere(offer: FunnelOffer, stored: Known, writtenDay: string): string | undefined {
  const day: CivilDate | undefined = readCivilDate(writtenDay);
  const purchase = purchaseOf(offer, stored);
  return day === undefined || priceOf(purchase) === undefined ? undefined : orderedFragment({ purchase, day });
}

function purchaseOf(offer: FunnelOffer, stored: Known): Purchase {
  switch (offer) {
    case "secretariat":
      return { offer, volume: chosenCount("callsPerMonth", Number(stored.callsPerMonth)) };
    case "suiviclient": {
      const volume = chosenCount("activeClientsPerMonth", Number(stored.activeClientsPerMonth));
      return { offer, volume, ...(stored.audience === "formation" && { isTraining: true }) };
    }
    case "marketing": {
      const answers = stored as Pick<FunnelAnswers, "contactsPerMonth" | "prospectsPerMonth">;
      return { offer, volume: chosenContacts(answers) ?? 0 };
    }
  }
}
