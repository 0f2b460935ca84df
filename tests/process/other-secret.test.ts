import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { testAuthSecret } from "#tests/support/global-setup.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { send } from "#tests/support/http-client.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { type SiteProcess, startProcess, startSite } from "./site-process.ts";

const otherSecret = "another secret, of whoever lost the first one";

let instance: TestInstance;
const sites: SiteProcess[] = [];

beforeEach(async () => void (instance = await createTestInstance()));
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.kill()));
  await instance.remove();
});

/** The demonstration's own administrator, whose password follows from the secret. */
async function environmentWith(secret: string) {
  const port = String(await findFreePort());
  return { AUTH_SECRET: secret, PORT: port, ADMIN_EMAIL: "", ADMIN_PASSWORD: "", LOG_LEVEL: "error" };
}

async function start(secret: string): Promise<SiteProcess> {
  const site = await startSite(instance, await environmentWith(secret));
  sites.push(site);
  return site;
}

async function stop(site: SiteProcess): Promise<void> {
  site.terminate();
  await site.ended;
}

/** `npm run admin -- …`, as an operator types it beside the same data. */
async function administer(secret: string, ...words: string[]): Promise<string> {
  const { databaseUrl, dataDir } = instance.settings;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(await environmentWith(secret)),
  };
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/admin.ts", ...words], { env });
  return stdout.trim();
}

/** The status of a sign-in with what was printed at the start. */
async function signInAsPrinted(site: SiteProcess): Promise<number> {
  await vi.waitUntil(() => site.output().includes("Server key")); // the last line
  const [, email, password] = /Administrator +(\S+) +(\S+)/.exec(site.output()) ?? [];
  const [, apikey = ""] = /Browser key +(\S+)/.exec(site.output()) ?? [];
  const body = { email, password };
  return (await send(site.port, "POST", "/auth/v1/token?grant_type=password", { headers: { apikey }, body })).status;
}

describe("With another AUTH_SECRET", () => {
  test(
    "the start is refused in one sentence with both ways out, and each of them leads on",
    { timeout: 240_000 },
    async () => {
      const first = await start(testAuthSecret);
      expect(await signInAsPrinted(first)).toBe(200);
      await stop(first);

      const refused = startProcess(instance, await environmentWith(otherSecret));
      expect(await refused.ended).toBe(1);
      expect(refused.output().trim()).toMatch(
        /^AUTH_SECRET is not the one that .*put the old one back.*`npm run admin -- rotate-keys --now`: everybody signs in again\.$/,
      );

      const restored = await start(testAuthSecret);
      expect(await signInAsPrinted(restored)).toBe(200);
      await stop(restored);

      await expect(administer(otherSecret, "rotate-keys")).rejects.toThrow("AUTH_SECRET is not the one");
      expect(await administer(otherSecret, "rotate-keys", "--now")).toBe(
        "A new key signs, and no older one is believed.",
      );

      const renewed = await start(otherSecret);
      expect(await signInAsPrinted(renewed)).toBe(200);
    },
  );

  test("is noticed without any sign-in before", async () => {
    await stop(await start(testAuthSecret));

    const refused = startProcess(instance, await environmentWith(otherSecret));
    expect(await refused.ended).toBe(1);
  });
});
