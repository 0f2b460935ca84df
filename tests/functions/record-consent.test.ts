import { afterEach, beforeEach, expect, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { mountFunctions } from "#tests/fixtures/accounts.ts";

const start = new Date("2026-11-20T10:00:00.000Z");
const proof = { id: "1111-2222-3333-4444", version: "text-1", analytics: true, marketing: false };
const db = await openDatabaseForFile();
let context: ServerContext;
let now: Date;

beforeEach(() => {
  now = start;
  context = createTestContext({ db, now: () => now });
});
afterEach(() => db.reset());

function send(body: unknown, headers: Record<string, string> = { "content-type": "application/json" }) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return Promise.resolve(
    mountFunctions(context).request("/functions/v1/record-consent", { method: "POST", headers, body: text }),
  );
}

async function readProofs() {
  const { rows } = await db.inspect("select * from private.consent_proofs order by date");
  return rows;
}

test("An answer is kept with its version and the server's own date, and nothing of who gave it", async () => {
  const response = await send({
    ...proof,
    date: "1999-01-01T00:00:00Z",
    email: "claire@exemple.fr",
    address: "10.0.0.1",
  });

  expect([response.status, await response.json()]).toEqual([200, { recorded: true }]);
  expect(await readProofs()).toEqual([
    { id: proof.id, date: start, version: "text-1", choices: { analytics: true, marketing: false } },
  ]);
});

test("A withdrawal is a second row under the same id", async () => {
  await send({ ...proof, marketing: true });
  now = new Date(start.getTime() + 60_000);
  await send({ ...proof, analytics: false });

  expect((await readProofs()).map(({ id, choices }) => [id, choices])).toEqual([
    [proof.id, { analytics: true, marketing: true }],
    [proof.id, { analytics: false, marketing: false }],
  ]);
});

test("The same answer sent twice in the same instant is one row", async () => {
  expect((await send(proof)).status).toBe(200);
  expect((await send(proof)).status).toBe(200);
  expect(await readProofs()).toHaveLength(1);
});

test.each([
  ["", 400],
  ["{", 400],
  ["null", 400],
  ["[]", 400],
  [{}, 400],
  [{ ...proof, id: undefined }, 400],
  [{ ...proof, id: "" }, 400],
  [{ ...proof, id: "claire@exemple.fr" }, 400],
  [{ ...proof, id: "a".repeat(65) }, 400],
  [{ ...proof, id: "abcdefgh\u0000" }, 400],
  [{ ...proof, id: { $ne: 1 } }, 400],
  [{ ...proof, version: "un texte libre" }, 400],
  [{ ...proof, version: 5 }, 400],
  [{ ...proof, analytics: "true" }, 400],
  [{ ...proof, marketing: null }, 400],
  [{ ...proof, note: "a".repeat(70_000) }, 413],
])("%j is refused with %i, in French, and kept nowhere", async (body, status) => {
  const response = await send(body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: "La demande n’est pas lisible.", code: "unreadable" });
  expect(await readProofs()).toEqual([]);
});

test("What is not JSON is refused, so that no form of another site can post it", async () => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
    expect((await send(proof, { "content-type": type })).status).toBe(415);
  }
  expect(await readProofs()).toEqual([]);
});

test("No caller reads the proofs", async () => {
  const response = await mountFunctions(context).request("/functions/v1/record-consent", {
    headers: { apikey: context.settings.publishableKey },
  });
  expect(response.status).toBe(405);
});

test("Too many answers from one address are asked to wait, and leave no more rows", async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 70; count += 1) {
    now = new Date(start.getTime() + count);
    statuses.push((await send(proof)).status);
  }
  expect(statuses.slice(0, 50).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  const refused = await send(proof);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await readProofs()).length).toBeLessThan(70);
});
