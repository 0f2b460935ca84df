// Synthetic telephone voices: SVOX Pico (pico2wave, Apache 2.0) says the words, SoX sets the voice and the line.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

export type Voice = "assistant" | "his" | "man" | "woman";

export const sampleRate = 24_000;

/**
 * One synthesiser, whose only French voice is a woman's. A slower tape lowers voice and throat together, and a man's
 * voice lies lower than his throat is longer: the synthesiser itself speaks lower (`pitch`, of her 193 Hz) and faster
 * (`speed`), then the tape of 0.84 makes the throat a man's and gives the pace back. Measured: 117 Hz, resonances at
 * 0.85 of hers.
 */
const throats: Record<Voice, { spoken?: { pitch: number; speed: number }; effects: string[] }> = {
  assistant: { effects: ["tempo", "-s", "1.06", "bass", "+2", "treble", "+3"] },
  his: { spoken: { pitch: 72, speed: 126 }, effects: ["speed", "0.84", "bass", "+2", "treble", "+3"] },
  man: { spoken: { pitch: 72, speed: 130 }, effects: ["speed", "0.84"] },
  woman: { effects: ["speed", "1.1", "tempo", "-s", "0.98"] },
};

/** Callers speak through a telephone; the assistant, hers or his voice, is close, as callers hear it. */
const lines: Record<Voice, string[]> = {
  assistant: ["highpass", "110", "lowpass", "7600"],
  his: ["highpass", "70", "lowpass", "7600"],
  man: ["highpass", "320", "lowpass", "3300"],
  woman: ["highpass", "320", "lowpass", "3300"],
};

/** What the synthesiser would misread, as it should hear it. */
const spokenForms: [RegExp, string][] = [
  [/’/g, "'"],
  [/\u00a0|\u202f/g, " "],
  [/14 h 30/g, "quatorze heures trente"],
  [/9 h\b/g, "neuf heures"],
  [/15 heures/g, "quinze heures"],
  [/\bSMS\b/g, "S M S"],
  [/ : /g, ", "],
];

/** Says a sentence into a file. */
export function say(text: string, voice: Voice, folder: string, name: string): string {
  const [raw, said] = [join(folder, `${name}-raw.wav`), join(folder, `${name}.wav`)];
  const { spoken, effects } = throats[voice];
  const words = spokenForms.reduce((spokenText, [from, to]) => spokenText.replaceAll(from, to), text);
  const marked = spoken
    ? `<speed level="${spoken.speed}"><pitch level="${spoken.pitch}">${words}</pitch></speed>`
    : words;
  execFileSync("pico2wave", ["-l", "fr-FR", "-w", raw, marked]);
  const level = ["compand", "0.02,0.2", "6:-60,-40,-12", "-6", "-60", "0.05", "norm", isClose(voice) ? "-3" : "-5"];
  const trim = ["silence", "1", "0.02", "0.3%", "reverse", "silence", "1", "0.02", "0.3%", "reverse"];
  sox([
    raw,
    said,
    ...trim,
    ...effects,
    "rate",
    String(sampleRate),
    ...lines[voice],
    ...level,
    "fade",
    "0.01",
    "reverse",
    "fade",
    "0.03",
    "reverse",
  ]);
  return said;
}

function isClose(voice: Voice): boolean {
  return voice === "assistant" || voice === "his";
}

/** The French ringing tone (440 Hz), then the click of a line that opens. */
export function ring(folder: string, seconds = 1.4): string {
  const tone = join(folder, "ring.wav");
  sox([
    "-n",
    "-r",
    String(sampleRate),
    tone,
    "synth",
    String(seconds),
    "sine",
    "440",
    "fade",
    "0.02",
    String(seconds),
    "0.04",
    "gain",
    "-17",
    "pad",
    "0.15",
    "0.55",
  ]);
  return tone;
}

/** When each message of a campaign leaves, in seconds. */
export const messageTimes = [0.5, 1.05, 1.6];

/** Three messages that leave, each a note higher, then the breath before a voice. */
export function departures(folder: string): string {
  const notes = messageTimes.map((at, index) => {
    const note = join(folder, `departure-${index}.wav`);
    const pitch = String([587.33, 739.99, 880][index]);
    const shape = ["fade", "0.004", "0.32", "0.26", "gain", "-15", "pad", String(at), String(2.6 - at - 0.32)];
    sox(["-n", "-r", String(sampleRate), note, "synth", "0.32", "sine", pitch, ...shape]);
    return note;
  });
  const all = join(folder, "departures.wav");
  sox(["-m", ...notes.flatMap((note) => ["-v", "1", note]), all]);
  return all;
}

export function silence(folder: string, seconds: number): string {
  const file = join(folder, `silence-${seconds}.wav`);
  sox(["-n", "-r", String(sampleRate), file, "trim", "0", String(seconds)]);
  return file;
}

export function durationOf(file: string): number {
  return Number(execFileSync("soxi", ["-D", file], { encoding: "utf8" }));
}

export function sox(parameters: string[]): void {
  execFileSync("sox", ["-V1", "-R", ...parameters]);
}
