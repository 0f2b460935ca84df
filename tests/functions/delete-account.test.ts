import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { functionProblems, type FunctionProblem } from "#content/shared/function-problems.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import { StageFailure } from "#subjects/account/server/erase-contact.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import {
  createWire,
  readSession,
  signInWithPassword,
  signUpCustomer,
  type SignedIn,
  type Wire,
} from "#tests/auth/support.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  addCustomer,
  addNamer,
  bearer,
  callFunction,
  keptOfVictim,
  rowsSaying,
  strangersOf,
  type Customer,
} from "./customers.ts";
import { addContact } from "#tests/fixtures/accounts.ts";
import { receiversOf } from "#tests/support/receivers.ts";

const minutesMs = 60_000;
const db = await openDatabaseForFile();
let wire: Wire;
let claire: Customer;

beforeEach(async () => {
  wire = createWire({ db });
  const webhooks = {
    receivers: receiversOf({ leadUrls: ["https://one.example/"], signInUrls: ["https://two.example/"] }),
    secrets: [],
  };
  await registerReceivers(db, { ...wire.context.settings, webhooks }, new Date());
  claire = await addCustomer(wire, db, "marker-claire");
});

const refusingTables = [
  "public.leads",
  "public.user_profiles",
  "auth.users",
  "private.deliveries",
  "private.audit_log",
];

afterEach(async () => {
  for (const table of refusingTables) await db.inspect(`drop trigger if exists refuse on ${table}`);
  await db.reset();
});

const call = (headers: Record<string, string>, body: unknown) =>
  callFunction(wire.context, "delete-account", headers, body);
const deleteOwn = (person: SignedIn) => call(bearer(person), { email: person.email });
const refusal = (status: number, code: FunctionProblem) => ({
  status,
  answer: { code, error: functionProblems[code] },
});

/** What is known of a person, but for the log, which gains a line with each refusal. */
async function knownOf(...words: string[]) {
  const { "private.audit_log": _log, ...known } = await rowsSaying(db, ...words);
  return known;
}

async function auditLines() {
  const { rows } = await db.inspect<{ line: string }>(
    `select concat_ws(' ', actor, action, detail ->> 'code') as line from private.audit_log
     where action like 'account.%' order by id`,
  );
  return rows.map(({ line }) => line);
}

