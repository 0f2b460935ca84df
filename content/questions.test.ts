import { expect, test } from "vitest";

import type { OwnQuestion } from "#domain/site/site-config.ts";
import { civilDate } from "#kit/civil-date.ts";
import { siteForTests } from "#tests/support/site.ts";

import { questionsOf } from "./questions.ts";

const today = civilDate("2025-10-15");
const asked = (questions?: OwnQuestion[], path = "/closing") =>
  questionsOf(path, { ...siteForTests, ...(questions && { questions }) }, today);
const [first, second, ...others] = asked();

test("The owner's come first, in their order, and take the place of those of the page", () => {
  const own: OwnQuestion[] = [
    { page: "closing", question: "Et le dimanche ?", answer: "Aucun appel." },
    { page: "closing", question: second!.question.replaceAll("\u00a0", " ").toUpperCase() },
    { page: "closing", question: first!.question, answer: "Autrement." },
  ];
  expect(asked(own)).toEqual([
    { question: "Et le dimanche ?", answer: "Aucun appel." },
    second,
    { ...first, answer: "Autrement." },
    ...others,
  ]);
});

test("One is hidden, one without an answer is not asked, and other pages stay as they are", () => {
  const own: OwnQuestion[] = [
    { page: "closing", question: first!.question, isHidden: true },
    { page: "closing", question: "Sans réponse ?", answer: " " },
  ];
  expect(asked(own)).toEqual([second, ...others]);
  expect(asked(own, "/secretariat")).toEqual(asked(undefined, "/secretariat"));
});
