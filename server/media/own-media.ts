import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

import { doctorFindings as french } from "#content/doctor-findings.ts";
import {
  type MediaSource,
  ownFilms,
  type OwnMedia,
  recordingIds,
  sampledVoices,
  type SoundFacts,
} from "#domain/site/media.ts";
import type { FilmConfig, MediaConfig } from "#domain/site/site-config.ts";

import { pictureKind } from "./picture-kind.ts";
import { type Cue, readCaptions, turnsOf } from "./read-captions.ts";
import { readFilmSeconds } from "./read-film.ts";
import { readSound } from "./read-sound.ts";

/** One sentence for who installs the site, and the same for the team. */
export type MediaProblem = { sentence: string; french: string };

type LoadedMedia = {
  media: OwnMedia;
  /** By the path they are served at. Their names hold their contents: they never change. */
  files: Map<string, Buffer>;
  problems: MediaProblem[];
};

const mostSeconds = { recordings: 90, voices: 15, film: 120 };
const mostBytes = 20 * 1024 * 1024;

/** What is wrong with a file of the owner's; a bug is none of these. */
class UnplayableFile extends Error {
  readonly problem: MediaProblem;

  constructor(problem: MediaProblem) {
    super(problem.sentence);
    this.problem = problem;
  }
}

/**
 * Reads and checks what the configuration names. Nothing stops for it: a file that cannot be played is one sentence at
 * start, in `npm run doctor` and on its page.
 *
 * @param folder of the configuration's own file
 */
export async function loadOwnMedia(config: MediaConfig = {}, folder = "."): Promise<LoadedMedia> {
  const loaded: LoadedMedia = { media: { recordings: {}, voices: {} }, files: new Map(), problems: [] };
  const open = (field: string, file: string) => readNamed(field, resolve(folder, file));

  for (const id of recordingIds) {
    const named = config.recordings?.[id];
    if (!named) continue;
    const field = `media.recordings.${id}`;
    loaded.media.recordings[id] = await orNull(loaded, async () => {
      const file = open(field, named.file);
      const facts = await soundOf(field, file, mostSeconds.recordings);
      const cues = cuesOf(field, open(`${field}.captions`, named.captions), facts.durationSeconds);
      const { title, scene, isSynthetic } = named;
      const sources = [keep(loaded, file, ".mp3", "audio/mpeg")];
      return { title, scene, isSynthetic, ...facts, turns: turnsOf(cues), sources };
    });
  }
  for (const voice of sampledVoices) {
    const named = config.voices?.[voice];
    if (!named) continue;
    const field = `media.voices.${voice}`;
    loaded.media.voices[voice] = await orNull(loaded, async () => {
      const file = open(field, named.file);
      await soundOf(field, file, mostSeconds.voices);
      return [keep(loaded, file, ".mp3", "audio/mpeg")];
    });
  }
  for (const name of ownFilms) {
    const film = config[name];
    if (film) loaded.media[name] = await orNull(loaded, () => readFilm(loaded, `media.${name}`, film, open));
  }
  return loaded;
}

type Open = (field: string, file: string) => Buffer;

function readFilm(loaded: LoadedMedia, field: string, film: FilmConfig, open: Open) {
  const file = open(field, film.file);
  const durationSeconds = readFilmSeconds(file);
  if (durationSeconds === undefined) throw unplayable(field, { code: "kind", wanted: "MP4" });
  if (durationSeconds > mostSeconds.film) throw unplayable(field, { code: "length", most: mostSeconds.film });
  const captions = open(`${field}.captions`, film.captions);
  const turns = turnsOf(cuesOf(field, captions, durationSeconds));
  const poster = open(`${field}.poster`, film.poster);
  const kind = pictureKind(poster);
  if (!kind) throw unplayable(`${field}.poster`, { code: "kind", wanted: "AVIF, WebP, JPEG, PNG" });
  return {
    durationSeconds,
    isSynthetic: film.isSynthetic,
    sources: [keep(loaded, file, ".mp4", "video/mp4")],
    captions: keep(loaded, captions, ".vtt", "text/vtt").src,
    turns,
    poster: keep(loaded, poster, kind, "image").src,
  };
}

async function orNull<Read>({ problems }: LoadedMedia, read: () => Promise<Read> | Read): Promise<Read | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnplayableFile)) throw error;
    problems.push(error.problem);
    return null;
  }
}

function readNamed(field: string, path: string): Buffer {
  try {
    if (statSync(path).size > mostBytes) throw unplayable(field, { code: "size", most: mostBytes / 1024 / 1024 });
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UnplayableFile) throw error;
    throw unplayable(field, { code: "missing", path });
  }
}

async function soundOf(field: string, file: Buffer, most: number): Promise<SoundFacts> {
  const facts = await readSound(file);
  if (!facts) throw unplayable(field, { code: "kind", wanted: "MP3" });
  if (facts.durationSeconds > most) throw unplayable(field, { code: "length", most });
  return facts;
}

function cuesOf(field: string, captions: Buffer, durationSeconds: number): Cue[] {
  const cues = readCaptions(captions.toString());
  if (!cues || (cues.at(-1)?.atSeconds ?? 0) >= durationSeconds) throw unplayable(field, { code: "captions" });
  return cues;
}

function keep({ files }: LoadedMedia, file: Buffer, ending: string, type: string): MediaSource {
  const name = createHash("sha256").update(file).digest("base64url").slice(0, 16);
  const src = `/media/${name}${ending}`;
  files.set(src, file);
  return { src, type };
}

type Fault =
  | { code: "missing"; path: string }
  | { code: "kind"; wanted: string }
  | { code: "length" | "size"; most: number }
  | { code: "captions" };

function unplayable(field: string, fault: Fault): UnplayableFile {
  return new UnplayableFile({
    sentence: `${field}: ${explain(fault)}.`,
    french: french.media.unplayable(field, fault),
  });
}

function explain(fault: Fault): string {
  switch (fault.code) {
    case "missing":
      return `there is no file ${fault.path} that can be read`;
    case "kind":
      return `the file is no ${fault.wanted}`;
    case "length":
      return `the file is longer than ${fault.most} seconds`;
    case "size":
      return `the file is larger than ${fault.most} MB`;
    case "captions":
      return "its captions are no WebVTT that names who speaks, in the order of time and within its length";
  }
}
