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

test("The back office asks for no consent", () => {
  expect(render("/admin")).not.toContain("bandeau-cookies");
});
