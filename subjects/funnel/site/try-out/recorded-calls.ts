import type { TradeKey } from "#content/shared/trades.ts";
import type { Spoken } from "#domain/site/media.ts";
import type { Voice } from "#subjects/funnel/rules/choices.ts";

const folder = "../../../../app/assets/media";
const calls = import.meta.glob<Spoken>("../../../../app/assets/media/essai-*.mp3", {
  eager: true,
  import: "default",
  query: "?spoken",
});

/** The call of a trade, as it was recorded in a voice. */
export function recordedCall(trade: TradeKey, voice: Voice): Spoken {
  const call = calls[`${folder}/essai-${trade}-${voice}.mp3`];
  if (!call) throw new Error(`No call was recorded for ${trade} in the voice ${voice}.`);
  return call;
}
