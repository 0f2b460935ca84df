import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { emptyAnswers } from "#subjects/funnel/rules/answers.ts";
import { isAskedIn } from "#subjects/funnel/rules/questions.ts";
import { readFunnelState } from "#subjects/funnel/rules/stored-state.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";

import { type KeptSettings, keptQuestions } from "./kept-settings.ts";

/** Field by field, like what is stored: an address is anybody's to write. What is empty leaves the answer as it was. */
export function checkKeptSettings(written: unknown, offer: FunnelOffer): KeptSettings {
  const stored = JSON.stringify({ ...(written as object), step: 3 });
  const read = readFunnelState(stored, { offer, now: new Date(0), newKey: "", prices: firstPrices });
  const given = keptQuestions.filter(
    (key) => isAskedIn(offer, key) && JSON.stringify(read[key]) !== JSON.stringify(emptyAnswers[key]),
  );
  return Object.fromEntries(given.map((key) => [key, read[key]]));
}
