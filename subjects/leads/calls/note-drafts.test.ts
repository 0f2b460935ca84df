// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";

import { forgetDrafts, keepDraft, keepMailDraft, readDraft, readMailDraft } from "./note-drafts.ts";

const now = new Date("2026-11-20T09:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

beforeEach(() => localStorage.clear());

test("A draft is of one person and lead, for seven days, until it is emptied or its person signs out", () => {
  keepDraft("ines@exemple.fr", "a", "Rappeler", now);
  keepDraft("ines@exemple.fr", "b", "Autre", now);
  keepDraft("karim@exemple.fr", "a", "De Karim", now);
  expect(readDraft("ines@exemple.fr", "a", inDays(6.9))).toBe("Rappeler");
  expect(readDraft("ines@exemple.fr", "a", inDays(7))).toBeUndefined();

  keepDraft("ines@exemple.fr", "a", " ", now);
  expect(readDraft("ines@exemple.fr", "a", now)).toBeUndefined();
  expect(readDraft("ines@exemple.fr", "b", now)).toBe("Autre");

  forgetDrafts("ines@exemple.fr", now);
  expect(readDraft("ines@exemple.fr", "b", now)).toBeUndefined();
  expect(readDraft("karim@exemple.fr", "a", now)).toBe("De Karim");
  forgetDrafts("karim@exemple.fr", now);
  expect(localStorage.getItem("desk_drafts")).toBeNull();
});

test("A mail about a lead is kept beside its note, with the id that it is sent under", () => {
  const mail = { id: "1", template: "t", subject: "Bonjour", text: "" };
  keepDraft("ines@exemple.fr", "a", "Rappeler", now);
  keepMailDraft("ines@exemple.fr", "a", mail, now);
  expect(readMailDraft("ines@exemple.fr", "a", inDays(6.9))).toEqual(mail);
  expect(readMailDraft("ines@exemple.fr", "a", inDays(7))).toBeUndefined();
  keepMailDraft("ines@exemple.fr", "a", undefined, now);
  expect(readMailDraft("ines@exemple.fr", "a", now)).toBeUndefined();
  expect(readDraft("ines@exemple.fr", "a", now)).toBe("Rappeler");
});

test.each(["{", "7", '{"ines": {"a": {"text": 1}}}'])("What another program left there is no draft: %s", (text) => {
  localStorage.setItem("desk_drafts", text);
  expect(readDraft("ines", "a", now)).toBeUndefined();
});
