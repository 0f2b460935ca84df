import { callPreviewCopy as copy } from "#subjects/offers/words/secretariat/call-preview.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import { announcesArtificialIntelligence } from "#subjects/funnel/rules/greeting.ts";

export type ScriptLine = {
  speaker: "assistant" | "caller";
  text: string;
  /** Why the line is there, or what it waits for. */
  note?: string;
};

export type CallScript = { hours: string; lines: ScriptLine[] };

type Answers = Pick<
  FunnelState,
  "voice" | "companyName" | "welcomeMessage" | "intention" | "intentionDetail" | "businessHours"
>;

/** A short call as the answers of step 3 make it; what is not answered yet shows what it waits for. */
export function callScript(answers: Answers): CallScript {
  return { hours: sayHours(answers), lines: [...opening(answers), ...exchange(answers)] };
}

export function sayHours({ businessHours: [code, own], voice }: Pick<Answers, "businessHours" | "voice">): string {
  const { hours, ownHours } = copy.assistant[voice];
  if (own) return ownHours(own);
  return Object.entries(hours).find(([each]) => each === code)?.[1] ?? copy.hoursMissing;
}

/** The greeting, and what the law adds to one that hides the machine. */
function opening({
  companyName,
  welcomeMessage,
  voice,
}: Pick<Answers, "companyName" | "welcomeMessage" | "voice">): ScriptLine[] {
  const greeting = welcomeMessage.trim();
  const speaker = "assistant";
  if (greeting === "") {
    return [{ speaker, text: copy.greetingExample(companyName, voice), note: copy.greetingMissing }];
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
