import type { OfferWords } from "./general/offer-words.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";

import { closingWords } from "./closing/closing-words.ts";
import { conferenceWords } from "./conference/conference-words.ts";
import { followUpWords } from "./follow-up/follow-up-words.ts";
import { generalWords } from "./general/general-words.ts";
import { marketingWords } from "./marketing/marketing-words.ts";
import { secretariatWords } from "./secretariat/secretariat-words.ts";

/** Every offer in words, and the requests for none of them. */
export const offerWords: Record<FunnelOrigin, OfferWords> = {
  general: generalWords,
  secretariat: secretariatWords,
  suiviclient: followUpWords,
  marketing: marketingWords,
  closing: closingWords,
  conferences: conferenceWords,
};
