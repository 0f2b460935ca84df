import { expect, test } from "vitest";

import { bestGrade, firstScore, judgeHeaders, tlsRules } from "#tests/support/security-headers.ts";
import { siteForTests } from "#tests/support/site.ts";

import { pageHeaders } from "./page-headers.ts";

/** Of the site with every host that the configuration can name. */
function headersOf(origin: string): Headers {
  const headers = pageHeaders({ site: { ...siteForTests, origin }, supabaseUrl: "https://projet.supabase.example" });
  return new Headers(headers as Record<string, string>);
}

test("Behind a proxy with TLS a page loses no point and is graded A+", () => {
  const points = Object.values(judgeHeaders(headersOf("https://zeta.example"), true));

  expect(points.filter((each) => each < 0)).toEqual([]);
  expect(points.reduce((sum, each) => sum + each, firstScore)).toBeGreaterThanOrEqual(bestGrade);
});

test("Without TLS a page loses the points of TLS only", () => {
  const points = Object.entries(judgeHeaders(headersOf("http://localhost:3000"), false));

  expect(points.filter(([, each]) => each < 0).map(([rule]) => rule)).toEqual(tlsRules);
});

test.each([
  ["content-security-policy", "default-src 'self'; script-src 'self' 'unsafe-inline'"],
  ["content-security-policy", ""],
  ["referrer-policy", "unsafe-url"],
  ["x-content-type-options", ""],
  ["strict-transport-security", "max-age=60"],
  ["cross-origin-resource-policy", "everyone"],
  ["set-cookie", "session=1; SameSite=Lax; Secure"],
])("The judge takes points for %s: %s", (name, value) => {
  const headers = headersOf("https://zeta.example");
  headers.set(name, value);

  expect(Object.values(judgeHeaders(headers, true)).some((each) => each < 0)).toBe(true);
});
