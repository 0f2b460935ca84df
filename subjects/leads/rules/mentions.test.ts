import { expect, test } from "vitest";

import { mentionsIn, peopleNamed, splitMentions, typingAt, writeMention } from "./mentions.ts";

const people = [
  { userId: "1", name: "Camille Renaud" },
  { userId: "2", name: "Camille Renaudin" },
  { userId: "3", name: "Élise" },
];

test.each([
  ["@", 1, { from: 0, typed: "" }],
  ["Vu avec @cam", 12, { from: 8, typed: "cam" }],
  ["Vu (@él", 7, { from: 4, typed: "él" }],
  ["Voir @Camille R", 15, { from: 5, typed: "Camille R" }],
  ["claire@exemple.fr", 10, undefined],
  ["@cam\nsuite", 10, undefined],
  ["rien", 4, undefined],
])("In %j, at %i, a name is being typed: %j", (text, caret, typing) => {
  expect(typingAt(text, caret)).toEqual(typing);
});

test.each([
  ["", ["1", "2", "3"]],
  ["renaudi", ["2"]],
  ["ELI", ["3"]],
  ["mille", []],
])("%j finds colleagues by the beginning of a word, accents aside", (typed, found) => {
  expect(peopleNamed(people, typed).map(({ userId }) => userId)).toEqual(found);
});

test("A chosen name replaces what was typed, and the cursor stands behind it", () => {
  const text = "Vu avec @cam hier";
  const written = writeMention(text, typingAt(text, 12)!, "Camille Renaud");
  expect(written).toEqual({ text: "Vu avec @Camille Renaud hier", caret: 24 });
});

test("Of two names with the same beginning the longer is matched; an e-mail or a longer word is no mention", () => {
  const said = (text: string) => mentionsIn(text, people).map(({ user_id: id }) => id);
  expect(said("@Camille Renaudin et @Élise.")).toEqual(["2", "3"]);
  expect(said("@Camille Renaud, et a@Élise")).toEqual(["1"]);
  expect(said("Camille Renaud, @Élisette, @inconnue")).toEqual([]);
});

test("The parts of a text are the text", () => {
  const parts = splitMentions("à @Élise @", [{ user_id: "3", said: "Élise" }]);
  expect(parts).toEqual(["à ", { user_id: "3", said: "Élise" }, " @"]);
});
