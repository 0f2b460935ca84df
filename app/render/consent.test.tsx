import { expect, test } from "vitest";

import { civilDate } from "#domain/kernel/civil-date.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

import { listPagePaths, renderPage } from "./render-page.tsx";

const render = (path: string) =>
  renderPage(path, { site: siteForTests, today: civilDate("2025-10-15"), assets: assetsForTests });
const publicPaths = listPagePaths(siteForTests).filter((path) => path !== "/admin");

test.each(publicPaths)("%s carries the cookie banner once, before all else, and one way to reopen it", (path) => {
  const html = render(path);

  expect(html).toMatch(/<body[^>]*><section id="bandeau-cookies"/);
  expect(html.match(/id="bandeau-cookies"/g)).toHaveLength(1);
  expect(html.match(/>Gérer mes cookies<\/button>/g)).toHaveLength(1);
});

test("The back office asks for no consent", () => {
  expect(render("/admin")).not.toContain("bandeau-cookies");
});
