import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { inTown, type TradeKey, trades, tradeKeys, tryOutCopy as copy } from "#content/shared/trades.ts";
import type { KeptSettings } from "#subjects/funnel/site/machine/kept-settings.ts";
import { sayHours, type CallScript, type ScriptLine } from "#subjects/funnel/site/offers/secretariat/call-script.ts";
import { type Voice, voices } from "#subjects/funnel/rules/choices.ts";
import { isolate } from "#domain/kernel/isolate.ts";

import { recordedCall } from "./recorded-calls.ts";

/** What the visitor typed and chose, under the names of the controls. */
export type TryOutChoices = { company: string; town: string; trade: TradeKey; voice: Voice };

export const tryOutFields = { company: "entreprise", town: "ville", trade: "metier", voice: "voix" } as const;

/** Before anything is chosen: another trade than that of the call that is played. */
export const untouched: TryOutChoices = { company: "", town: "", trade: "plomberie", voice: "feminin" };

/** Anything that is no choice of ours is what it was before. */
export function readTryOut(typed: FormData): TryOutChoices {
  const text = (name: string) => {
    const value = typed.get(name);
    return typeof value === "string" ? tidy(value) : "";
  };
  return {
    company: text(tryOutFields.company),
    town: text(tryOutFields.town),
    trade: tradeKeys.find((key) => key === typed.get(tryOutFields.trade)) ?? untouched.trade,
    voice: voices.find((voice) => voice === typed.get(tryOutFields.voice)) ?? untouched.voice,
  };
}

/** One line, without what turns the direction of the words around it. */
function tidy(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\s]+/gu, " ").trim();
}

/** The call as it was recorded for the trade, with the greeting of a company that the visitor named. */
export function tryOutCall(tryOut: TryOutChoices) {
  const { hours, intention, example } = trades[tryOut.trade];
  const { trade, voice } = tryOut;
  const company = isolate(tryOut.company || example);
  const recording = recordedCall(trade, voice);
  const isNamed = tryOut.company !== "" || tryOut.town !== "";
  const call: CallScript = {
    hours: sayHours({ businessHours: [hours], voice }),
    lines: recording.turns.map(({ by, text }, index): ScriptLine => {
      const isGreeting = index === 0 && isNamed;
      return isGreeting
        ? { speaker: by, text: greet({ ...tryOut, company }, isolate), note: copy.recordedGreeting }
        : { speaker: by, text };
    }),
  };
  return { company, call, recording, isNamed, intention: copy.intention(answerWords.intention[intention]) };
}

/** The settings for the funnel. Without a typed company name, neither it nor the greeting is kept. */
export function settingsOf(tryOut: TryOutChoices): KeptSettings {
  const { label, hours, intention } = trades[tryOut.trade];
  const settings = { businessType: label, voice: tryOut.voice, intention, businessHours: [hours] };
  const { company } = tryOut;
  return company === "" ? settings : { ...settings, companyName: company, welcomeMessage: greet(tryOut) };
}

function greet({ company, town, voice }: Omit<TryOutChoices, "trade">, setApart = (place: string) => place): string {
  return copy.greeting[voice](town === "" ? company : `${company} ${setApart(inTown(town))}`);
}
