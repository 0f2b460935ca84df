import { expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";

import { openPreview, sealPreview } from "./preview-token.ts";

const secret = "a-secret-for-tests-only-0123456789abcdef";
const now = new Date("2026-11-23T10:00:00Z");
const day = civilDate("2025-10-30");
const token = sealPreview(secret, { day, isDraft: false }, now);

test("A preview opens for an hour, and not a millisecond longer", () => {
  expect(openPreview(secret, token, now)).toEqual({ day, isDraft: false });
  expect(openPreview(secret, token, new Date("2026-11-23T10:59:59.999Z"))).toEqual({ day, isDraft: false });
  const ofDraft = sealPreview(secret, { day, isDraft: true }, now);
  expect(openPreview(secret, ofDraft, now)).toEqual({ day, isDraft: true });
  expect(openPreview(secret, token, new Date("2026-11-23T11:00:00Z"))).toBeUndefined();
});

test("A token with another day, a later end or another secret is refused", () => {
  const [, end = "", tag = ""] = token.split(".");
  const later = (Number.parseInt(end, 36) + 1).toString(36);
  for (const forged of [
    `2025-10-31.${end}.${tag}`,
    `${day}d.${end}.${tag}`,
    `${day}.${later}.${tag}`,
    `${day}.${end}.${tag.slice(0, -1)}${tag.endsWith("A") ? "Q" : "A"}`,
    `${day}.${end}.`,
    `${day}.${end}`,
    `${token}.`,
    ` ${token}`,
    "",
    "..",
  ]) {
    expect([forged, openPreview(secret, forged, now)]).toEqual([forged, undefined]);
  }
  expect(openPreview(`${secret}x`, token, now)).toBeUndefined();
});

test("Every character of a token counts", () => {
  for (let place = 0; place < token.length; place += 1) {
    const other = token[place] === "a" ? "b" : "a";
    expect(openPreview(secret, token.slice(0, place) + other + token.slice(place + 1), now)).toBeUndefined();
  }
});
