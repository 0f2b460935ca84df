import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { refusedEmails, takenEmails } from "#tests/support/email-examples.ts";

import { checkAnswers, emailText } from "./text-rules.ts";

const readEmail = (email: unknown) => checkAnswers<{ email: string }>(z.object({ email: emailText }), { email });

describe("The e-mail of a form", () => {
  test.each(takenEmails)("%j is taken as the database takes it", (typed, email) => {
    expect(readEmail(typed)).toEqual({ ok: true, value: { email } });
  });

  test.each(refusedEmails)("%j is refused as the database refuses it: %s", (typed, email) => {
    expect(readEmail(typed)).toEqual({ ok: false, problem: { email } });
  });

  test("A text made to be slow to read is not read: its length is enough", () => {
    const startedAtMs = performance.now();
    expect(readEmail(`${"@".repeat(60_000)} x`)).toEqual({ ok: false, problem: { email: "tooLong" } });
    expect(performance.now() - startedAtMs).toBeLessThan(1000);
  });

  // What no database can be asked: it stores neither.
  test.each(["ya\u0000nn@ex.fr", "ya\ud83dnn@ex.fr", "yann@ex.fr\udc69"])("%j is malformed", (email) => {
    expect(readEmail(email)).toEqual({ ok: false, problem: { email: "malformed" } });
  });

  test.each([undefined, null, 3, ["a@b"], { toString: "a@b" }])("%j is no e-mail at all", (email) => {
    expect(readEmail(email)).toEqual({ ok: false, problem: { email: "missing" } });
  });
});

test.each([undefined, null, "a@b", 3, ["a@b"]])("An answer that is no form (%j) misses every field", (typed) => {
  const shape = z.object({ email: emailText, other: emailText });
  expect(checkAnswers(shape, typed)).toEqual({ ok: false, problem: { email: "missing", other: "missing" } });
});