describe("A customer deletes their account", () => {
  test("and is found in no table; who lives next door has lost nothing", async () => {
    const jean = await addCustomer(wire, db, "marker-jean");
    const words = [jean.marker, jean.userId, jean.contact.profileId, jean.withoutAccount.profileId];
    const next = await knownOf(...words);
    expect(Object.keys(await rowsSaying(db, claire.marker)).length).toBeGreaterThan(6);

    expect(await deleteOwn(claire)).toMatchObject({ status: 200, answer: { deleted: true } });
    expect(await rowsSaying(db, claire.marker)).toEqual({});
    expect(await knownOf(claire.userId, claire.contact.profileId, claire.sessionId)).toEqual({});
    expect(await knownOf(...words)).toEqual(next);
    expect(await wire.send("GET", "/user", { token: jean.access })).toMatchObject({ status: 200 });
  });

  test("with any other field in the body: it is never about another account", async () => {
    const jean = await addCustomer(wire, db, "marker-jean");
    const next = await knownOf(jean.marker, jean.userId);
    const body = {
      email: claire.email,
      user_id: jean.userId,
      lead_id: jean.contact.leadIds[0],
      profile_id: jean.contact.profileId,
      scope: "lead",
    };
    expect(await call(bearer(claire), body)).toMatchObject({ status: 200 });
    expect(await rowsSaying(db, claire.marker)).toEqual({});
    expect(await knownOf(jean.marker, jean.userId)).toEqual(next);
  });

  test("with the e-mail typed in capitals or with spaces around, and the public key beside the token", async () => {
    const headers = { ...bearer(claire), apikey: wire.context.settings.publishableKey };
    const { status, answer } = await call(headers, { email: ` ${claire.email.toUpperCase()}\t` });
    expect([status, answer]).toEqual([200, { deleted: true }]);
  });

  test("and receivers get lead.erased, without personal data, for each submission", async () => {
    await deleteOwn(claire);
    const { rows } = await db.inspect<{ body: Record<string, unknown> }>(
      "select body from private.deliveries where event = 'lead.erased'",
    );
    const references = [...claire.contact.references, ...claire.withoutAccount.references].toSorted();
    expect(rows.map(({ body }) => String(body.reference)).toSorted()).toEqual(references);
    for (const { body } of rows) expect(Object.keys(body).toSorted()).toEqual(["event", "reference", "timestamp"]);
    expect(await auditLines()).toEqual([`${claire.userId} account.deleted`]);
  });

  test("with neither profile nor lead", async () => {
    const bare = await signUpCustomer(wire);
    expect(await deleteOwn(bare)).toMatchObject({ status: 200 });
    expect(await rowsSaying(db, bare.email)).toEqual({});
  });

  test("and what was asked under an address that was never confirmed stays: it may be another person's", async () => {
    const unproved = await signUpCustomer(wire);
    await db.inspect("update auth.users set email_confirmed_at = null where id = $1", [unproved.userId]);
    const other = await addContact(db, { email: unproved.email });
    expect(await deleteOwn(unproved)).toMatchObject({ status: 200 });
    const { rows } = await db.inspect("select id from public.leads where id = $1", [other.leadIds[0]]);
    expect(rows).toHaveLength(1);
  });

  test("and nothing of an address that its forms name and it never proved", async () => {
    const victim = "victime@exemple.example";
    const namer = await addNamer(wire, db, victim);
    const before = await keptOfVictim(db, victim);
    expect(before).toEqual(["evt_friend", "evt_waits", "in_victim", "mail.password-changed"]);
    expect(await call(bearer(namer), { email: namer.phone })).toMatchObject({ status: 200 });
    expect(await keptOfVictim(db, victim)).toEqual(before);
  });

  test("and a payment for another person's request stays with it, without the payer", async () => {
    const { leadIds } = await addContact(db, { email: "ami@exemple.example" });
    await db.inspect(
      `insert into private.payment_events (id, type, email, amount_cents, currency, lead_id, state)
       values ('evt_friend', 'checkout.session.completed', $1, 11640, 'eur', $2, 'applied')`,
      [claire.email, leadIds[0]],
    );
    expect(await deleteOwn(claire)).toMatchObject({ status: 200 });
    const { rows } = await db.inspect("select lead_id, email from private.payment_events where id = 'evt_friend'");
    expect(rows).toEqual([{ lead_id: leadIds[0], email: null }]);
  });

  test("and every session of it is over: tokens open nothing, an exchange fails", async () => {
    const elsewhere = await signInWithPassword(wire, claire.email);
    await deleteOwn(claire);
    for (const { access, refresh } of [claire, elsewhere]) {
      expect((await wire.send("GET", "/user", { token: access })).status).toBe(403);
      const exchange = await wire.send("POST", "/token?grant_type=refresh_token", { body: { refresh_token: refresh } });
      expect(exchange.status).toBe(400);
    }
  });

  test("once: a repeat finds no session any more, and the address may sign up again", async () => {
    await deleteOwn(claire);
    expect(await deleteOwn(claire)).toMatchObject(refusal(401, "session_not_found"));
    const again = await signUpCustomer(wire, claire.email);
    expect(again.userId).not.toBe(claire.userId);
    expect(await deleteOwn(claire)).toMatchObject(refusal(401, "session_not_found"));
    expect((await wire.send("GET", "/user", { token: again.access })).status).toBe(200);
  });

  test("from two places ten times at once: one of them does it, no call fails of us", async () => {
    const elsewhere = await signInWithPassword(wire, claire.email);
    const tries = Array.from({ length: 10 }, (_, index) => deleteOwn(index % 2 === 0 ? claire : elsewhere));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(401)]);
    expect(await rowsSaying(db, claire.marker)).toEqual({});
    expect((await auditLines()).filter((line) => line.endsWith("account.deleted"))).toHaveLength(1);
  });
});

describe("The sign-in", () => {
  test("is ten minutes old at most; an exchanged token is no new sign-in, a new sign-in is", async () => {
    wire.clock.advance(10 * minutesMs + 1);
    const before = await knownOf(claire.marker);
    expect(await deleteOwn(claire)).toMatchObject(refusal(403, "sign_in_again"));

    const exchange = await wire.send("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: claire.refresh },
    });
    const refreshed = readSession(exchange.body);
    expect(refreshed.sessionId).toBe(claire.sessionId);
    expect(await deleteOwn(refreshed)).toMatchObject(refusal(403, "sign_in_again"));
    expect(Object.keys(await knownOf(claire.marker))).toEqual(Object.keys(before));

    const again = await signInWithPassword(wire, claire.email);
    expect(await deleteOwn(claire)).toMatchObject(refusal(403, "sign_in_again"));
    expect(await deleteOwn(again)).toMatchObject({ status: 200 });
    expect(await rowsSaying(db, claire.marker)).toEqual({});
  });

  test("is good to the last millisecond", async () => {
    wire.clock.advance(10 * minutesMs);
    expect(await deleteOwn(claire)).toMatchObject({ status: 200 });
  });
});

