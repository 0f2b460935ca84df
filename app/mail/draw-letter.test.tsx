// @vitest-environment happy-dom
import { expect, test } from "vitest";

import type { MailLetter } from "#domain/site/mail-letter.ts";

import { drawLetter } from "./draw-letter.tsx";

const link = "https://zeta.example/?a=1&b=2";
const letterOf = (text: string): MailLetter => ({
  brand: "Zeta",
  subject: text,
  blocks: [
    { kind: "title", text },
    { kind: "paragraph", text },
    { kind: "facts", facts: [{ label: text, value: text }] },
    { kind: "action", label: text, link, fallback: text },
    { kind: "code", introduction: undefined, code: text },
    { kind: "code", introduction: text, code: text },
    { kind: "steps", title: text, steps: [text, `${text} 2`] },
    { kind: "note", text },
    { kind: "link", label: text, link },
  ],
});

test.each([
  '<img src=x onerror="alert(1)">',
  "</style><script>alert(1)</script>",
  "a".repeat(200),
  "أتيلييه",
  "Les 🍋 d’Émile",
])("%s is shown as text", (hostile) => {
  const page = new DOMParser().parseFromString(drawLetter(letterOf(hostile)), "text/html");

  expect(page.querySelectorAll("script, img, [onerror]")).toHaveLength(0);
  expect(page.title).toBe(hostile);
  expect([...page.querySelectorAll("h1, p, th, td > b, li")].some((part) => part.textContent === hostile)).toBe(true);
});

test("Nothing of a mail comes from anywhere", () => {
  const html = drawLetter(letterOf("Bonjour"));

  expect(html).not.toMatch(/\bsrc=|url\(|@import|@font-face|<link|<object|<iframe|<form/i);
  const page = new DOMParser().parseFromString(html, "text/html");
  const addresses = [...page.querySelectorAll("[href]")].map((each) => each.getAttribute("href"));
  expect(new Set(addresses)).toEqual(new Set([link]));
});

test("One button, however much a mail says; dark screens and narrow ones have their dress", () => {
  const html = drawLetter(letterOf("Bonjour"));

  expect(html.match(/class="letter-button"/g)).toHaveLength(1);
  expect(html).toContain("prefers-color-scheme:dark");
  expect(html).toContain('name="color-scheme" content="light dark"');
  expect(html).toContain("max-width:480px");
  expect(html).toContain('lang="fr"');
});
