import { expect, test } from "vitest";

import { addTouch, type Attribution, readAttribution, type Touch, touchOf } from "./attribution.ts";

const now = new Date("2025-10-15T10:00:00.000Z");
const at = now.toISOString();
const visit = (path: string, referrer = "") =>
  touchOf({ address: new URL(path, "https://zeta.example"), referrer, now });

test.each<[string, string, Touch | undefined]>([
  ["/", "", undefined],
  ["/?volume=50&gclid=x", "", undefined],
  ["/?utm_source=lettre&utm_campaign=rentr%C3%A9e&volume=5", "", { utm_source: "lettre", utm_campaign: "rentrée", at }],
  ["/?utm_source=%20&utm_medium=", "", undefined],
  ["/", "https://moteur.example/recherche?q=claire@exemple.fr", { referrer: "moteur.example", at }],
  ["/", "https://zeta.example/secretariat", undefined],
  ["/", "https://accounts.google.com/", undefined],
  ["/", "android-app://com.example", { referrer: "com.example", at }],
  ["/", "not an address", undefined],
  ["/?utm_source=a%00b%0D%0Ac", "", { utm_source: "a b c", at }],
])("A visit to %s from « %s » comes from %j", (path, referrer, touch) => {
  expect(visit(path, referrer)).toEqual(touch);
});

test("The first visit stays; only a campaign makes another one the last", () => {
  const [lettre, moteur, annonce] = [
    visit("/?utm_source=lettre"),
    visit("/", "https://moteur.example"),
    visit("/?utm_source=annonce"),
  ];
  let known: Attribution = {};
  known = addTouch(known, undefined);
  expect(known).toEqual({});
  known = addTouch(known, moteur);
  expect(known).toEqual({ first: moteur, last: moteur });
  known = addTouch(known, lettre);
  expect(known).toEqual({ first: moteur, last: lettre });
  known = addTouch(known, moteur);
  expect(known).toEqual({ first: moteur, last: lettre });
  expect(addTouch(known, annonce)).toEqual({ first: moteur, last: annonce });
});

test.each([undefined, null, 7, "x", [], [{ first: 1 }], { first: "x", last: [] }, { last: { at } }])(
  "%j says nothing, and breaks nothing",
  (value) => {
    expect(readAttribution(value)).toEqual({});
  },
);

test("Known names are kept, short and on one line", () => {
  const hostile = { utm_source: `<b>\n\u0000\ud800${"x".repeat(300)}`, utm_id: "7", referrer: 5 };
  const { last } = readAttribution({ last: hostile, other: hostile });
  expect(Object.keys(last ?? {})).toEqual(["utm_source"]);
  expect(last?.utm_source).toMatch(/^<b> x+$/);
  expect(last?.utm_source).toHaveLength(200);
});
