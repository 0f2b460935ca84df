import { secretariatCopy } from "#content/secretariat-funnel.ts";
import type { FunnelState } from "#domain/funnel/answers.ts";
import { announcesArtificialIntelligence } from "#domain/funnel/greeting.ts";

import { hoursInWords } from "./configuration-rows.ts";

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
  const copy = secretariatCopy.preview;
  const hours = hoursInWords(answers.businessHours);
  return {
    hours: hours === "" ? copy.hoursMissing : copy.hours(hours),
    lines: [...opening(answers), ...exchange(answers)],
  };
}

/** The greeting, and what the law adds to one that hides the machine. */
function opening({ companyName, welcomeMessage }: Answers): ScriptLine[] {
  const copy = secretariatCopy.preview;
  const greeting = welcomeMessage.trim();
  const speaker = "assistant";
  if (greeting === "") {
    return [{ speaker, text: secretariatCopy.greetingExample(companyName), note: copy.greetingMissing }];
  }
  if (announcesArtificialIntelligence(greeting)) return [{ speaker, text: greeting }];
  return [
    { speaker, text: greeting },
    { speaker, text: copy.disclosure(companyName), note: copy.disclosureReason },
  ];
}

function exchange({ intention, intentionDetail }: Answers): ScriptLine[] {
  const copy = secretariatCopy.preview;
  if (intention === "") return [];
  const { caller, assistant } = copy.exchanges[intention];
  const mission = intention === "autres" ? intentionDetail.trim() : "";
  return [
    { speaker: "caller", text: caller },
    { speaker: "assistant", text: assistant, ...(mission === "" ? {} : { note: copy.mission(mission) }) },
  ];
}
