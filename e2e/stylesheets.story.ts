import { statSync } from "node:fs";

import { expect, inject, test } from "vitest";

import { breakpoints } from "#design/tokens.ts";
import { pageFamilies } from "#domain/site/page-family.ts";

import { listTemplates } from "./support/site-map.ts";
import { stylesheets } from "./support/stylesheets.ts";

/** With its headers, less than the 14 KB that a new connection may send before it waits for an answer. */
const limitBytes = 12_000;

test.each(pageFamilies)("The stylesheet of the family %s comes in one round trip", (family) => {
  expect(statSync(`dist/client${stylesheets[family]}.br`).size).toBeLessThanOrEqual(limitBytes);
});

test.each(await listTemplates())("%s waits for one stylesheet, its family's", async (path) => {
  const html = await (await fetch(inject("siteUrl") + path)).text();
  const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  expect(links).toHaveLength(1);
  expect(Object.values(stylesheets).map((file) => `<link rel="stylesheet" href="${file}"/>`)).toContain(links[0]);
});

/** A layout that is computed where it is written is a class on the page and a rule of no stylesheet. */
test.each(await listTemplates())("%s is given every layout that it asks for", async (path) => {
  const html = await (await fetch(inject("siteUrl") + path)).text();
  const [, sheet = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const styles = await (await fetch(inject("siteUrl") + sheet)).text();
  const names = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = ""]) => list.split(" "));
  const asked = new Set(names.filter((name) => Object.keys(breakpoints).some((width) => name.startsWith(`${width}-`))));
  expect([...asked].filter((name) => !styles.includes(`.${name}`))).toEqual([]);
});

test.each([...(await listTemplates()), "/admin", "/demo", "/demo/paiement/closing"])(
  "%s comes compressed",
  async (path) => {
    const answer = await fetch(inject("siteUrl") + path, { headers: { "accept-encoding": "br, gzip" } });
    expect(answer.headers.get("content-encoding")).toMatch(/^(br|gzip)$/);
  },
);
