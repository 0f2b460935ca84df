import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { rmSync } from "node:fs";

import type { MediaConfig } from "#domain/site/site-config.ts";

import { loadOwnMedia } from "./own-media.ts";

const folder = mkdtempSync(join(tmpdir(), "own-media-"));
afterAll(() => rmSync(folder, { recursive: true }));

const asset = (name: string) => readFileSync(`app/assets/media/${name}`);
const captions = `WEBVTT

NOTE Voix générées par une IA

00:00:00.000 --> 00:00:01.900
[Le téléphone sonne.]

00:02.100 --> 00:04.000
<v L’assistante>Clinique du Lez, <i>bonjour</i>.

00:00:08.900 --> 00:00:12.000
<v Le client>Mon chien a avalé
du chocolat.
`;

writeFileSync(join(folder, "appel.mp3"), asset("appel-urgence.mp3"));
writeFileSync(join(folder, "voix.mp3"), asset("voix-feminin.mp3"));
writeFileSync(join(folder, "film.mp4"), asset("presentation.mp4"));
writeFileSync(join(folder, "film.avif"), asset("presentation.avif"));
writeFileSync(join(folder, "appel.vtt"), captions);
writeFileSync(join(folder, "page.mp3"), "<!doctype html>");
writeFileSync(join(folder, "page.vtt"), "<!doctype html>");
writeFileSync(join(folder, "late.vtt"), captions.replace("00:00:08.900", "00:01:08.900"));
writeFileSync(join(folder, "nobody.vtt"), captions.replaceAll(/<v [^>]+>/g, ""));
// A minute and a half of a call said six times over.
writeFileSync(join(folder, "long.mp3"), Buffer.concat(Array.from({ length: 6 }, () => asset("appel-urgence.mp3"))));

const call = { file: "appel.mp3", captions: "appel.vtt", title: "Urgence", scene: "6 h 05", isSynthetic: false };
const film = { file: "film.mp4", captions: "appel.vtt", poster: "film.avif", isSynthetic: false };

test("What is configured is read from its own files, and served under names that never change", async () => {
  const config: MediaConfig = { recordings: { urgence: call }, voices: { feminin: { file: "voix.mp3" } }, film };

  const { media, files, problems } = await loadOwnMedia(config, folder);

  expect(problems).toEqual([]);
  expect(media.recordings.urgence).toMatchObject({
    title: "Urgence",
    isSynthetic: false,
    turns: [
      { by: "assistant", speaker: "L’assistante", text: "Clinique du Lez, bonjour.", atSeconds: 2.1 },
      { by: "caller", speaker: "Le client", text: "Mon chien a avalé du chocolat.", atSeconds: 8.9 },
    ],
  });
  expect(media.recordings.urgence?.durationSeconds).toBeCloseTo(18.15, 1);
  expect(media.film?.durationSeconds).toBeCloseTo(29.84, 1);
  const [source] = media.recordings.urgence?.sources ?? [];
  expect(source?.src).toMatch(/^\/media\/[\w-]{16}\.mp3$/);
  expect(files.get(source?.src ?? "")).toEqual(asset("appel-urgence.mp3"));
  expect(files.size).toBe(5);
});

test.each([
  ["a file that is missing", { file: "absent.mp3" }, /no file .*absent\.mp3/],
  ["a folder", { file: "." }, /no file/],
  ["another kind of file", { file: "page.mp3" }, /is no MP3/],
  ["a recording that is too long", { file: "long.mp3" }, /longer than 90 seconds/],
  ["captions that are missing", { captions: "absent.vtt" }, /captions: there is no file/],
  ["captions that are a page", { captions: "page.vtt" }, /no WebVTT/],
  ["captions that go on after its end", { captions: "late.vtt" }, /no WebVTT/],
  ["captions that name nobody", { captions: "nobody.vtt" }, /no WebVTT/],
])("%s: one sentence in each language, and nothing else is lost", async (_, change, sentence) => {
  const recordings = { urgence: { ...call, ...change }, question: call };

  const { media, problems } = await loadOwnMedia({ recordings }, folder);

  expect(problems).toHaveLength(1);
  expect(problems[0]?.sentence).toMatch(/^media\.recordings\.urgence/);
  expect(problems[0]?.sentence).toMatch(sentence);
  expect(problems[0]?.french).toMatch(/^media\.recordings\.urgence.*\u00a0: .+\.$/);
  expect(media.recordings.urgence).toBeNull();
  expect(media.recordings.question).not.toBeNull();
});

test.each([
  ["another kind of film", { file: "appel.mp3" }, /is no MP4/],
  ["a poster that is no picture", { poster: "appel.vtt" }, /poster: the file is no AVIF/],
])("Of a film, %s is one sentence", async (_, change, sentence) => {
  const { media, problems } = await loadOwnMedia({ film: { ...film, ...change } }, folder);

  expect(problems.map((problem) => problem.sentence)).toEqual([expect.stringMatching(sentence)]);
  expect(media.film).toBeNull();
});

test("The film of Marketing is read as the other one, and one that cannot be played costs nothing else", async () => {
  const { media, problems } = await loadOwnMedia({ film, marketingFilm: { ...film, file: "absent.mp4" } }, folder);

  expect(problems[0]?.sentence).toMatch(/^media\.marketingFilm: there is no file/);
  expect(problems[0]?.french).toMatch(/^media\.marketingFilm\u00a0: aucun fichier lisible/);
  expect(media.marketingFilm).toBeNull();
  expect(media.film?.poster).toMatch(/^\/media\/[\w-]{16}\.avif$/);
});

test("A voice of more than fifteen seconds is no sample", async () => {
  const { problems } = await loadOwnMedia({ voices: { masculin: { file: "appel.mp3" } } }, folder);

  expect(problems[0]?.sentence).toBe("media.voices.masculin: the file is longer than 15 seconds.");
});

test("Without any, nothing is read and nothing is wrong", async () => {
  expect(await loadOwnMedia()).toEqual({ media: { recordings: {}, voices: {} }, files: new Map(), problems: [] });
});
