import { expect, test } from "vitest";

import { believableConfig } from "#tests/support/believable-config.ts";

import { readShownPeople } from "./shown-people.ts";

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const avif = Buffer.concat([Buffer.from([0, 0, 0, 0x20]), Buffer.from("ftypavif"), Buffer.from("portrait")]);
const files: Record<string, Buffer> = {
  "ada.jpg": jpeg,
  "bob.avif": avif,
  "page.jpg": Buffer.from("<script>alert(1)</script>"),
  "poster.jpg": Buffer.concat([jpeg, Buffer.alloc(60_000)]),
};
const readPicture = (file: string) => files[file];
const support = { source: "accord signé", date: "2025-03-01" };

function read(changes: Partial<typeof believableConfig>, isDemo = false) {
  return readShownPeople({ ...believableConfig, ...changes }, { isDemo, brand: "Zeta", readPicture });
}

test("A real site shows the people it configured, and no others", () => {
  expect(read({})).toEqual({
    people: [],
    authors: {},
    testimonials: [],
    clients: [],
    claims: { madeInFrance: false, mostPopular: false, fewerMissedCalls: false },
    pictures: [],
    notices: [],
  });
  const { people, pictures } = read({ people: [{ name: "Ada L.", role: "Direction", picture: "ada.jpg" }] });

  expect(people).toEqual([{ name: "Ada L.", role: "Direction", picture: { src: pictures[0]?.path } }]);
  expect(pictures[0]).toMatchObject({ path: expect.stringMatching(/^\/photos\/[0-9a-f]{12}\.jpg$/), content: jpeg });
});

test("A demonstration fills the empty places, not those that are taken", () => {
  expect(read({}, true).people.length).toBeGreaterThan(0);
  expect(read({ people: [{ name: "Ada L.", role: "Direction" }] }, true).people).toHaveLength(1);
});

test("A customer is heard with a source, a day and their consent; their picture goes with them", () => {
  const heard = { role: "Notaire", text: "Elle répond.", ...support, consent: "lettre du 1er mars 2025" };
  const testimonials = [
    { ...heard, name: "Claire D.", picture: "bob.avif", quotes: { home: "Elle répond." } },
    { ...heard, name: "Sans source", source: "" },
    { ...heard, name: "Sans date", date: " " },
    { ...heard, name: "Sans accord", consent: "" },
  ];
  const shown = read({ claims: { testimonials } });

  expect(shown.testimonials).toEqual([
    {
      name: "Claire D.",
      role: "Notaire",
      text: "Elle répond.",
      picture: { src: shown.pictures[0]?.path },
      pages: [],
      quotes: { home: "Elle répond." },
    },
  ]);
  expect(shown.pictures[0]?.path).toMatch(/\.avif$/);
  expect(read({ claims: { testimonials } }, true).testimonials).toHaveLength(1);
});

test("A client is named with a source, a day and their consent", () => {
  const clients = [
    { name: "Étude Vasseur", ...support, consent: "contrat, article 9", picture: "ada.jpg" },
    { name: "Sans accord", ...support, consent: "" },
  ];
  const { clients: shown, pictures } = read({ claims: { clients } });

  expect(shown).toEqual([{ name: "Étude Vasseur", picture: { src: pictures[0]?.path } }]);
});

test("A figure or a boast needs a source and a day, but in a demonstration", () => {
  const claims = {
    companies: { figure: 150, ...support },
    trainingOrganisations: { figure: 50, source: "", date: "2025-03-01" },
    madeInFrance: support,
    mostPopular: { source: "comptage", date: "" },
  };

  expect(read({ claims }).claims).toEqual({
    companies: 150,
    madeInFrance: true,
    mostPopular: false,
    fewerMissedCalls: false,
  });
  expect(read({ claims }, true).claims).toEqual({
    companies: 150,
    trainingOrganisations: 50,
    madeInFrance: true,
    mostPopular: true,
    fewerMissedCalls: true,
  });
});

test("What a demonstration invents says so", () => {
  const { people, testimonials, clients, authors } = read({}, true);
  const all = [...people, ...testimonials, ...clients, ...Object.values(authors)];

  expect(all.length).toBeGreaterThan(10);
  expect(all.filter(({ isInvented }) => !isInvented)).toEqual([]);
});

test.each([
  ["none.jpg", "is not there"],
  ["page.jpg", "is no JPEG, PNG, WebP or AVIF"],
  ["poster.jpg", "weighs more than 60 KB"],
])("The picture %s is left out, in a sentence: the person stands with initials", (picture, problem) => {
  const { people, pictures, notices } = read({ people: [{ name: "Ada L.", role: "Direction", picture }] });

  expect(people).toEqual([{ name: "Ada L.", role: "Direction" }]);
  expect(pictures).toEqual([]);
  expect(notices).toEqual([`The picture ${picture} of Ada L. ${problem}: the initials are shown.`]);
});
