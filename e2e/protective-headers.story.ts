import { expect, inject, test } from "vitest";

import { judgeHeaders, tlsRules } from "#tests/support/security-headers.ts";

const siteUrl = inject("siteUrl");

type Asked = [what: string, path: string, status: number, request?: RequestInit];

const json = { "content-type": "application/json" };

const documents: Asked[] = [
  ["the home page", "/", 200],
  ["an article", "/blog/repondeur-combien-coute-un-appel-manque", 200],
  ["a funnel", "/inscription-secretariat", 200],
  ["the back office", "/admin/dashboard", 200],
  ["the not-found page", "/nulle-part", 404],
  ["a screen of the back office that is not", "/admin/xyz", 404],
  ["a preview without a valid signature", "/apercu/2025-10-30.zzzzzzzz.aaaaaaaaaaaaaaaaaaaaaa/", 404],
  ["a redirect", "/blog/zzz", 302],
  ["the demonstration's workshop", "/demo", 200],
  ["its payment page", "/demo/paiement/closing", 200],
  ["its identity provider", "/demo/idp/nowhere", 404],
];

const others: Asked[] = [
  ["the site map", "/sitemap.xml", 200],
  ["the feed", "/blog/rss.xml", 200],
  ["the rules for robots", "/robots.txt", 200],
  ["the text for language models", "/llms.txt", 200],
  ["the manifest", "/site.webmanifest", 200],
  ["a list of leads, for a stranger", "/rest/v1/leads", 401],
  ["an address of the data service that is not", "/rest/v1/rien", 401],
  ["the state of auth", "/auth/v1/health", 200],
  ["a wrong password", "/auth/v1/token?grant_type=password", 401, { method: "POST", headers: json, body: "{}" }],
  ["a malformed body", "/functions/v1/record-consent", 400, { method: "POST", headers: json, body: "{" }],
  ["a function that is not, for a stranger", "/functions/v1/rien", 401],
  [
    "a question of another site",
    "/rest/v1/leads",
    204,
    { method: "OPTIONS", headers: { origin: "https://ailleurs.example", "access-control-request-method": "GET" } },
  ],
  ["an address without end", `/${"a".repeat(9000)}`, 414],
  ["the state of the process", "/healthz", 200],
  ["its readiness", "/readyz", 200],
  ["its measures", "/metrics", 200],
  ["a journal of the demonstration", "/demo/mail.json", 200],
  ["its pixel", "/demo/pixel.gif", 200],
];

test.each(documents)("The headers of %s cost no point but those of TLS", async (_, path, status) => {
  const answer = await ask(path);
  expect(answer.status).toBe(status);
  expect(costs(answer.headers)).toEqual([]);
  expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(answer.headers.get("permissions-policy")).toContain("camera=()");
  expect(answer.headers.get("x-powered-by")).toBeNull();
});

test("Every file that the home page asks for is what it says, for pages of this site only", async () => {
  const html = await (await ask("/")).text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(files.length).toBeGreaterThan(5);
  for (const path of files) expectNoDocument(path, await ask(path));
});

test.each(others)("%s is what it says, for pages of this site only", async (_, path, status, request) => {
  const answer = await ask(path, request);
  expect(answer.status).toBe(status);
  expectNoDocument(path, answer);
});

test("A copy that is still good, and part of a film, keep what the whole answer says", async () => {
  const { headers } = await ask("/");
  const confirmed = await ask("/", { headers: { "if-none-match": headers.get("etag") ?? "" } });
  expect(confirmed.status).toBe(304);
  expect(costs(confirmed.headers)).toEqual([]);
});

function ask(path: string, request: RequestInit = {}): Promise<Response> {
  return fetch(siteUrl + path, { redirect: "manual", ...request });
}

/** Rules that cost points, but for the two that no site keeps without TLS. */
function costs(headers: Headers): string[] {
  const points = Object.entries(judgeHeaders(headers, false)).filter(
    ([rule]) => !tlsRules.some((each) => each === rule),
  );
  return points.filter(([, each]) => each < 0).map(([rule, each]) => `${rule} ${each}`);
}

/** A policy on content, frames or referrers is for what a browser shows as a page. */
function expectNoDocument(path: string, { headers, status }: Response): void {
  const { crossOriginResourcePolicy, contentTypeOptions, crossOriginResourceSharing, cookies } = judgeHeaders(
    headers,
    false,
  );
  expect([path, crossOriginResourcePolicy, contentTypeOptions, crossOriginResourceSharing, cookies]).toEqual([
    path,
    10,
    0,
    0,
    0,
  ]);
  expect(headers.get("access-control-allow-origin")).toBeNull();
  const type = headers.get("content-type") ?? "";
  expect([path, type !== "" || status === 204, type.includes("html")]).toEqual([path, true, false]);
}
