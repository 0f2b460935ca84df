import type { SpokenTurn } from "#domain/site/media.ts";
import { typeset } from "#domain/kernel/typeset.ts";

export type Cue = { atSeconds: number; untilSeconds: number; speaker: string; text: string };

const time = String.raw`(?:(\d+):)?(\d\d):(\d\d\.\d{3})`;
const timing = new RegExp(`^${time} --> ${time}`);

/** Spoken cues, in the order of time; undefined for a file that is no WebVTT or holds no speech. */
export function readCaptions(file: string): Cue[] | undefined {
  const text = file.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (!/^WEBVTT(\s|$)/.test(text)) return undefined;
  const cues = text.split(/\n{2,}/).flatMap(readCue);
  const isOrdered = cues.every((cue, index) => index === 0 || cue.atSeconds >= (cues[index - 1]?.atSeconds ?? 0));
  return cues.length > 0 && isOrdered ? cues : undefined;
}

/** What is said in turn: cues that one speaker says one after the other are one. The assistant is the first. */
export function turnsOf(cues: readonly Cue[]): SpokenTurn[] {
  const turns: SpokenTurn[] = [];
  for (const { speaker, text, atSeconds } of cues) {
    const last = turns.at(-1);
    if (last?.speaker === speaker) last.text += ` ${typeset(text)}`;
    else
      turns.push({
        by: speaker === cues[0]?.speaker ? "assistant" : "caller",
        speaker,
        text: typeset(text),
        atSeconds,
      });
  }
  return turns;
}

/** None for a note, a style, or a sound that is not speech. */
function readCue(block: string): Cue[] {
  const lines = block.split("\n");
  const start = lines.findIndex((line) => timing.test(line));
  const [, ...figures] = timing.exec(lines[start] ?? "") ?? [];
  const said = lines.slice(start + 1).join(" ");
  const [, speaker = "", text = ""] = /^<v(?:\.\S+)? ([^>]+)>(.*)$/.exec(said) ?? [];
  if (start === -1 || speaker === "") return [];
  const [from, until] = [secondsOf(figures.slice(0, 3)), secondsOf(figures.slice(3))];
  return [
    { atSeconds: from, untilSeconds: until, speaker: speaker.trim(), text: text.replaceAll(/<[^>]*>/g, "").trim() },
  ];
}

function secondsOf([hours = "0", minutes = "0", seconds = "0"]: (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
