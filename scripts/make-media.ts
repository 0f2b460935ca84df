// node scripts/make-media.ts [recording | film…]
// Makes the recordings and the films of app/assets/media anew, or those named (`urgence`, `presentation`), and prints the
// times that content/shared/media.ts states.
// Needs pico2wave (SVOX Pico, French), SoX and FFmpeg; the site itself needs none of them.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { callRecordings, type films } from "#content/shared/media.ts";
import { launchBrowser } from "#e2e/support/browser.ts";

import { type DrawnFilm, filmPage, type FilmScript, filmSize } from "./media/film-kit.ts";
import { marketingFilm } from "./media/marketing-film.ts";
import { presentationFilm } from "./media/presentation-film.ts";
import { departures, durationOf, ring, sampleRate, say, silence, sox, type Voice } from "./media/voices.ts";

const drawnFilms: Record<keyof typeof films, DrawnFilm> = { presentation: presentationFilm, marketing: marketingFilm };
const media = "app/assets/media";
const pauseSeconds = 0.35;
const folder = mkdtempSync(join(tmpdir(), "media-"));

const named = process.argv.slice(2);
const isWanted = (name: string) => named.length === 0 || named.includes(name);

for (const { id, turns } of callRecordings.filter((recording) => isWanted(recording.id))) {
  const recording = record(ring(folder), turns, id === "rendez-vous" ? "woman" : "man");
  encodeCall(recording.file, id);
  console.log(id, recording.durationSeconds, recording.turns.map(({ from }) => from).join(" "));
}
for (const [name, film] of Object.entries(drawnFilms)) {
  if (isWanted(name)) await makeFilm(name, film, name === "marketing" ? departures(folder) : ring(folder));
}
rmSync(folder, { recursive: true });

type Line = { by: "assistant" | "caller"; text: string };

/** What is heard first, sentences, pauses. */
function record(opening: string, lines: readonly Line[], caller: Voice, outroSeconds = 0.6) {
  const parts = [opening];
  let elapsed = durationOf(opening);
  const turns = lines.map(({ by, text }, index) => {
    const part = say(text, by === "assistant" ? "assistant" : caller, folder, `said-${index}`);
    const from = elapsed;
    parts.push(part, silence(folder, pauseSeconds));
    elapsed += durationOf(part) + pauseSeconds;
    return { from: tenths(from), to: tenths(elapsed - pauseSeconds) };
  });
  const file = join(folder, "recording.wav");
  sox([...parts, silence(folder, outroSeconds), file]);
  return { file, turns, durationSeconds: tenths(durationOf(file)) };
}

function encodeCall(file: string, id: string): void {
  ffmpeg(["-i", file, "-c:a", "libopus", "-b:a", "32k", "-application", "audio", join(media, `appel-${id}.ogg`)]);
  ffmpeg(["-i", file, "-c:a", "libmp3lame", "-b:a", "48k", "-write_xing", "1", join(media, `appel-${id}.mp3`)]);
}

async function makeFilm(name: string, film: DrawnFilm, opening: string): Promise<void> {
  const { file, turns, durationSeconds } = record(opening, film.turns, "woman", film.outroSeconds);
  const script: FilmScript = { durationSeconds, times: turns, loudness: readLoudness(file) };

  const pictures = join(folder, name);
  mkdirSync(pictures);
  const poster = join(folder, `${name}.png`);
  await drawPictures(film, script, pictures, poster);
  const sources = ["-framerate", String(filmSize.framesPerSecond), "-i", join(pictures, "%05d.png"), "-i", file];
  const vp9 = ["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "36", "-row-mt", "1", "-pix_fmt", "yuv420p", "-g", "125"];
  ffmpeg([...sources, ...vp9, "-c:a", "libopus", "-b:a", "40k", join(media, `${name}.webm`)]);
  const h264 = ["-c:v", "libx264", "-preset", "veryslow", "-crf", "25", "-profile:v", "high", "-pix_fmt", "yuv420p"];
  const fast = ["-movflags", "+faststart"];
  ffmpeg([...sources, ...h264, ...fast, "-c:a", "aac", "-b:a", "64k", join(media, `${name}.mp4`)]);
  writeFileSync(join(media, `${name}.vtt`), writeCaptions(film, script));
  const still = ["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "28", "-pix_fmt", "yuv444p"];
  ffmpeg(["-i", poster, ...still, join(media, `${name}.avif`)]);
  console.log(name, durationSeconds, turns.map(({ from }) => from).join(" "));
}

async function drawPictures(film: DrawnFilm, script: FilmScript, pictures: string, poster: string): Promise<void> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: filmSize.width, height: filmSize.height } });
  await page.setContent(filmPage());
  const draw = async (svg: string) => {
    await page.evaluate(async (drawing) => {
      document.body.innerHTML = drawing;
      await document.fonts.ready;
    }, svg);
    return page.screenshot();
  };
  await draw(film.frame(script, 1)); // the font arrives

  const count = Math.round(script.durationSeconds * filmSize.framesPerSecond);
  for (let index = 0; index < count; index += 1) {
    const picture = await draw(film.frame(script, index / filmSize.framesPerSecond));
    writeFileSync(join(pictures, `${String(index).padStart(5, "0")}.png`), picture);
  }
  writeFileSync(poster, await draw(film.poster()));
  await browser.close();
}

/** Loudness of each frame of the film, 0 to 1. */
function readLoudness(file: string): number[] {
  const raw = join(folder, "loudness.raw");
  sox([file, "-t", "s16", raw]);
  const bytes = readFileSync(raw);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  const perFrame = sampleRate / filmSize.framesPerSecond;
  const levels = Array.from({ length: Math.floor(samples.length / perFrame) }, (_, index) => {
    const part = samples.subarray(index * perFrame, (index + 1) * perFrame);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  });
  const loudest = Math.max(...levels);
  return levels.map((level) => level / loudest);
}

function writeCaptions({ turns, opening }: DrawnFilm, { times }: FilmScript): string {
  const cues = turns.map(({ by, text }, index) => {
    const { from, to } = times[index] ?? { from: 0, to: 0 };
    const speaker = by === "assistant" ? "L’assistante" : "La cliente";
    return `${timestamp(from)} --> ${timestamp(to)}\n<v ${speaker}>${text}\n`;
  });
  return [
    "WEBVTT\n",
    `NOTE Voix générées par une IA\n`,
    `${timestamp(0)} --> ${timestamp((times[0]?.from ?? 1) - 0.2)}\n[${opening}]\n`,
    ...cues,
  ].join("\n");
}

function timestamp(seconds: number): string {
  return `00:00:${seconds.toFixed(3).padStart(6, "0")}`;
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

function ffmpeg(parameters: string[]): void {
  execFileSync("ffmpeg", [
    "-v",
    "error",
    "-y",
    "-fflags",
    "+bitexact",
    ...parameters.slice(0, -1),
    "-map_metadata",
    "-1",
    parameters.at(-1) ?? "",
  ]);
}
