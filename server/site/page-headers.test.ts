import { describe, expect, test } from "vitest";

import { siteForTests } from "#tests/support/site.ts";

import { pageHeaders } from "./page-headers.ts";

function policyOf(consent = siteForTests.consent): string[] {
  const headers = pageHeaders({ site: { ...siteForTests, consent }, supabaseUrl: undefined });
  return String(headers["content-security-policy"]).split("; ");
}

test("The pixel's host joins the images, the measurement's what is posted to, and neither joins the scripts", () => {
  const policy = policyOf();

  expect(policy).toContain("img-src 'self' data: https://pixel.example");
  expect(policy).toContain("connect-src 'self' https://mesure.example");
  expect(policy).toContain("script-src 'self'");
});

test("Without trackers, or with those of a demonstration, no outside host is allowed", () => {
  const { marketing, analytics } = siteForTests.consent.trackers;
  const standIns = {
    ...(marketing && { marketing: { ...marketing, url: "/demo/pixel.gif" } }),
    ...(analytics && { analytics: { ...analytics, url: "/demo/measure" } }),
  };

  for (const trackers of [{}, standIns]) {
    expect(policyOf({ version: "text-1", trackers, attribution: true }).join("; ")).not.toMatch(/https?:/);
  }
});

describe("Browsers are told where to say what the policy refused", () => {
  test("in both ways that they know, over TLS", () => {
    const headers = pageHeaders({ site: siteForTests, supabaseUrl: undefined });

    expect(headers["reporting-endpoints"]).toBe('csp="/functions/v1/report"');
    expect(policyOf()).toEqual(expect.arrayContaining(["report-to csp", "report-uri /functions/v1/report"]));
  });

  test("in the older way without it, where the newer one would send nothing", () => {
    const site = { ...siteForTests, origin: "http://localhost:3000" };
    const policy = String(pageHeaders({ site, supabaseUrl: undefined })["content-security-policy"]);

    expect(policy).toContain("; report-uri /functions/v1/report");
    expect(policy).not.toContain("report-to");
  });
});
