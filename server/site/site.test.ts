import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { stylesheetOf, stylesheets } from "#domain/site/page-family.ts";
import { pageTransition } from "#domain/site/page-transition.ts";
import { civilDate, type CivilDate } from "#kit/civil-date.ts";
import { serveFromMemory } from "#engine/memory-pages/serve-from-memory.ts";
import { createRouter } from "#engine/http/routes.ts";
import { pageRoute, unsentFormRoute } from "./serve-pages.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

import { createSite, type Site } from "./site.ts";

/** What a build leaves: a renderer that writes the day, so that a test sees which one a page was made for. */
const renderer = `
const paths = ["/", "/stable", "/admin", "/404"];
const pathsOf = (site) => (site.brand === "Other" ? [...paths, "/new"] : paths);
export const renderer = {
  notFoundPath: "/404",
  listPagePaths: pathsOf,
  findRedirect(path) {
    if (path.startsWith("/old/")) return { status: 302, location: "/stable" };
    return path === "/alias" ? { status: 308, location: "/stable#there" } : undefined;
  },
  listFiles: ({ today }) => [{ path: "/old/feed.xml", contentType: "application/rss+xml; charset=utf-8", body: "<rss>" + today + "</rss>" }],
  findPagePath: (path) => path.startsWith("/admin/") ? "/admin" : paths.includes(path) ? path : "/404",
  isPrivatePage: (path) => path === "/admin",
  renderPage(path, { today, site }) {
    if (path === "/" && site.brand === "Broken") throw new Error("this page cannot be drawn");
    const ofBrand = site.brand === "Other" ? " of Other" : "";
    return path === "/stable" ? "the same every day" : path + " on " + today + ofBrand;
  },
  renderUnsent: () => "not sent",
  renderDemoPage: (page) => "demo " + page.name,
};
`;
const manifest = {
  "app/client/loader.ts": { file: "assets/loader-1.js" },
  "app/admin/shell/main.tsx": { file: "assets/admin-1.js" },
  ...Object.fromEntries(
    stylesheets.map((name) => [
      stylesheetOf(name),
      { file: `assets/${name}-1.css`, assets: [assetsForTests.font?.slice(1)] },
    ]),
  ),
  "app/assets/favicon.svg": { file: "assets/favicon-1.svg" },
};

const siteWithoutTrackers = { ...siteForTests, consent: { version: "text-1", trackers: {}, attribution: false } };

let root: string;
let server: Server | undefined;
let origin: string;
let instant: Date;
let settings: Parameters<typeof createSite>[1];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "site-"));
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("package.json", '{"type":"module"}');
  write("dist/server/render-page.js", renderer);
  write("dist/server/assets/france-1.svg", "<svg/>");
  write("dist/client/assets/loader-1.js", "console.log(1)");
  writeFileSync(join(root, "dist/client/assets/loader-1.js.br"), brotliCompressSync("console.log(1)"));
  write("dist/client/.vite/manifest.json", JSON.stringify(manifest));
  instant = new Date("2025-10-30T21:59:00Z"); // 22:59 in Paris
});

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  rmSync(root, { recursive: true });
});

type Options = { previewDate?: CivilDate; supabaseUrl?: string; ownFiles?: Map<string, Buffer> };

async function openSite({ previewDate, supabaseUrl, ownFiles }: Options = {}) {
  settings = { site: siteWithoutTrackers, supabaseUrl, previewDate, ...(ownFiles && { ownFiles }) };
  const site = await createSite(root, settings, undefined, () => instant);
  const answerInFull = createRouter([pageRoute(site), unsentFormRoute(site)], site.sendNotFound);
  server = createServer(answerInFull);
  serveFromMemory(server, site.find);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return site;
}

const get = (path: string, options?: RequestInit) => fetch(origin + path, options);

test("A page is answered with its query ignored, to be asked for again next time", async () => {
  await openSite();
  const response = await get("/?utm_source=x");

  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  expect(await response.text()).toBe("/ on 2025-10-30");
});

