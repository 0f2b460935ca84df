import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { checkProject } from "#server/doctor/check-project.ts";
import { subjectOf } from "#subjects/operations/rules/doctor-finding.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
const { settings } = createTestContext({ db });

/** What the project says of itself, and whether it knows the site's addresses. */
const project = { keys: [] as object[], settings: {}, knowsSite: true };
const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://project.example");
  if (url.pathname.endsWith("/jwks.json")) return response.end(JSON.stringify({ keys: project.keys }));
  if (url.pathname.endsWith("/settings")) return response.end(JSON.stringify(project.settings));
  const wanted = url.searchParams.get("redirect_to") ?? "";
  response.writeHead(303, {
    location: `${project.knowsSite ? wanted : "http://project.example/"}#error=access_denied`,
  });
  return response.end();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve())));
afterAll(() => void server.close());

async function found(): Promise<string[]> {
  const supabaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findings = await checkProject({ ...settings, supabaseUrl });
  expect(findings.filter((finding) => subjectOf(finding) !== "Accounts" || !finding.french)).toEqual([]);
  return findings.map(({ id, sentence }) => `${id}: ${sentence}`);
}

const ready = { keys: [{ kty: "EC", alg: "ES256" }], settings: { passkeys_enabled: true }, knowsSite: true };

test("A project that is set up has no findings, and a site without one sends no request", async () => {
  Object.assign(project, ready);
  expect(await found()).toEqual([]);
  expect(await checkProject(settings)).toEqual([]);
});

test.each([
  ["signs with its shared secret", { keys: [] }, /^project-without-keys: .*publishes no signing key/],
  ["publishes the shared secret alone", { keys: [{ kty: "oct", alg: "HS256" }] }, /publishes no signing key/],
  [
    "does not know the site",
    { knowsSite: false },
    /^project-leads-elsewhere: .*does not send people back to http:\/\/localhost:3000/,
  ],
  [
    "confirms addresses by itself",
    { settings: { mailer_autoconfirm: true } },
    /^project-confirms-at-once: .*confirms addresses by itself/,
  ],
  [
    "has passkeys switched off",
    { settings: { passkeys_enabled: false } },
    /^project-without-passkeys: .*offers passkeys/,
  ],
])("A project that %s is named", async (_, change, sentence) => {
  Object.assign(project, ready, change);
  expect(await found()).toEqual([expect.stringMatching(sentence)]);
});

test("A project that is away, or answers something else, is named as such", async () => {
  Object.assign(project, ready, { settings: "no settings" });
  expect(await found()).toEqual(["project-away: The Supabase project does not answer."]);
  const nowhere = { ...settings, supabaseUrl: "http://127.0.0.1:1" };
  expect((await checkProject(nowhere)).map(({ sentence }) => sentence)).toEqual([
    "The Supabase project does not answer.",
  ]);
});
