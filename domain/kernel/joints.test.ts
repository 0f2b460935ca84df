import { expect, test } from "vitest";

import { joints, keepJoints } from "./joints.ts";

test.each([
  ["Écrivez à l’e-mail ou prenez rendez-vous", ["e-mail", "rendez-vous"]],
  ["Qu’est-ce qui change ? Peut-elle rappeler ?", ["Qu’est-ce", "Peut-elle"]],
  ["Celui-ci, peut-être moi-même", ["Celui-ci", "peut-être", "moi-même"]],
  ["Au 06 39 98 41 07, au 12 rue du Standard, 75010 Paris", ["06 39 98 41 07", "75010 Paris"]],
  ["SIREN 000 000 000, 10 h-13 h et 14 h-20 h", ["000 000 000", "10 h-13 h", "14 h-20 h"]],
  ["Sous 6 mois, puis 48 heures et 3 moissons", ["6 mois", "48 heures"]],
  ["TVA FR 11 111111111", []],
  ["Notre sous-traitant, un porte-monnaie, le 2025-06-25", []],
])("« %s » is not broken in %j", (text, kept) => {
  expect(text.match(joints) ?? []).toEqual(kept);
});

test("Texts are wrapped; islands, drawings, code and attributes stay as they are", () => {
  const island = '<div data-island="A"><p>un e-mail</p><br/><b>e-mail</b></div>';
  const left = `${island}<svg><path d="" /><text>e-mail</text></svg><code>e-mail</code>`;
  expect(
    keepJoints(`<!doctype html><title>e-mail</title>${left}<p title="e-mail">Qu&#x27;est-ce</p>`, 'class="a"'),
  ).toBe(`<!doctype html><title>e-mail</title>${left}<p title="e-mail"><span class="a">Qu&#x27;est-ce</span></p>`);
});

test("A text directly in a row gets no wrapped joints; the elements of the row do", () => {
  expect(keepJoints('<a class="button tabular">Au 01 99 00 24 24 <b>e-mail</b></a>e-mail', "a")).toBe(
    '<a class="button tabular">Au 01 99 00 24 24 <b><span a>e-mail</span></b></a><span a>e-mail</span>',
  );
});