test.each([
  ["/photos/0123456789ab.avif", "image/avif"],
  ["/media/0123456789abcdef.mp3", "audio/mpeg"],
])("A file of the owner's is served as what it is, and kept for good: %s", async (path, contentType) => {
  await openSite({ ownFiles: new Map([[path, Buffer.from("own")]]) });
  const response = await get(path);

  expect(response.headers.get("content-type")).toBe(contentType);
  expect(response.headers.get("cache-control")).toContain("immutable");
  expect(await response.text()).toBe("own");
});

test("Pages carry a content policy without unsafe words, and keep others from framing or reading them", async () => {
  await openSite();
  const { headers } = await get("/");
  const policy = headers.get("content-security-policy") ?? "";

  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]) {
    expect(policy.split("; ")).toContain(part);
  }
  expect(policy).not.toContain("unsafe");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  // The public origin is https.
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
});

test("Of styles in a page, its content policy lets the opt-in to transitions pass alone, by its hash", async () => {
  await openSite();
  const policy = (await get("/")).headers.get("content-security-policy") ?? "";
  const hash = createHash("sha256").update(pageTransition).digest("base64");

  expect(policy.split("; ")).toContain(`style-src 'self' 'sha256-${hash}'`);
});

test("A hosted project's address, and no other, joins what pages may call", async () => {
  await openSite({ supabaseUrl: "https://projet.supabase.example/ignored" });
  const policy = (await get("/")).headers.get("content-security-policy");

  expect(policy).toContain("connect-src 'self' https://projet.supabase.example;");
});

test("Hashed files are kept for a year, hidden ones are not served", async () => {
  await openSite();

  for (const path of ["/assets/loader-1.js", "/assets/france-1.svg"]) {
    const { status, headers } = await get(path);
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
  }
  expect((await get("/.vite/manifest.json")).status).toBe(404);
});

test("The copies made by the build are sent in place of their file, never under their own name", async () => {
  await openSite();
  const response = await get("/assets/loader-1.js", { headers: { "accept-encoding": "br" } });

  expect(response.headers.get("content-encoding")).toBe("br");
  expect(await response.text()).toBe("console.log(1)");
  expect((await get("/assets/loader-1.js.br")).status).toBe(404);
});

test("A form that a browser posts to a page by itself is answered with what to do, and stored in no cache", async () => {
  await openSite();
  const send = (path: string) => get(path, { method: "POST", body: new URLSearchParams({ email: "yann@ex.fr" }) });
  const { status, headers } = await send("/stable");
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(await (await send("/stable")).text()).toBe("not sent");
  expect((await send("/nulle-part")).status).toBe(404);
  expect((await send("/assets/loader-1.js")).status).toBe(404);
});

test.each(["/nulle-part", "/404"])("%s gets the not-found page with status 404", async (path) => {
  await openSite();
  const response = await get(path);

  expect(response.status).toBe(404);
  expect(await response.text()).toContain("/404 on");
});

