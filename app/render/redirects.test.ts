import { expect, test } from "vitest";

import { redirectFrom } from "./redirects.ts";

const pages = new Set(["/", "/secretariat", "/blog", "/blog/un-article", "/admin"]);
const isPage = (path: string) => pages.has(path);
const moved = new Map([
  ["/blog/ancienne-adresse", "/blog/un-article"],
  ["/blog/sans-suite", "/blog/nulle-part"],
  ["/blog", "/blog/un-article"],
]);
const known = { isPage, findMoved: (path: string) => moved.get(path) };

test.each([
  ["/secretariat/", "/secretariat"],
  ["/secretariat//", "/secretariat"],
  ["/Secretariat", "/secretariat"],
  ["/SECRETARIAT/", "/secretariat"],
  ["/blog/", "/blog"],
  ["/blog/Un-Article/", "/blog/un-article"],
  ["/contact", "/#apropos"],
  ["/Contact/", "/#apropos"],
  ["/tarifs", "/#tarifs"],
  ["/conference", "/conferences"],
  ["/connexion", "/dashboard"],
  ["/login", "/dashboard"],
  ["/faq", "/secretariat#questions"],
  ["/blog/ancienne-adresse", "/blog/un-article"],
  ["/blog/Ancienne-Adresse/", "/blog/un-article"],
])("%s leads to %s for good", (path, location) => {
  expect(redirectFrom(path, known)).toEqual({ status: 308, location });
});

test("An article that is not in the list leads to the list, for the time being", () => {
  expect(redirectFrom("/blog/sans-suite", known)).toEqual({ status: 302, location: "/blog" });
  expect(redirectFrom("/blog/nulle-part", known)).toEqual({ status: 302, location: "/blog" });
});

test.each([
  "/",
  "/secretariat",
  "/nulle-part",
  "/nulle-part/",
  "//evil.example/",
  "/\\evil.example/",
  "/%2Fsecretariat/",
  "//",
  "///",
])("%s leads nowhere else", (path) => {
  expect(redirectFrom(path, known)).toBeUndefined();
});
