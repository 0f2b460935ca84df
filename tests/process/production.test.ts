import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { writeCompleteConfig } from "#tests/support/complete-config.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { send } from "#tests/support/http-client.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { startProcess, startSite, type SiteProcess } from "./site-process.ts";

const secretKey = "sb_secret_for_this_test_only";
let instance: TestInstance;
let folder: string;
let complete: Record<string, string>;

beforeAll(async () => {
  instance = await createTestInstance();
  folder = mkdtempSync(join(tmpdir(), "site-config-"));
  complete = {
    NODE_ENV: "production",
    PORT: String(await findFreePort()),
    SITE_URL: "https://site.exemple.example",
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "Site <site@exemple.example>",
    SITE_CONFIG: writeCompleteConfig(folder),
    SECRET_KEY: secretKey,
    LOG_LEVEL: "error",
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await instance.remove();
});

async function startInVain(environment: Record<string, string>): Promise<string> {
  const attempt = startProcess(instance, environment);
  expect(await attempt.ended).toBe(1);
  expect(attempt.output()).not.toMatch(/\n\s+at |Ready in/);
  return attempt.output();
}

/** @returns what `npm run setup` writes into `.env`, without the places that a test has of its own */
function setUpPlace(): Record<string, string> {
  const answers = {
    siteUrl: "https://site.exemple.example",
    service: "none",
    proxy: "none",
    smtpUrl: "smtp://127.0.0.1:9",
    mailProcessorName: "Zeta",
    webhookLeadUrl: "http://127.0.0.1:9/",
    automationProcessorName: "Zeta",
    company: "Zeta SAS",
    capitalEuros: 1000,
    registeredOffice: "1 rue du Test, 69001 Lyon",
    siren: "123 456 782",
    registry: "RCS Lyon",
    publicationDirector: "Dominique Testeur",
    contactPhone: "01 42 00 00 00",
    contactEmail: "bonjour@zeta.fr",
    mailFrom: "Zeta <bonjour@zeta.fr>",
    hostName: "Hébergeur Zeta",
    hostAddress: "2 rue des Baies, 67000 Strasbourg",
    hostPhone: "03 88 00 00 00",
  };
  const file = join(folder, "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  const place = join(folder, "made");
  execFileSync(process.execPath, ["scripts/setup.ts", "--answers", file, "--to", place], { stdio: "pipe" });
  const {
    DATA_DIR: _,
    ADMIN_EMAIL: __,
    ADMIN_PASSWORD: ___,
    AUTH_SECRET: ____,
    ...made
  } = parseEnv(readFileSync(join(place, ".env"), "utf8"));
  return made as Record<string, string>;
}

// What is refused is tried on the settings: see server/settings/settings.test.ts.
describe("In production", () => {
  test("with nothing set, the start is refused and each missing variable and legal field has its sentence", async () => {
    const config = writeCompleteConfig(
      folder,
      "empty.ts",
      `({ ...complete, legal: { ...complete.legal, siren: "", publicationDirector: " ", host: { name: "", address: "", phone: "" } } })`,
    );
    const output = await startInVain({ NODE_ENV: "production", AUTH_SECRET: "", SITE_CONFIG: config });
    for (const name of [
      "SITE_URL",
      "AUTH_SECRET",
      "SMTP_URL",
      "MAIL_FROM",
      "legal.siren",
      "legal.publicationDirector",
      "legal.host.name",
      "legal.host.address",
      "legal.host.phone",
    ]) {
      expect(output).toMatch(new RegExp(`^- ${name.replaceAll(".", "\\.")} is (?:missing|empty)`, "m"));
    }
    expect(output).not.toContain("legal.company");
  });

  test("a host that is none of this machine's is named before a database is made", async () => {
    const dataDir = join(folder, "untouched");
    const output = await startInVain({ ...complete, HOST: "nulle-part.invalid", DATABASE_URL: "", DATA_DIR: dataDir });
    expect(output).toContain("HOST is nulle-part.invalid, which is no address of this machine.");
    expect(existsSync(join(dataDir, "database"))).toBe(false);
  });
});

describe("A site in production", () => {
  let site: SiteProcess;

  beforeAll(async () => {
    const made = setUpPlace();
    const { PORT = "", LOG_LEVEL = "" } = complete;
    site = await startSite(instance, { ...made, PORT, LOG_LEVEL, SECRET_KEY: secretKey });
  });
  afterAll(() => site?.kill());

  test("answers, says when it is ready, and prints no key and no password", async () => {
    expect((await send(site.port, "GET", "/readyz")).body).toEqual({
      status: "ready",
      database: "reachable",
      outbox: "running",
    });
    const home = await send(site.port, "GET", "/");
    expect([home.status, home.headers.get("strict-transport-security")]).toEqual([200, "max-age=31536000"]);
    expect((await send(site.port, "GET", "/inscription-secretariat")).status).toBe(200);
    expect((await send(site.port, "GET", "/auth/v1/settings")).body).toMatchObject({
      mailer_autoconfirm: false,
      external: { google: false },
    });
    expect(site.output()).not.toMatch(/sb_|Administrator|Server key/);
  });

  test("asks an administrator to enrol a second factor before anything else", async () => {
    const account = { email: "admin@exemple.example", password: "Bruyère-Matin-57" };
    const authorization = `Bearer ${secretKey}`;
    await send(site.port, "POST", "/operations/administrators", { headers: { authorization }, body: account });
    const signedIn = await send(site.port, "POST", "/auth/v1/token?grant_type=password", {
      headers: { apikey: secretKey },
      body: account,
    });
    const { access_token: token } = signedIn.body as { access_token: string };
    const headers = { apikey: secretKey, authorization: `Bearer ${token}` };
    const access = await send(site.port, "POST", "/rest/v1/rpc/own_administrator_access", { headers, body: {} });
    expect([access.status, access.body]).toEqual([200, "enrol"]);
    expect((await send(site.port, "GET", "/rest/v1/admin_users?select=id", { headers })).body).toEqual([]);
  });

  test("shows its measures with the key only, also on this machine", async () => {
    for (const headers of [
      {},
      { forwarded: "for=127.0.0.1" },
      { "x-real-ip": "127.0.0.1" },
      { authorization: "Bearer x" },
    ]) {
      expect((await send(site.port, "GET", "/metrics", { headers })).status).toBe(401);
    }
    const authorization = `Bearer ${secretKey}`;
    expect((await send(site.port, "GET", "/metrics", { headers: { authorization } })).status).toBe(200);
  });

  test("has nothing at all of the demonstration", async () => {
    const paths = [
      "",
      "/",
      "/mail.json",
      "/webhooks.json",
      "/payments.json",
      "/switches.json",
      "/switches",
      "/reset",
      "/webhooks/lead",
      "/webhooks/sign-in",
      "/facture",
      "/facture/in_1",
      "/invoices.json",
      "/paiement/marketing",
      "/paiement/secretariat/5",
      "/idp/auth",
      "/idp/.well-known/openid-configuration",
      "/idp/token",
      "/x",
    ];
    const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];
    for (const path of paths) {
      for (const method of methods) {
        const { status, text } = await send(site.port, method, `/demo${path}`, {
          headers: { "accept-encoding": "identity" },
        });
        expect([method, path, status]).toEqual([method, path, 404]);
        expect(text).not.toMatch(/démonstration|switches/i);
      }
    }
    for (const target of [
      "/auth/v1/../../demo/mail.json",
      "/demo%2fmail.json",
      "//demo/mail.json",
      "/DEMO",
      "/demo;x",
    ]) {
      expect([target, (await send(site.port, "GET", target)).status]).toEqual([target, 404]);
    }
    expect((await send(site.port, "GET", "/")).text).not.toContain("/demo");
  });
});