describe("Nothing is deleted", () => {
  test("for the public key, the secret key, nonsense, an ended session or a ban", async () => {
    const before = await knownOf(claire.marker);
    for (const headers of strangersOf(wire.context, claire)) {
      const { status, answer } = await call(headers, { email: claire.email });
      expect([headers, status, answer]).toEqual([headers, 401, refusal(401, "no_authorization").answer]);
    }
    expect(await knownOf(claire.marker)).toEqual(before);

    await db.inspect("update auth.users set banned_until = now() + interval '1 h' where id = $1", [claire.userId]);
    expect(await deleteOwn(claire)).toMatchObject(refusal(401, "session_not_found"));
    await db.inspect("update auth.users set banned_until = null where id = $1", [claire.userId]);
    const signedOut = await signInWithPassword(wire, claire.email);
    await wire.send("POST", "/logout?scope=local", { token: signedOut.access });
    expect(await deleteOwn(signedOut)).toMatchObject(refusal(401, "session_not_found"));
    const ended = await signInWithPassword(wire, claire.email);
    await db.inspect("update auth.sessions set not_after = now() - interval '1 h' where id = $1", [ended.sessionId]);
    expect(await deleteOwn(ended)).toMatchObject(refusal(401, "session_not_found"));
    expect(await auditLines()).toEqual(Array(3).fill(`${claire.userId} account.deletion_refused session_not_found`));
    expect(Object.keys(await knownOf(claire.marker))).toContain("public.leads");
  });

  test("for an administrator, whose account is not deleted here", async () => {
    await db.inspect("insert into public.admin_users (user_id) values ($1)", [claire.userId]);
    expect(await deleteOwn(claire)).toMatchObject(refusal(403, "administrator_account"));
    expect(await knownOf(claire.marker)).toHaveProperty(["auth.users"]);
    expect(await auditLines()).toEqual([`${claire.userId} account.deletion_refused administrator_account`]);
  });

  test("before the second factor, when one is enrolled", async () => {
    await db.inspect("insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')", [
      claire.userId,
    ]);
    expect(await deleteOwn(claire)).toMatchObject(refusal(403, "insufficient_aal"));
  });

  test("when the e-mail typed is not the account's", async () => {
    const jean = await addCustomer(wire, db, "marker-jean");
    const before = await knownOf("marker-");
    const wrong = [
      "",
      " ",
      jean.email,
      `${claire.email}.`,
      claire.marker,
      "%",
      `${claire.email}\0`,
      "'; drop table auth.users; --",
      "é".repeat(10_000),
    ];
    for (const email of wrong) {
      expect([email, await call(bearer(claire), { email })]).toMatchObject([email, refusal(400, "email_mismatch")]);
    }
    expect(await knownOf("marker-")).toEqual(before);
  });

  test.each<[string, unknown, number]>([
    ["nothing", undefined, 400],
    ["no e-mail", {}, 400],
    ["a number", { email: 7 }, 400],
    ["a list of one", { email: ["marker-claire@exemple.example"] }, 400],
    ["an object", { email: { toString: "marker-claire@exemple.example" } }, 400],
    ["null", "null", 400],
    ["a list", [], 400],
    ["text that is no JSON", "{", 400],
    ["too much", { email: "a".repeat(70_000) }, 413],
  ])("for a body with %s", async (_title, body, status) => {
    expect(await call(bearer(claire), body)).toMatchObject(refusal(status, "unreadable"));
    expect(await knownOf(claire.marker)).toHaveProperty(["auth.users"]);
  });

  test("for a form instead of JSON", async () => {
    const headers = { ...bearer(claire), "content-type": "application/x-www-form-urlencoded" };
    expect(await call(headers, "email=marker-claire@exemple.example")).toMatchObject(refusal(415, "unreadable"));
  });

  test.each(refusingTables)("when %s refuses: all is still there, and a retry succeeds", async (table) => {
    const before = await rowsSaying(db, claire.marker, claire.userId);
    await db.inspect(
      `create or replace function public.refuse() returns trigger language plpgsql as
       $$ begin raise exception 'secret-internal-detail'; end $$`,
    );
    const operation = table === "private.audit_log" ? "insert" : "delete";
    await db.inspect(
      `create trigger refuse before ${operation} on ${table} for each row execute function public.refuse()`,
    );
    const { status, answer } = await deleteOwn(claire);
    expect({ status, answer }).toEqual(refusal(500, "unexpected_failure"));
    expect(await rowsSaying(db, claire.marker, claire.userId)).toEqual(before);

    await db.inspect(`drop trigger refuse on ${table}`);
    expect(await deleteOwn(claire)).toMatchObject({ status: 200 });
    expect(await rowsSaying(db, claire.marker)).toEqual({});
  });

  test("while the database is away, even in the middle: that is our trouble, to be tried again", async () => {
    const away = new StageFailure("lead", new DatabaseUnavailable("unreachable", "The connection was lost."));
    const broken = { ...wire.context, db: { ...db, asServer: () => Promise.reject(away) } };
    const refused = await callFunction(broken, "delete-account", bearer(claire), { email: claire.email });
    expect(refused).toMatchObject(refusal(503, "service_unavailable"));
    expect(refused.headers.get("retry-after")).toBe("2");
  });
});
