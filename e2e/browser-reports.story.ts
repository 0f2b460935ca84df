import { expect, inject, test } from "vitest";

import { expectProblem, newVisitor } from "./support/pages.ts";

const siteUrl = inject("siteUrl");

test("A browser tells by itself what the content policy refused, and it is counted", async () => {
  expectProblem(/content policy: style-src-attr refused inline|violates the following Content Security Policy/);
  const before = await countInlineStyles();
  const page = await newVisitor();
  await page.goto("/");
  await page.evaluate(() => document.body.setAttribute("style", "color: red"));
  await expect.poll(countInlineStyles).toBeGreaterThan(before);
});

async function countInlineStyles(): Promise<number> {
  const measures = await (await fetch(`${siteUrl}/metrics`)).text();
  const counter = /^site_csp_reports_total\{directive="style-src-attr",kind="inline"\} (\d+)$/m;
  return Number(counter.exec(measures)?.[1] ?? 0);
}
