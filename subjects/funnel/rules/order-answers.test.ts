import { describe, expect, test } from "vitest";

import { questionOf, sentQuestions } from "./questions.ts";

import { sentAnswers, storedAnswers } from "./order-answers.ts";

const register = { companySiren: "732829320", companyLegalName: "KERBRAT SARL", companyAddress: "12 rue du Port" };
const person = { email: "c@orsay.example", firstName: " Claire ", lastName: "Delmas", phone: "06" };
const orders = {
  closing: {
    ...person,
    ...register,
    company: "Orsay",
    role: "Gérante",
    prospectsCount: "200",
    objectives: ["meetings", "meetings", "sales"],
  },
  conferences: { ...person, ...register, companyName: "Cabinet", businessType: "Avocat", commentaire: "Vers 9 h" },
} as const;
const forms = ["closing", "conferences"] as const;

describe.each(forms)("The answers of the form %s", (form) => {
  const order: Record<string, unknown> = orders[form];
  const sent = sentAnswers(form, orders[form] as never);
  const { contact, answers, notes } = storedAnswers(form, orders[form] as never);

  test("are all sent, as they were typed", () => {
    expect(sent).toEqual(order);
    expect(Object.keys(sent)).toHaveLength(sentQuestions(form).length);
  });

  test("are all stored, each in the column of its question", () => {
    const stored = sentQuestions(form).map((key) => {
      const { column, kind } = questionOf(key);
      if (kind.type === "email") return orders[form].email;
      return kind.type === "note" ? notes[kind.name] : (contact[column] ?? answers[column]);
    });
    expect(stored).not.toContain(undefined);
    expect(Object.keys({ ...contact, ...answers, ...notes })).toHaveLength(stored.length - 1);
  });
});

test("What is blank is sent and not stored, a choice made twice is stored once, and a text without its edges", () => {
  const order = { ...orders.closing, role: "  " };
  expect(sentAnswers("closing", order)).toMatchObject({ role: "  " });
  const { contact, answers } = storedAnswers("closing", order);
  expect(answers).not.toHaveProperty("role");
  expect(answers.objectives).toEqual(["meetings", "sales"]);
  expect(contact.first_name).toBe("Claire");
});

test("Of a company that was not looked up nothing is sent or stored", () => {
  const order = { ...orders.closing, companySiren: "", companyLegalName: "", companyAddress: "" };
  for (const key of Object.keys(register)) expect(sentAnswers("closing", order)).not.toHaveProperty(key);
  expect(storedAnswers("closing", order).answers).not.toHaveProperty("company_siren");
});
