import { callPreviewCopy as copy } from "#content/call-preview.ts";
import type { FunnelState } from "#domain/funnel/answers.ts";
import { announcesArtificialIntelligence } from "#domain/funnel/greeting.ts";

import { hoursInWords } from "./hours-in-words.ts";

export type ScriptLine = {
  speaker: "assistant" | "caller";
  text: string;
  /** Why the line is there, or what it waits for. */
  note?: string;
};

export type CallScript = { hours: string; lines: ScriptLine[] };

type Answers = Pick<FunnelState, "companyName" | "welcomeMessage" | "intention" | "intentionDetail" | "businessHours">;

/** A short call as the answers of step 3 make it; what is not answered yet shows what it waits for. */
export function callScript(answers: Answers): CallScript {
  return { hours: sayHours(answers), lines: [...opening(answers), ...exchange(answers)] };
}

export function sayHours({ businessHours }: Pick<Answers, "businessHours">): string {
  if (businessHours[0] === "24h") return copy.alwaysOpen;
  const hours = hoursInWords(businessHours);
  return hours === "" ? copy.hoursMissing : copy.hours(hours);
}

/** The greeting, and what the law adds to one that hides the machine. */
export function opening({
  companyName,
  welcomeMessage,
}: Pick<Answers, "companyName" | "welcomeMessage">): ScriptLine[] {
  const greeting = welcomeMessage.trim();
  const speaker = "assistant";
  if (greeting === "") {
    return [{ speaker, text: copy.greetingExample(companyName), note: copy.greetingMissing }];
  }
  if (announcesArtificialIntelligence(greeting)) return [{ speaker, text: greeting }];
  return [
    { speaker, text: greeting },
    { speaker, text: copy.disclosure(companyName), note: copy.disclosureReason },
  ];
}

function exchange({ intention, intentionDetail }: Answers): ScriptLine[] {
  if (intention === "") return [];
  const { caller, assistant } = copy.exchanges[intention];
  const mission = intention === "autres" ? intentionDetail.trim() : "";
  return [
    { speaker: "caller", text: caller },
    { speaker: "assistant", text: assistant, ...(mission === "" ? {} : { note: copy.mission(mission) }) },
  ];
}
