import { describe, expect, test } from "vitest";

import { limits } from "#engine/auth/wire/limits.ts";
import { createRefreshKeys } from "#engine/identity/refresh-keys.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createClock,
  createWire,
  expectProblem,
  goodPassword,
  nextEmail,
  readClaims,
  readSession,
  signInWithPassword,
  signUpCustomer,
  type Wire,
} from "./support.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const db = await openDatabaseForFile();
const wire = createWire({ db });

const refresh = (token: unknown, on = wire) =>
  on.send("POST", "/token?grant_type=refresh_token", { body: { refresh_token: token } });
const readUser = (token: string, on = wire) => on.send("GET", "/user", { token });

async function sessionsOf(userId: string): Promise<string[]> {
  const { rows } = await db.inspect<{ id: string }>("select id from auth.sessions where user_id = $1", [userId]);
  return rows.map(({ id }) => id);
}

describe("Refreshing", () => {
  test("gives the next token, for the same session", async () => {
    const first = await signUpCustomer(wire);
    const { status, body } = await refresh(first.refresh);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(first.refresh);
    expect(readClaims(body.access_token)).toMatchObject({
      sub: first.userId,
      session_id: first.sessionId,
      aal: "aal1",
    });
    expect(body.user.id).toBe(first.userId);
  });

  test("100 times at once with one token makes one chain", async () => {
    const { refresh: token, sessionId, userId } = await signUpCustomer(wire);
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    const { rows } = await db.inspect("select refresh_token_counter from auth.sessions where id = $1", [sessionId]);
    expect(rows[0]?.refresh_token_counter).toBe(1);
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  test("with the parent of the active token is an answer that was lost, however late", async () => {
    const on = createWire({ db });
    const { refresh: parent } = await signUpCustomer(on);
    const active = (await refresh(parent, on)).body.refresh_token;
    on.clock.advance(2 * hourMs);
    const again = await refresh(parent, on);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).toBe(active);
  });

  test("with an older token is tolerated for 10 s after the last exchange", async () => {
    const on = createWire({ db });
    const { refresh: oldest } = await signUpCustomer(on);
    const second = (await refresh(oldest, on)).body.refresh_token;
    const third = (await refresh(second, on)).body.refresh_token;
    on.clock.advance(9_900);
    expect((await refresh(oldest, on)).body.refresh_token).toBe(third);
  });

  test("with an older token later ends the session, and every token of it", async () => {
    const on = createWire({ db });
    const stolen = await signUpCustomer(on);
    const second = (await refresh(stolen.refresh, on)).body.refresh_token;
    const third = (await refresh(second, on)).body;
    on.clock.advance(10_100);
    expect(expectProblem(await refresh(stolen.refresh, on))).toEqual({
      status: 400,
      code: "refresh_token_already_used",
    });
    expect(expectProblem(await refresh(third.refresh_token, on))).toEqual({
      status: 400,
      code: "refresh_token_not_found",
    });
    expect(expectProblem(await readUser(third.access_token, on))).toEqual({ status: 403, code: "session_not_found" });
  });

  test("with a token ahead of its session is refused and ends nothing", async () => {
    const { refresh: token, sessionId } = await signUpCustomer(wire);
    const next = (await refresh(token)).body.refresh_token;
    await db.inspect("update auth.sessions set refresh_token_counter = 0 where id = $1", [sessionId]);
    expect(expectProblem(await refresh(next))).toEqual({ status: 400, code: "validation_failed" });
    expect((await refresh(token)).status).toBe(200);
  });

  test.each([
    ["nothing", undefined, "validation_failed"],
    ["a number", 7, "bad_json"],
    ["nonsense", "nonsense", "validation_failed"],
    ["a legacy token", "v1.MjQ1NzY4OTQ1Njc4", "validation_failed"],
    ["60 KB", "A".repeat(60_000), "validation_failed"],
  ])("with %s is refused", async (_, token, code) => {
    expect(expectProblem(await refresh(token))).toEqual({ status: 400, code });
  });

  test("with a token whose every bit is tried is refused, and the session stays", async () => {
    const { refresh: token } = await signUpCustomer(wire);
    const bytes = Buffer.from(token, "base64url");
    let tried = 0;
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(expectProblem(await refresh(changed.toString("base64url")))).toMatchObject({ code: "validation_failed" });
      tried += 1;
    }
    expect(tried).toBeGreaterThan(40);
    expect((await refresh(token)).status).toBe(200);
  });

  test("needs AUTH_SECRET: the stored key alone signs nothing", async () => {
    const other = createWire({ db, environment: { AUTH_SECRET: "another-secret-of-thirty-two-characters!" } });
    const { refresh: token } = await signUpCustomer(wire);
    expect(expectProblem(await refresh(token, other))).toMatchObject({ code: "refresh_token_not_found" });
  });

  test("is refused to a banned account", async () => {
    const { refresh: token, userId } = await signUpCustomer(wire);
    await db.inspect("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [userId]);
    expect(expectProblem(await refresh(token))).toEqual({ status: 400, code: "user_banned" });
    await db.inspect("update auth.users set banned_until = null where id = $1", [userId]);
    expect(expectProblem(await refresh(token))).toEqual({ status: 400, code: "session_expired" });
  });
});

test("Who reads the account or exchanges a token waits for one statement; in a new process, for three", async () => {
  const on = createWire({ db });
  const session = await signUpCustomer(on);
  await readUser(session.access, on); // has read the keys since
  let statements = 0;
  const counting = {
    ...db,
    asServer: () => Promise.reject(new Error("A whole transaction.")),
    runAsServer: ((text, values) => {
      statements += 1;
      return db.runAsServer(text, values);
    }) as typeof db.runAsServer,
  };
  const counted = createWire({ db: counting, clock: on.clock });
  counted.context.identity = on.context.identity;

  expect((await readUser(session.access, counted)).status).toBe(200);
  expect(statements).toBe(1);
  const second = await refresh(session.refresh, counted);
  expect(second.status).toBe(200);
  expect(statements).toBe(2);
  counted.context.identity.refreshKeys = createRefreshKeys();
  const third = await refresh(second.body.refresh_token, counted);
  expect(third.status).toBe(200);
  // The limit of the address, the session as it is, the session as it becomes.
  expect(statements).toBe(5);
  expect((await refresh(third.body.refresh_token, counted)).status).toBe(200);
  expect(statements).toBe(6);
});

test.each([
  ["knows its key", (on: Wire) => on.context.identity.refreshKeys],
  ["is new", createRefreshKeys],
])("An exchange over the limit leaves the session as it is, in a process that %s", async (_, keysOf) => {
  const on = createWire({ db });
  const { refresh: token, sessionId } = await signUpCustomer(on);
  on.context.identity.refreshKeys = keysOf(on);
  const asked = { body: { refresh_token: token }, address: "192.0.2.77" };
  await on.context.limits.consume(limits.refresh, asked.address);
  await db.inspect(
    `update private.rate_buckets set tokens = 0, updated_at = now() + interval '9 s'
     where key = (select key from private.rate_buckets order by updated_at desc limit 1)`,
  );
  const before = await db.inspect("select * from auth.sessions where id = $1", [sessionId]);
  // Told by the database, then from memory.
  for (let turn = 0; turn < 2; turn += 1) {
    const refused = await on.send("POST", "/token?grant_type=refresh_token", asked);
    expect(expectProblem(refused)).toEqual({ status: 429, code: "over_request_rate_limit" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await db.inspect("select * from auth.sessions where id = $1", [sessionId])).rows).toEqual(before.rows);
  expect((await refresh(token, on)).status).toBe(200);
});

test("A repeated sign-out answers as the first: the session is over", async () => {
  const { access } = await signUpCustomer(wire);
  for (const attempt of [1, 2]) {
    const { status, body } = await wire.send("POST", "/logout", { token: access });
    expect([attempt, status, body]).toEqual([attempt, 204, undefined]);
  }
});

test("A key that is remembered opens nothing of a session that is over", async () => {
  const on = createWire({ db });
  const { refresh: token, access, sessionId } = await signUpCustomer(on);
  expect((await on.send("POST", "/logout", { token: access })).status).toBe(204);
  expect(on.context.identity.refreshKeys.find(sessionId)).toBeDefined();
  expect(expectProblem(await refresh(token, on))).toEqual({ status: 400, code: "refresh_token_not_found" });
});

describe("A customer's session", () => {
  test("lasts 30 days, used or not", async () => {
    const on = createWire({ db });
    const { refresh: token } = await signUpCustomer(on);
    on.clock.advance(29 * dayMs);
    const later = await refresh(token, on);
    expect(later.status).toBe(200);
    on.clock.advance(dayMs + 1);
    expect(expectProblem(await refresh(later.body.refresh_token, on))).toEqual({
      status: 400,
      code: "session_expired",
    });
  });
});

describe("An administrator's session", () => {
  async function signInAdministrator() {
    const on = createWire({ db, clock: createClock() });
    const { email, userId } = await signUpCustomer(on);
    await db.inspect("insert into public.admin_users (user_id) values ($1)", [userId]);
    return { on, email, session: await signInWithPassword(on, email) };
  }

  test("ends after half an hour without a request", async () => {
    const { on, session } = await signInAdministrator();
    on.clock.advance(30 * minuteMs + 1);
    expect(expectProblem(await readUser(session.access, on))).toEqual({ status: 403, code: "session_not_found" });
    expect(expectProblem(await refresh(session.refresh, on))).toEqual({ status: 400, code: "session_expired" });
  });

  test("goes on while it is used, and ends after 8 hours all the same", async () => {
    const { on, session } = await signInAdministrator();
    let current = session;
    for (let elapsed = 20; elapsed < 8 * 60; elapsed += 20) {
      on.clock.advance(20 * minuteMs);
      expect((await readUser(current.access, on)).status).toBe(200);
      if (elapsed % 40 === 0) current = readSession((await refresh(current.refresh, on)).body);
    }
    on.clock.advance(20 * minuteMs);
    expect((await readUser(current.access, on)).status).toBe(403);
    expect(expectProblem(await refresh(current.refresh, on))).toEqual({ status: 400, code: "session_expired" });
  });

  test("is what a customer's becomes at the next refresh when rights are given", async () => {
    const on = createWire({ db, clock: createClock() });
    const { userId, refresh: token } = await signUpCustomer(on);
    await db.inspect("insert into public.admin_users (user_id) values ($1)", [userId]);
    const next = await refresh(token, on);
    on.clock.advance(31 * minuteMs);
    expect(expectProblem(await refresh(next.body.refresh_token, on))).toMatchObject({ code: "session_expired" });
  });
});

describe("Signing out", () => {
  async function threeSessions() {
    const first = await signUpCustomer(wire);
    return {
      first,
      second: await signInWithPassword(wire, first.email),
      third: await signInWithPassword(wire, first.email),
    };
  }

  test("everywhere, which is the default, ends every session", async () => {
    const { first } = await threeSessions();
    const { status, text } = await wire.send("POST", "/logout", { token: first.access });
    expect({ status, text }).toEqual({ status: 204, text: "" });
    expect(await sessionsOf(first.userId)).toEqual([]);
    expect(expectProblem(await readUser(first.access))).toEqual({ status: 403, code: "session_not_found" });
  });

  test("here ends this session only", async () => {
    const { first, second, third } = await threeSessions();
    expect((await wire.send("POST", "/logout?scope=local", { token: second.access })).status).toBe(204);
    expect((await sessionsOf(first.userId)).toSorted()).toEqual([first.sessionId, third.sessionId].toSorted());
  });

  test("elsewhere keeps this session", async () => {
    const { first, second } = await threeSessions();
    expect((await wire.send("POST", "/logout?scope=others", { token: second.access })).status).toBe(204);
    expect(await sessionsOf(first.userId)).toEqual([second.sessionId]);
  });

  test("with another scope or without a token is refused", async () => {
    const { first } = await threeSessions();
    expect(expectProblem(await wire.send("POST", "/logout?scope=all", { token: first.access }))).toEqual({
      status: 400,
      code: "validation_failed",
    });
    expect(expectProblem(await wire.send("POST", "/logout"))).toEqual({ status: 401, code: "no_authorization" });
  });

  test("twice is done already, and ends no other session", async () => {
    const { first, second, third } = await threeSessions();
    await wire.send("POST", "/logout?scope=local", { token: first.access });
    for (const scope of ["", "?scope=global", "?scope=local"]) {
      const { status, text } = await wire.send("POST", `/logout${scope}`, { token: first.access });
      expect({ status, text }).toEqual({ status: 204, text: "" });
    }
    expect(expectProblem(await wire.send("POST", "/logout?scope=others", { token: first.access }))).toEqual({
      status: 403,
      code: "session_not_found",
    });
    expect((await sessionsOf(first.userId)).toSorted()).toEqual([second.sessionId, third.sessionId].toSorted());
  });

  test("of one account ends no session of another", async () => {
    const { first } = await threeSessions();
    const other = await signUpCustomer(wire);
    await wire.send("POST", "/logout?scope=global", { token: first.access });
    expect(await sessionsOf(other.userId)).toEqual([other.sessionId]);
  });
});

test("A ban, a deletion and a lost session each close the access token at once", async () => {
  const [banned, deleted, ended] = [await signUpCustomer(wire), await signUpCustomer(wire), await signUpCustomer(wire)];
  await db.inspect("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [banned.userId]);
  await db.inspect("delete from auth.users where id = $1", [deleted.userId]);
  await db.inspect("delete from auth.sessions where id = $1", [ended.sessionId]);
  expect(expectProblem(await readUser(banned.access))).toEqual({ status: 403, code: "user_banned" });
  expect(expectProblem(await readUser(deleted.access))).toEqual({ status: 403, code: "user_not_found" });
  expect(expectProblem(await readUser(ended.access))).toEqual({ status: 403, code: "session_not_found" });
});

test("The published client drops a session that was ended elsewhere", async () => {
  const client = wire.client();
  const email = nextEmail();
  const { data } = await client.auth.signUp({ email, password: goodPassword });
  await db.inspect("delete from auth.sessions where user_id = $1", [data.user?.id]);
  const { error } = await client.auth.getUser();
  expect(error?.name).toBe("AuthSessionMissingError");
  expect((await client.auth.getSession()).data.session).toBeNull();
});

test("What the service keeps of a session opens nothing: no token, only a number and a key", async () => {
  const { refresh: token, access, sessionId } = await signUpCustomer(wire);
  const { rows } = await db.inspect("select to_jsonb(sessions) as session from auth.sessions where id = $1", [
    sessionId,
  ]);
  const stored = JSON.stringify(rows[0]);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(access);
});
