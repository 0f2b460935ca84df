import { expect, test } from "vitest";

import type { MediaConfig } from "#domain/site/site-config.ts";

import { checkMedia } from "./check-media.ts";

const film = { file: "film.mp4", captions: "film.vtt", poster: "film.avif", isSynthetic: false };
const borrowedWith = (media: MediaConfig) =>
  checkMedia({ media }, []).map(({ sentence }) => sentence.match(/media\.\w*[fF]ilm/g) ?? [])[0];

test("Without a film of the owner's both are the demonstration's; their presentation stands in for Marketing's", () => {
  expect(borrowedWith({})).toEqual(["media.film", "media.marketingFilm"]);
  expect(borrowedWith({ film })).toEqual([]);
  expect(borrowedWith({ marketingFilm: film })).toEqual(["media.film"]);
});
