import { expect, test } from "vitest";

import { drawPage as render } from "#tests/support/drawn-page.ts";
import { siteForTests } from "#tests/support/site.ts";

import { listPagePaths } from "./render-page.tsx";

const publicPaths = listPagePaths(siteForTests).filter((path) => path !== "/admin");

test.each(publicPaths)("%s carries the cookie banner once, before all else, and one way to reopen it", (path) => {
  const html = render(path);

  expect(html).toMatch(/<body[^>]*><section id="bandeau-cookies"/);
  expect(html.match(/id="bandeau-cookies"/g)).toHaveLength(1);
  expect(html.match(/>Gérer mes cookies<\/button>/g)).toHaveLength(1);
});

test("A site that asks for nothing has no banner and no way to reopen one, and its texts say so", () => {
  const site = { ...siteForTests, consent: { version: "text-1", trackers: {}, attribution: false } };
  for (const path of publicPaths) {
    expect(render(path, { site })).not.toMatch(/bandeau-cookies|data-consent|Gérer mes cookies|partenaires utilisent/);
  }
  const policy = render("/politique-de-confidentialite", { site });
  expect(policy).toContain("ne montre pas de bandeau");
  expect(policy).not.toMatch(/cookieConsent|Mesure d’audience et publicité|Seulement si vous l’avez accepté/);
  expect(render("/mentions-legales", { site })).toContain("ne montre pas de bandeau");
});

test("A site with its own measure alone speaks of no partner but to say that there is none", () => {
  const site = { ...siteForTests, consent: { version: "text-1", trackers: {}, attribution: true } };
  expect(render("/", { site })).toContain("par quelle publicité ou quel site vous êtes venu");
  const policy = render("/politique-de-confidentialite", { site });
  expect(policy).toContain("Savoir par quelle publicité ou quel site vous êtes venu, si vous l’avez accepté.");
  expect(policy).toContain("Aucun partenaire de mesure ou de publicité n’intervient");
  expect(policy).not.toContain("Mesurer l’audience et l’efficacité de nos publicités");
});

test("The back office asks for no consent", () => {
  expect(render("/admin")).not.toContain("bandeau-cookies");
});
