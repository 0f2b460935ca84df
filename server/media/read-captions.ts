export type Cue = { atSeconds: number; speaker: string; text: string };

const timing = /^(?:(\d+):)?(\d\d):(\d\d\.\d{3}) --> /;

/** Spoken cues, in the order of time; undefined for a file that is no WebVTT or holds no speech. */
export function readCaptions(file: string): Cue[] | undefined {
  const text = file.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (!/^WEBVTT(\s|$)/.test(text)) return undefined;
  const cues = text.split(/\n{2,}/).flatMap(readCue);
  const isOrdered = cues.every((cue, index) => index === 0 || cue.atSeconds >= (cues[index - 1]?.atSeconds ?? 0));
  return cues.length > 0 && isOrdered ? cues : undefined;
}

/** None for a note, a style, or a sound that is not speech. */
function readCue(block: string): Cue[] {
  const lines = block.split("\n");
  const start = lines.findIndex((line) => timing.test(line));
  const [, hours = "0", minutes = "0", seconds = "0"] = timing.exec(lines[start] ?? "") ?? [];
  const said = lines.slice(start + 1).join(" ");
  const [, speaker = "", text = ""] = /^<v(?:\.\S+)? ([^>]+)>(.*)$/.exec(said) ?? [];
  if (start === -1 || speaker === "") return [];
  const atSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return [{ atSeconds, speaker: speaker.trim(), text: text.replaceAll(/<[^>]*>/g, "").trim() }];
}
