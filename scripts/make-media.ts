// node scripts/make-media.ts FOLDER [recording | film…]
// Makes the sounds and the films of app/assets/media anew from the recordings of a folder, or those named
// (`appel-urgence`, `presentation`): FOLDER holds an MP3 and its captions (WebVTT) for each. A film is drawn to what is
// said in its own. Needs FFmpeg, and a browser for films; the site itself needs neither.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { films } from "#content/shared/media.ts";
import { launchBrowser } from "#e2e/support/browser.ts";
import { type Cue, readCaptions } from "#server/media/read-captions.ts";

import { type DrawnFilm, filmPage, type FilmScript, filmSize } from "./media/film-kit.ts";
import { marketingFilm } from "./media/marketing-film.ts";
import { presentationFilm } from "./media/presentation-film.ts";

const drawnFilms: Partial<Record<string, DrawnFilm>> = {
  presentation: presentationFilm,
  marketing: marketingFilm,
} satisfies Record<keyof typeof films, DrawnFilm>;
const media = "app/assets/media";
/** Neural voices are made of 24,000 samples a second: more would hold nothing more. */
const sampleRate = 24_000;

const [given, ...named] = process.argv.slice(2);
if (given === undefined) throw new Error("Name the folder of the recordings.");
const folder = mkdtempSync(join(tmpdir(), "media-"));
const names = readdirSync(given).flatMap((file) => /^(.+)\.mp3$/.exec(file)?.[1] ?? []);
for (const name of names.filter((each) => named.length === 0 || named.includes(each))) {
  const [sound, captions] = [join(given, `${name}.mp3`), join(given, `${name}.vtt`)];
  if (!existsSync(captions)) throw new Error(`${captions} is missing.`);
  const film = drawnFilms[name];
  await (film ? makeFilm(name, film, sound, readCues(captions)) : encodeSound(name, sound));
  writeFileSync(join(media, `${name}.vtt`), readFileSync(captions));
}
rmSync(folder, { recursive: true });

/** Ogg comes first, MP3 is for browsers that play no Opus in it. */
function encodeSound(name: string, sound: string): void {
  const mono = ["-i", sound, "-ac", "1", "-ar", String(sampleRate)];
  ffmpeg([
    "-i",
    sound,
    "-ac",
    "1",
    "-c:a",
    "libopus",
    "-b:a",
    "32k",
    "-application",
    "audio",
    join(media, `${name}.ogg`),
  ]);
  ffmpeg([...mono, "-c:a", "libmp3lame", "-b:a", "48k", "-write_xing", "1", join(media, `${name}.mp3`)]);
}

async function makeFilm(name: string, film: DrawnFilm, sound: string, cues: Cue[]): Promise<void> {
  const whole = join(folder, `${name}.wav`);
  ffmpeg(["-i", sound, "-af", `apad=pad_dur=${film.outroSeconds}`, "-ac", "1", "-ar", String(sampleRate), whole]);
  const samples = readSamples(whole);
  const script: FilmScript = {
    durationSeconds: samples.length / sampleRate,
    times: cues.map(({ atSeconds, untilSeconds }) => ({ from: atSeconds, to: untilSeconds })),
    loudness: measureFrames(samples),
  };

  const pictures = join(folder, name);
  mkdirSync(pictures);
  const poster = join(folder, `${name}.png`);
  await drawPictures(film, script, pictures, poster);
  const sources = ["-framerate", String(filmSize.framesPerSecond), "-i", join(pictures, "%05d.png"), "-i", whole];
  const vp9 = [
    "-c:v",
    "libvpx-vp9",
    "-b:v",
    "0",
    "-crf",
    "36",
    "-cpu-used",
    "4",
    "-row-mt",
    "1",
    "-pix_fmt",
    "yuv420p",
    "-g",
    "125",
  ];
  ffmpeg([...sources, ...vp9, "-c:a", "libopus", "-b:a", "40k", join(media, `${name}.webm`)]);
  const h264 = ["-c:v", "libx264", "-preset", "veryslow", "-crf", "25", "-profile:v", "high", "-pix_fmt", "yuv420p"];
  const fast = ["-movflags", "+faststart"];
  ffmpeg([...sources, ...h264, ...fast, "-c:a", "aac", "-b:a", "64k", join(media, `${name}.mp4`)]);
  const still = ["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "28", "-pix_fmt", "yuv444p"];
  ffmpeg(["-i", poster, ...still, join(media, `${name}.avif`)]);
  console.log(name, script.durationSeconds.toFixed(1));
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

function readCues(captions: string): Cue[] {
  const cues = readCaptions(readFileSync(captions, "utf8"));
  if (!cues) throw new Error(`${captions} says nothing.`);
  return cues;
}

function readSamples(sound: string): Int16Array {
  const raw = join(folder, "samples.raw");
  ffmpeg(["-i", sound, "-f", "s16le", raw]);
  const bytes = readFileSync(raw);
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}

/** Loudness of each frame of the film, 0 to 1. */
function measureFrames(samples: Int16Array): number[] {
  const perFrame = sampleRate / filmSize.framesPerSecond;
  const levels = Array.from({ length: Math.floor(samples.length / perFrame) }, (_, index) => {
    const part = samples.subarray(index * perFrame, (index + 1) * perFrame);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  });
  const loudest = Math.max(...levels);
  return levels.map((level) => level / loudest);
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
