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
  return readShownPeople({ ...believableConfig, ...changes }, { isDemo, readPicture });
}

test("A real site shows the people it configured, and nobody else", () => {
  expect(read({})).toEqual({ people: [], authors: {}, testimonials: {}, pictures: [], notices: [] });
  const { people, pictures } = read({ people: [{ name: "Ada L.", role: "Direction", picture: "ada.jpg" }] });

  expect(people).toEqual([{ name: "Ada L.", role: "Direction", picture: pictures[0]?.path }]);
  expect(pictures[0]).toMatchObject({ path: expect.stringMatching(/^\/photos\/[0-9a-f]{12}\.jpg$/), content: jpeg });
});

test("A demonstration fills the empty places, not those that are taken", () => {
  expect(read({}, true).people.length).toBeGreaterThan(0);
  expect(read({ people: [{ name: "Ada L.", role: "Direction" }] }, true).people).toHaveLength(1);
});

test("Words of a customer need a source and a day; their picture goes with them", () => {
  const claims = {
    ...believableConfig.claims,
    testimonials: {
      claire: { ...support, picture: "bob.avif" },
      malik: { source: "", date: "2025-03-01" },
      yann: { source: "accord", date: "" },
      nadia: support,
    },
  };
  const { testimonials, pictures } = read({ claims });

  expect(Object.keys(testimonials)).toEqual(["claire", "nadia"]);
  expect(testimonials["claire"]?.picture).toBe(pictures[0]?.path);
  expect(pictures[0]?.path).toMatch(/\.avif$/);
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
