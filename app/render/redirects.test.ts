import { expect, test } from "vitest";

import { redirectFrom } from "./redirects.ts";

const pages = new Set(["/", "/secretariat", "/blog", "/blog/un-article", "/admin"]);
const isPage = (path: string) => pages.has(path);

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
])("%s leads to %s for good", (path, location) => {
  expect(redirectFrom(path, isPage)).toEqual({ status: 308, location });
});

test("An article that is not in the list leads to the list, for the time being", () => {
  expect(redirectFrom("/blog/nulle-part", isPage)).toEqual({ status: 302, location: "/blog" });
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
  expect(redirectFrom(path, isPage)).toBeUndefined();
});
