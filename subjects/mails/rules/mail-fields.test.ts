import { describe, expect, test } from "vitest";

import { fillFields, hasUnknownField, openFields } from "./mail-fields.ts";

const values = { prenom: "Claire", entreprise: "Ravel & fils", signature: "Inès\nAriane" };

describe("A field is filled in", () => {
  test.each([
    ["Bonjour {prénom},", "Bonjour Claire,"],
    ["Bonjour {Prenom} ,", "Bonjour Claire ,"],
    ["{ entreprise }\n{signature}", "Ravel & fils\nInès\nAriane"],
    ["{prénom}{prénom}", "ClaireClaire"],
    ["{montant}, {lien}", "{montant}, {lien}"],
    ["{Lien}", "{lien}"],
    ["{}{{prénom}}", "{}{Claire}"],
  ])("%j becomes %j", (text, filled) => expect(fillFields(text, values)).toBe(filled));

  test("with nothing, and the space before it goes too", () => {
    expect(fillFields("Bonjour {prénom},", { prenom: "" })).toBe("Bonjour,");
  });

  test("once: a value makes no field, and means nothing to the replacement", () => {
    expect(fillFields("{entreprise}", { entreprise: "{lien} $& $1", lien: "https://a.example" })).toBe("lien $& $1");
  });
});

test.each([
  ["Bonjour {prénom}, {lien}", false, ["prenom", "lien"]],
  ["{nom}", true, []],
  ["{}", true, []],
  ["{constructor}", true, []],
  ["une accolade { seule", false, []],
  ["{pré\nnom}", false, []],
] as const)("%j has an unknown field: %s", (text, isUnknown, open) => {
  expect(hasUnknownField(text)).toBe(isUnknown);
  expect(openFields(text)).toEqual(open);
});
