import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { SiteSettings } from "#domain/site/site-settings.ts";
import { civilDate } from "#kit/civil-date.ts";
import { createRouter } from "#engine/http/routes.ts";
import type { PageSource } from "#server/site/serve-pages.ts";
import { siteForTests } from "#tests/support/site.ts";

import { previewRoute } from "./preview-route.ts";
import { sealPreview } from "./preview-token.ts";

const authSecret = "a-secret-for-tests-only-0123456789abcdef";
let now = new Date("2026-11-23T10:00:00Z");
const token = sealPreview(authSecret, { day: civilDate("2025-10-30"), isDraft: false }, now);

const pages: PageSource = {
  send: () => false,
  findRedirect: () => undefined,
  sendUnsent: () => false,
  sendNotFound: (_, response) => void response.writeHead(404).end("not found"),
  renderDemo: () => "",
  drawLetter: () => "",
  renderPreview: (path, { asOf, root }, site) =>
    path === "/nulle-part" ? undefined : `${path} on ${asOf} below ${root} of ${site?.brand}`,
  headers: { "content-security-policy": "script-src 'self'", "x-frame-options": "DENY" },
  redirectHeaders: {},
  redraw: () => undefined,
  undrawn: () => [],
  compare: async () => [],
};

let draft: SiteSettings | undefined | Error;
const readDraft = async () => {
  if (draft instanceof Error) throw draft;
  return draft;
};

let server: Server;
beforeAll(async () => {
  const route = previewRoute(
    { settings: { authSecret, site: siteForTests }, now: () => now, log: pino({ level: "silent" }) },
    pages,
    readDraft,
  );
  server = createServer(createRouter([route], pages.sendNotFound));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

const get = (path: string, options?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, options);

test.each([
  [`/apercu/${token}`, "/"],
  [`/apercu/${token}/`, "/"],
  [`/apercu/${token}/blog/article?utm=1`, "/blog/article"],
])("%s shows the page of its day", async (address, path) => {
  expect(await (await get(address)).text()).toBe(
    `${path} on 2025-10-30 below /apercu/${token} of ${siteForTests.brand}`,
  );
});

test("It runs, sends and stores nothing, is not indexed, and sends no referrer", async () => {
  const { headers } = await get(`/apercu/${token}/`);
  const policy = headers.get("content-security-policy")?.split("; ") ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'none'");
  expect(policy.filter((part) => /^(script|connect|worker)-src/.test(part))).toEqual([]);
  expect(headers.get("x-robots-tag")).toContain("noindex");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-frame-options")).toBe("DENY");
});

test.each([
  "/apercu",
  "/apercu/",
  "/apercu//",
  "/apercu/x/",
  `/apercu/${token}x/`,
  `/apercu/${token}/nulle-part`,
  "/apercu/%2e%2e/",
])("%s is not found", async (address) => expect((await get(address)).status).toBe(404));

test("A draft is shown as it is then, without one nothing is, and a database that is away is said so", async () => {
  const ofDraft = `/apercu/${sealPreview(authSecret, { day: civilDate("2025-10-30"), isDraft: true }, now)}/`;
  expect((await get(ofDraft)).status).toBe(404);
  draft = { ...siteForTests, brand: "Zeta" };
  expect(await (await get(ofDraft)).text()).toContain("/ on 2025-10-30");
  expect(await (await get(ofDraft)).text()).toContain("of Zeta");
  draft = new Error("away");
  const away = await get(ofDraft);
  expect([away.status, away.headers.get("cache-control")]).toEqual([503, "no-store"]);
});

test("Only reading methods are answered", async () => {
  expect((await get(`/apercu/${token}/`, { method: "POST" })).status).toBe(404);
  const head = await get(`/apercu/${token}/`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("An hour later it is not found", async () => {
  now = new Date("2026-11-23T11:00:00Z");
  expect((await get(`/apercu/${token}/`)).status).toBe(404);
});