test("A page that is no more sends to the one that replaces it, for now", async () => {
  await openSite();
  const { status, headers } = await get("/old/page", { redirect: "manual" });

  expect([status, headers.get("location")]).toEqual([302, "/stable"]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("An alias sends on for good, with what was asked besides", async () => {
  await openSite();
  const { status, headers } = await get("/alias?volume=20&utm_source=x", { redirect: "manual" });

  expect([status, headers.get("location")]).toEqual([308, "/stable?volume=20&utm_source=x#there"]);
});

test.each(["/", "/old/feed.xml", "/nulle-part"])(
  "The first reader of %s gets it compressed, and every encoding follows the second, with the same tag",
  async (path) => {
    await openSite();
    const read = async (encoding: string) => {
      const answer = await get(path, { headers: { "accept-encoding": encoding } });
      return {
        encoding: answer.headers.get("content-encoding"),
        tag: answer.headers.get("etag"),
        text: await answer.text(),
      };
    };

    const first = await read("br");

    expect(first).toMatchObject({ encoding: "br", text: expect.stringContaining("2025-10-30") });
    for (const encoding of ["gzip", "zstd"]) {
      await expect.poll(() => read(encoding)).toEqual({ ...first, encoding });
    }
  },
);

test("Files rendered with the pages are answered like them, and change with the day", async () => {
  await openSite();
  const { status, headers } = await get("/old/feed.xml");

  expect([status, headers.get("content-type")]).toEqual([200, "application/rss+xml; charset=utf-8"]);
  expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  instant = new Date("2025-10-30T23:00:00Z");
  expect(await (await get("/old/feed.xml")).text()).toBe("<rss>2025-10-31</rss>");
});

test("Screens of the admin are one page, stored in no cache", async () => {
  await openSite();
  const response = await get("/admin/dashboard");

  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toBe("/admin on 2025-10-30");
});

test("Only reading methods are answered", async () => {
  await openSite();

  expect((await get("/", { method: "PUT" })).status).toBe(404);
  expect((await get("/", { method: "HEAD" })).status).toBe(200);
});

test("At midnight in Paris dated pages change without a restart, and the others keep their tag", async () => {
  await openSite();
  const stableTag = (await get("/stable")).headers.get("etag");
  expect(await (await get("/")).text()).toBe("/ on 2025-10-30");

  instant = new Date("2025-10-30T22:59:59Z"); // 23:59:59 in Paris
  expect(await (await get("/")).text()).toBe("/ on 2025-10-30");

  instant = new Date("2025-10-30T23:00:00Z");
  expect(await (await get("/")).text()).toBe("/ on 2025-10-31");
  expect((await get("/stable")).headers.get("etag")).toBe(stableTag);
});

test("A preview shows its own day for ever", async () => {
  await openSite({ previewDate: civilDate("2025-10-15") });
  instant = new Date("2026-01-01T00:00:00Z");

  expect(await (await get("/")).text()).toBe("/ on 2025-10-15");
});

test("A folder without a build is refused, naming what is missing", async () => {
  writeFileSync(join(root, "dist/client/.vite/manifest.json"), "{}");

  await expect(openSite()).rejects.toThrow("styles/home.css is missing from the build");
});

describe("Another site in place of this one", () => {
  const take = (site: Site, brand: string) => {
    settings.site = { ...settings.site, brand };
    site.redraw();
  };

  test("is what the next request reads, and what comes out the same keeps its tag", async () => {
    const site = await openSite();
    const [before, stable] = [await get("/"), await get("/stable")];
    expect((await get("/new")).status).toBe(404);
    take(site, "Other");
    const after = await get("/");
    expect(await after.text()).toBe("/ on 2025-10-30 of Other");
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect((await get("/stable")).headers.get("etag")).toBe(stable.headers.get("etag"));
    expect(await (await get("/new")).text()).toBe("/new on 2025-10-30 of Other");
    take(site, "Ariane");
    expect((await get("/new")).status).toBe(404);
    expect(await (await get("/")).text()).toBe(await before.text());
  });

  test("leaves a page that cannot be drawn as it was, and says so", async () => {
    const site = await openSite();
    take(site, "Broken");
    expect(await (await get("/")).text()).toBe("/ on 2025-10-30");
    expect(site.undrawn()).toEqual(["/"]);
    take(site, "Ariane");
    expect(await (await get("/")).text()).toBe("/ on 2025-10-30");
    expect(site.undrawn()).toEqual([]);
  });

  test("may name other partners: the policy of each page follows", async () => {
    const site = await openSite();
    const tracker = { partner: "", url: "https://pixel.zeta.fr/p", policyUrl: "", lifeMonths: 3, cookies: [] };
    settings.site = { ...settings.site, consent: { ...settings.site.consent, trackers: { marketing: tracker } } };
    site.redraw();
    expect((await get("/stable")).headers.get("content-security-policy")).toContain("https://pixel.zeta.fr");
    expect(JSON.stringify(site.headers)).toContain("https://pixel.zeta.fr");
  });
});
