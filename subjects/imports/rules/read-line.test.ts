import { describe, expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";

import { guessColumns, type ImportField, importFields } from "./fields.ts";
import { readLine, repeatsIn } from "./read-line.ts";

const today = civilDate("2026-11-28");
const columns = Object.fromEntries(importFields.map((field, place) => [field, place]));
const read = (given: Partial<Record<ImportField, string>>, line = 2) =>
  readLine({ line, cells: importFields.map((field) => given[field] ?? "") }, columns, today);

describe("Columns are recognised by their headers", () => {
  test.each([
    [
      ["Prénom", "NOM", "Tél.", "Adresse e-mail", "Société"],
      ["first_name", "last_name", "phone", "email", "company_name"],
    ],
    [
      ["First Name", "last_name", "Phone number", "E-mail address", "Company"],
      ["first_name", "last_name", "phone", "email", "company_name"],
    ],
    [
      ["Portable", "Courriel", "Raison sociale", "Activité", "Commentaires"],
      ["phone", "email", "company_name", "business_type", "note"],
    ],
    [
      ["Date du consentement", "Source du consentement", "Consentement", "À rappeler le"],
      ["consent_on", "consent_source", "consent_text", "callback_at"],
    ],
  ])("%j", (titles, fields) => {
    expect(guessColumns(titles)).toEqual(Object.fromEntries(fields.map((field, place) => [field, place])));
  });

  test("each field once, what is unknown not at all", () => {
    expect(guessColumns(["Email", "E-mail", "Couleur", ""])).toEqual({ email: 0 });
  });
});

describe("A line", () => {
  test("needs an e-mail, or a telephone that can be dialled; Excel takes its zero away", () => {
    expect(read({ email: " a@exemple.fr " })).toMatchObject({ given: { email: "a@exemple.fr" }, problems: [] });
    expect(read({ phone: "639984107" })).toMatchObject({ given: { phone: "0639984107" }, problems: [] });
    expect(read({ phone: "+33 6 39 98 41 07" }).problems).toEqual([]);
    expect(read({ last_name: "Roux" }).problems).toEqual([{ field: "email", code: "contactMissing" }]);
    expect(read({ email: "a b", phone: "6,40E+08" }).problems).toEqual([
      { field: "email", code: "emailMalformed" },
      { field: "phone", code: "phoneMalformed" },
    ]);
    expect(read({ email: "a@b", note: "x".repeat(10_001) }).problems).toEqual([{ field: "note", code: "tooLong" }]);
  });

  test.each([
    ["26/12/2026", "2026-12-26"],
    ["6/1/27", "2027-01-06"],
    ["26-12-2026 14:30", "2026-12-26"],
    ["26.12.2026", "2026-12-26"],
    ["2026-12-26", "2026-12-26"],
    ["2026-12-26T10:00:00Z", "2026-12-26"],
  ])("has a day in %s", (callback_at, day) => {
    expect(read({ email: "a@b", callback_at })).toMatchObject({ given: { callback_at: day }, problems: [] });
  });

  test.each([
    ["46352", "dateSerial"],
    ["46352,5", "dateSerial"],
    ["31/02/2027", "dateMalformed"],
    ["12/26/2026", "dateMalformed"],
    ["demain", "dateMalformed"],
    ["27/11/2026", "dayPast"],
  ])("has none in %s", (callback_at, code) => {
    expect(read({ email: "a@b", callback_at }).problems).toEqual([{ field: "callback_at", code }]);
  });

  test("agrees to calls with three parts, or not at all", () => {
    const whole = { email: "a@b", consent_on: "05/01/2026", consent_source: "Salon", consent_text: "D’accord" };
    const call_consent = { given_on: "2026-01-05", source: "Salon", text: "D’accord" };
    expect(read(whole)).toMatchObject({ given: { call_consent }, lacksProof: false });
    for (const part of ["consent_on", "consent_source", "consent_text"] as const) {
      const without = read({ ...whole, [part]: "" });
      expect(without).toMatchObject({ problems: [], lacksProof: true });
      expect(without.given).not.toHaveProperty("call_consent");
    }
    expect(read({ ...whole, consent_on: "29/11/2026" }).problems).toEqual([{ field: "consent_on", code: "dayToCome" }]);
  });
});

test("A line repeats the first that has its e-mail or telephone, however each is written", () => {
  const lines = [
    read({ email: "Claire@exemple.fr", phone: "06 39 98 41 07" }, 2),
    read({ email: "sans arobase" }, 3),
    read({ email: "claire@EXEMPLE.fr" }, 4),
    read({ phone: "0033639984107", email: "autre@exemple.fr" }, 5),
    read({ email: "autre@exemple.fr" }, 6),
    read({ email: "seule@exemple.fr" }, 7),
  ];
  expect(Object.fromEntries(repeatsIn(lines))).toEqual({ 4: 2, 5: 2, 6: 5 });
});
