import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, afterEach, beforeEach, expect, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { mountFunctions } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

/** A register that counts who asks, and answers as the test says. */
let answer: string;
let asked: string[];
const register = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.end(answer);
});
let context: ServerContext;

const db = await openDatabaseForFile();
await once(register.listen(0, "127.0.0.1"), "listening");

beforeEach(() => {
  asked = [];
  answer = JSON.stringify({ results: [{ siren: "732829320", nom_complet: "KERBRAT" }] });
  context = withRegister(`http://127.0.0.1:${(register.address() as AddressInfo).port}`);
});
afterEach(() => db.reset());
afterAll(() => register.close());

function withRegister(companyRegister: string | undefined): ServerContext {
  const plain = createTestContext({ db });
  return { ...plain, settings: { ...plain.settings, companyRegister } };
}

async function find(body: unknown, { key = context.settings.publishableKey, method = "POST" } = {}) {
  const response = await mountFunctions(context).request("/functions/v1/find-company", {
    method,
    headers: { "content-type": "application/json", apikey: key },
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });
  return { status: response.status, cache: response.headers.get("cache-control"), body: await response.json() };
}

test("A company of the register is found, for this visitor alone", async () => {
  expect(await find({ typed: " 732 829 320 " })).toEqual({
    status: 200,
    cache: "no-store",
    body: {
      companies: [{ siren: "732829320", name: "KERBRAT", legalName: "KERBRAT", place: "", address: "" }],
      isAway: false,
    },
  });
  expect(asked).toEqual([expect.stringContaining("q=732829320&")]);
});

test("A register that lies or is away is no failure of the site", async () => {
  answer = "<html>";
  const away = { companies: [], isAway: true };
  expect(await find({ typed: "Kerbrat" })).toMatchObject({ status: 200, body: away });
  // A port without a listener.
  context = withRegister("http://127.0.0.1:1");
  expect(await find({ typed: "Kerbrat" })).toMatchObject({ status: 200, body: away });
});

test("Without a register there is no such function", async () => {
  context = withRegister(undefined);
  expect(await find({ typed: "Kerbrat" })).toMatchObject({ status: 404, body: { code: "unknown_function" } });
});

test.each([
  ["too short", { typed: "ab" }, 200],
  ["too long", { typed: "x".repeat(5000) }, 200],
  ["no text", { typed: { $gt: "" } }, 400],
  ["an address of its own", { typed: "ab", register: "http://127.0.0.1/", url: "http://127.0.0.1/" }, 200],
  ["nothing", {}, 400],
])("What is %s is asked nowhere", async (_, body, status) => {
  expect((await find(body)).status).toBe(status);
  expect(asked).toEqual([]);
});

test("A call without a key of the site, or by GET, sends no request to the register", async () => {
  expect((await find({ typed: "Kerbrat" }, { key: "wrong" })).status).toBe(401);
  expect((await find(undefined, { method: "GET" })).status).toBe(405);
  expect(asked).toEqual([]);
});
