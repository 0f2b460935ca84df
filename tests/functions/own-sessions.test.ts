import { expect, test } from "vitest";

import { prove, signUpHolder } from "#tests/auth/authenticator-app.ts";
import {
  createWire,
  goodPassword,
  isAlive,
  nextAddress,
  readSession,
  signUpCustomer,
  type SignedIn,
} from "#tests/auth/support.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { mountFunctions } from "#tests/fixtures/accounts.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0";

async function signIn(email: string, address: string, userAgent?: string): Promise<SignedIn> {
  const headers: Record<string, string> = userAgent === undefined ? {} : { "user-agent": userAgent };
  const body = { email, password: goodPassword };
  return readSession((await wire.send("POST", "/token?grant_type=password", { address, headers, body })).body);
}

async function call(name: string, token: string | undefined, body: unknown = {}) {
  const response = await mountFunctions(wire.context).request(`/functions/v1/${name}`, {
    method: "POST",
    headers: {
      apikey: wire.context.settings.publishableKey,
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as any };
}

test("The caller's own sessions are listed, with device and network, and no others", async () => {
  const { email, access, sessionId } = await signUpCustomer(wire);
  const startedAt = wire.clock.now().toISOString();
  wire.clock.advance(60_000);
  const office = await signIn(email, "203.0.113.77", firefox);
  wire.clock.advance(60_000);
  const mobile = await signIn(email, "2001:db8:12:34::5");
  await signUpCustomer(wire);

  const { status, body } = await call("list-own-sessions", access);
  expect(status).toBe(200);
  expect(body).toEqual([
    expect.objectContaining({ id: mobile.sessionId, device: "Appareil inconnu", place: "2001:db8:12:…" }),
    expect.objectContaining({ id: office.sessionId, device: "Firefox sur Windows", place: "203.0.113.…" }),
    expect.objectContaining({ id: sessionId, isCurrent: true, level: "aal1", startedAt, lastUsedAt: startedAt }),
  ]);
  expect(body.map(({ isCurrent }: any) => isCurrent)).toEqual([false, false, true]);
  expect(Object.keys(body[0]).toSorted()).toEqual([
    "device",
    "id",
    "isCurrent",
    "lastUsedAt",
    "level",
    "place",
    "startedAt",
  ]);
  expect(JSON.stringify(body)).not.toContain("203.0.113.77");
});

test("A session that is used says so, and one past its end is not listed", async () => {
  const { email, access, refresh } = await signUpCustomer(wire);
  const old = await signIn(email, nextAddress());
  await db.inspect("update auth.sessions set not_after = $2 where id = $1", [old.sessionId, wire.clock.now()]);
  wire.clock.advance(120_000);
  await wire.send("POST", "/token?grant_type=refresh_token", { body: { refresh_token: refresh } });
  const { body } = await call("list-own-sessions", access);
  expect(body).toHaveLength(1);
  expect(body[0].lastUsedAt).toBe(wire.clock.now().toISOString());
});

test("One session is ended, or all the others, with a line each", async () => {
  const current = await signUpCustomer(wire);
  const [one, two, three] = [
    await signIn(current.email, nextAddress()),
    await signIn(current.email, nextAddress()),
    await signIn(current.email, nextAddress()),
  ];
  expect(await call("end-own-sessions", current.access, { sessionId: one.sessionId })).toEqual({
    status: 200,
    body: { ended: 1 },
  });
  expect(await Promise.all([one, two, three, current].map((each) => isAlive(wire, each)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect((await call("end-own-sessions", current.access, { scope: "others" })).body).toEqual({ ended: 2 });
  expect(await Promise.all([two, three, current].map((each) => isAlive(wire, each)))).toEqual([false, false, true]);
  const { rows } = await db.inspect(
    "select detail from private.audit_log where actor = $1 and action = 'account.sessions_ended' order by id",
    [current.userId],
  );
  expect(rows.map(({ detail }) => detail)).toEqual([
    { scope: "one", ended: 1 },
    { scope: "others", ended: 2 },
  ]);
});

test("Another user's session is not found, and goes on", async () => {
  const [thief, owner] = [await signUpCustomer(wire), await signUpCustomer(wire)];
  const answer = await call("end-own-sessions", thief.access, { sessionId: owner.sessionId });
  expect([answer.status, answer.body.code]).toEqual([404, "unknown_session"]);
  expect(await isAlive(wire, owner)).toBe(true);
});

test("A user with a second factor lists and ends sessions only past it", async () => {
  const holder = await signUpHolder(wire);
  const address = nextAddress();
  const thief = await signIn(holder.email, address);
  for (const name of ["list-own-sessions", "end-own-sessions"]) {
    const { status, body } = await call(name, thief.access, { scope: "others" });
    expect([status, body.code]).toEqual([403, "insufficient_aal"]);
  }
  expect(await isAlive(wire, holder)).toBe(true);
  await prove(wire, { access: thief.access, address }, holder.app, holder.app.code(1));
  expect((await call("list-own-sessions", holder.access)).body[0].level).toBe("aal2");
});

test("A caller without a token, an ended session and a wrong body are refused", async () => {
  const { access, sessionId } = await signUpCustomer(wire);
  for (const name of ["list-own-sessions", "end-own-sessions"]) {
    expect((await call(name, undefined, { scope: "others" })).status).toBe(401);
  }
  const wrong = [
    null,
    [],
    "x",
    {},
    { scope: "all" },
    { sessionId: "x" },
    { sessionId: 5 },
    { sessionId, scope: "others" },
  ];
  for (const body of [...wrong, { sessionId: "x".repeat(10_000) }, { sessionId: "\u0000" }]) {
    const answer = await call("end-own-sessions", access, body);
    expect([answer.status, answer.body.code]).toEqual([400, "unreadable"]);
  }
  await db.inspect("delete from auth.sessions where id = $1", [sessionId]);
  expect((await call("list-own-sessions", access)).body.code).toBe("session_not_found");
});
