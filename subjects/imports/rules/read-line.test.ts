import { describe, expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";

import { columnsFor, guessColumns, type ImportField, importFields, type AnswerNames } from "./fields.ts";
import { readLine, repeatsIn } from "./read-line.ts";

const today = civilDate("2026-11-28");
const columns = Object.fromEntries(importFields.map((field, place) => [field, place]));
const reading = {
  columns,
  today,
  ownerCalled: (said: string) => (said === "Agathe Roy" ? "id-of-agathe" : undefined),
  codeOf: (_: string, said: string) => (said === "Féminine" ? "feminin" : said),
};
const read = (given: Partial<Record<ImportField, string>>, line = 2) =>
  readLine({ line, cells: importFields.map((field) => given[field] ?? "") }, reading);
const names = Object.fromEntries(importFields.map((field) => [field, field])) as AnswerNames;
const named = { ...names, callsPerMonth: "Volume", contactsPerMonth: "Volume", voice: "Voix" };

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
    expect(guessColumns(titles, "general", named)).toEqual(
      Object.fromEntries(fields.map((field, place) => [field, place])),
    );
  });

  test("each field once, what is unknown not at all", () => {
    expect(guessColumns(["Email", "E-mail", "Couleur", ""], "general", named)).toEqual({ email: 0 });
  });

  test("answers by their names, of the form that asks them", () => {
    const titles = ["E-mail", "VOLUME", "voice", "Propriétaire"];
    const known = { email: 0, owner: 3 };
    expect(guessColumns(titles, "general", named)).toEqual(known);
    const secretariat = { ...known, callsPerMonth: 1, voice: 2 };
    expect(columnsFor("secretariat", known, titles, named)).toEqual(secretariat);
    expect(columnsFor("marketing", secretariat, titles, named)).toEqual({ ...known, contactsPerMonth: 1, voice: 2 });
    expect(columnsFor("secretariat", { note: 1 }, titles, named)).toEqual({ note: 1, voice: 2 });
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

describe("Beside who it is, a line says", () => {
  test("who looks after it, by name", () => {
    expect(read({ email: "a@b", owner: "Agathe Roy" })).toMatchObject({
      given: { owner: "id-of-agathe" },
      problems: [],
    });
    const unknown = read({ email: "a@b", owner: "Zoé" });
    expect(unknown.problems).toEqual([{ field: "owner", code: "ownerUnknown" }]);
  });

  test.each([
    ["callsPerMonth", "1\u202f00", { calls_per_month: "100" }],
    ["callsPerMonth", "60", "volumeNotSold"],
    ["callsPerMonth", "beaucoup", "volumeNotSold"],
    ["voice", "Féminine", { voice: "feminin" }],
    ["voice", "Autre", "answerUnknown"],
    ["businessHours", "24h", { business_hours: ["24h"] }],
    ["businessHours", "8h-12h, 14h-18h", { business_hours: ["autres", "8h-12h, 14h-18h"] }],
    ["businessHours", "autres,8h-12h", { business_hours: ["autres", "8h-12h"] }],
    ["objectives", "meetings; diagnostic", { objectives: ["meetings", "diagnostic"] }],
    ["objectives", "meetings, rien", "answerUnknown"],
    ["comment", "=1+1", { extra_answers: { commentaire: "=1+1" } }],
    ["role", "Directrice", { role: "Directrice" }],
    ["role", "x".repeat(301), "tooLong"],
  ] as const)("%s: %s", (field, said, expected) => {
    const { given, problems } = read({ email: "a@b", [field]: said });
    const [told, answered] =
      typeof expected === "string" ? [[{ field, code: expected }], {}] : [[], expected as Record<string, unknown>];
    expect({ given, problems }).toEqual({ given: { line: 2, email: "a@b", ...answered }, problems: told });
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
