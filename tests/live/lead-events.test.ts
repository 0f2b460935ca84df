import { randomUUID } from "node:crypto";

import { afterEach, describe, expect, vi } from "vitest";

import { functionProblems } from "#content/shared/function-problems.ts";
import { mountFunctions, signIn, withdrawalOf } from "#tests/fixtures/accounts.ts";
import { callFunction } from "#tests/functions/customers.ts";
import { listStrangers } from "#tests/functions/strangers.ts";
import { createTestContext } from "#tests/support/context.ts";

import { readEvents } from "./event-reader.ts";
import { liveTest } from "./live-test.ts";

const test = liveTest
  .extend("colleague", ({ context, db }) => signIn(context, db, { isAdministrator: true }))
  .extend("say", ({ context }) => async (token: string, place: object) => {
    const { status } = await callFunction(context, "lead-presence", { authorization: `Bearer ${token}` }, place);
    if (status !== 200) throw new Error(String(status));
  });

const pauseEveryMs = 25_000;
const over = { timeout: 15_000 };

afterEach(() => void vi.useRealTimers());

test("An administrator is told what changes of leads, each with a place to come back to", async ({
  open,
  addLead,
  db,
}) => {
  const stream = await open();
  const leadId = await addLead();
  await stream.next("lead", { lead_id: leadId, change: "created" });
  await db.inspect("update public.leads set lead_status = 'client' where id = $1", [leadId]);
  await stream.next("lead", { lead_id: leadId, change: "updated" });
  await db.inspect("delete from public.leads where id = $1", [leadId]);
  await stream.next("lead", { lead_id: leadId, change: "deleted" });
  expect(stream.events.every(({ id }) => /^\d+\.\d+$/.test(id))).toBe(true);
});

test("The answer is a stream that no cache or proxy stores or buffers", async ({ ask }) => {
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  expect(answer.headers.has("content-encoding")).toBe(false);
  await answer.body?.cancel();
});

test("Only an administrator with a live session follows events or sends their presence", async ({
  ask,
  context,
  db,
}) => {
  for (const { who, status, headers } of await listStrangers(context, db)) {
    const answer = await ask({ headers: { authorization: "", ...headers } });
    expect([who, answer.status, answer.headers.get("content-type")]).toEqual([who, status, "application/json"]);
    const place = { tab: randomUUID(), lead_id: randomUUID() };
    expect([who, (await callFunction(context, "lead-presence", headers, place)).status]).toEqual([who, status]);
  }
});

test("Under a required second factor, one who has none follows nothing", async ({ ask, db }) => {
  await db.inspect(`insert into private.settings (key, value) values ('administrator_second_factor', '"required"')
    on conflict (key) do update set value = excluded.value`);
  const answer = await ask();
  await db.inspect("delete from private.settings where key = 'administrator_second_factor'");
  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({ error: functionProblems.insufficient_aal, code: "insufficient_aal" });
});

test.for(["HEAD", "POST", "PUT", "DELETE"])("%s opens no stream", async (method, { admin, context }) => {
  const headers = { authorization: `Bearer ${admin.token}` };
  const answer = await mountFunctions(context).request("/functions/v1/lead-events", { method, headers });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET"]);
});

describe("A client that reconnects", () => {
  test("is told what they missed, and what happens next", async ({ open, addLead }) => {
    const before = await open();
    const { id } = await before.next("lead", { lead_id: await addLead() });
    await before.close();

    const missed = [await addLead(), await addLead()];
    const after = await open({ headers: { "last-event-id": id } });
    for (const leadId of [...missed, await addLead()]) await after.next("lead", { lead_id: leadId, change: "created" });
    expect(after.events.some(({ name }) => name === "everything")).toBe(false);
  });

  test("in the middle of a line of the journal is told it again", async ({ open, db, addLead }) => {
    const ids = [await addLead(), await addLead(), await addLead()];
    const before = await open();
    await db.inspect("update public.leads set lead_status = 'contacted'");
    const first = await before.next("lead", { change: "updated" });
    const again = await open({ headers: { "last-event-id": first.id } });
    for (const leadId of ids) await again.next("lead", { lead_id: leadId, change: "updated" });
  });

  test.for(["", "0", "0.0", "999999999999999999.1", "é", "' or 1=1 --", "9".repeat(8000)])(
    "with %s as Last-Event-ID reads everything again",
    async (position, { ask, open }) => {
      const headers = { "last-event-id": encodeURIComponent(position) };
      expect((await ask({ headers })).status).toBe(200);
      const stream = await open({ headers });
      await stream.next("everything");
    },
  );
});

describe("Eight hundred leads that change at once", () => {
  const addMany = `
    with profiles as (
      insert into public.user_profiles (email)
        select 'n' || number || '@exemple.example' from generate_series(1, 800) as number returning id
    )
    insert into public.leads (user_profile_id, funnel_origin) select id, 'general' from profiles`;

  test("are told as everything, and the stream goes on", async ({ open, addLead, db }) => {
    const stream = await open();
    await db.inspect(addMany);
    await stream.next("everything");
    await stream.next("lead", { lead_id: await addLead() });
  });

  test("do not end the stream of who comes a moment later", async ({ open, addLead, db }) => {
    await db.inspect(addMany);
    const stream = await open({ query: "?since=60" });
    await stream.next("everything");
    const leadId = await addLead();
    // Told by its name, or with all that is still to be told as everything.
    await expect
      .poll(
        () =>
          stream.events.some(({ data }) => data.lead_id === leadId) ||
          stream.events.filter(({ name }) => name === "everything").length > 1,
        over,
      )
      .toBe(true);
  });
});

test("What gives up, is sent again or is paid without a lead changes the alerts", async ({ open, db }) => {
  const stream = await open();
  const id = randomUUID();
  const count = () => stream.events.filter(({ name }) => name === "alerts").length;
  await db.inspect(
    "insert into private.deliveries (id, kind, event, body) values ($1, 'mail', 'mail.recovery', '{}')",
    [id],
  );
  await db.inspect("update private.deliveries set attempts = 1 where id = $1", [id]);
  for (const [index, change] of [
    `update private.deliveries set status = 'dead' where id = '${id}'`,
    `update private.deliveries set status = 'waiting' where id = '${id}'`,
    "insert into private.payment_events (id, type) values ('evt', 'paid')",
    "update private.payment_events set email = 'a@b.example' where id = 'evt'",
  ].entries()) {
    await db.inspect(change);
    await expect.poll(count, over).toBe(index + 1);
  }
});

test("Who hears nothing hears every 25 s that the stream lives, and where it is", async ({ open }) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stream = await open();
  const length = stream.text().length;
  vi.advanceTimersByTime(pauseEveryMs);
  await expect.poll(() => stream.text().slice(length), over).toMatch(/^:\nid: \d+\.\d+\n\n/);
});

describe("A stream ends, and tells nothing more,", () => {
  const endings: [string, (who: { userId: string; sessionId: string }) => string][] = [
    ["with its session", ({ sessionId }) => `delete from auth.sessions where id = '${sessionId}'`],
    [
      "when the session runs out",
      ({ sessionId }) => `update auth.sessions set not_after = now() where id = '${sessionId}'`,
    ],
    [
      "when the account is banned",
      ({ userId }) => `update auth.users set banned_until = 'infinity' where id = '${userId}'`,
    ],
    ["with the right", ({ userId }) => withdrawalOf(userId)],
    [
      "when a second factor is there that was not shown",
      ({ userId }) =>
        `insert into auth.mfa_factors (user_id, factor_type, status) values ('${userId}', 'totp', 'verified')`,
    ],
  ];

  test.for(endings)("%s: at the next change", async ([, end], { admin, addLead, context, db, open }) => {
    let laterMs = 0;
    const stream = await open({ from: { ...context, now: () => new Date(Date.now() + laterMs) } });
    await db.inspect(end(admin));
    laterMs = 3_000;
    await addLead();
    await expect.poll(stream.isOver, over).toBe(true);
    expect(stream.events.map(({ name }) => name)).toEqual(["ready"]);
  });

  test.for(endings)("%s: without a change, at the next pause", async ([, end], { admin, context, db, open }) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let laterMs = 0;
    const stream = await open({ from: { ...context, now: () => new Date(Date.now() + laterMs) } });
    await db.inspect(end(admin));
    laterMs = 15_000;
    vi.advanceTimersByTime(15_000);
    await expect.poll(stream.isOver, over).toBe(true);
  });

  test("with the access token that opened it", async ({ context, open }) => {
    const nearlyAnHour = 3600_000 - 300;
    const stream = await open({ from: { ...context, now: () => new Date(Date.now() + nearlyAnHour) } });
    await expect.poll(stream.isOver, over).toBe(true);
  });

  test("when the process stops, and none begins then", async ({ ask, context, open }) => {
    const [one, other] = [await open(), await open()];
    context.live.streams.close();
    await expect.poll(() => one.isOver() && other.isOver(), over).toBe(true);
    expect((await ask()).status).toBe(429);
  });
});

test("One account holds twelve streams; a tab that is closed makes room for another", async ({ ask, open }) => {
  const streams = [];
  for (let count = 0; count < 12; count += 1) streams.push(await open());
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("10");
  expect(await refused.json()).toEqual({ error: functionProblems.too_many_streams, code: "too_many_streams" });
  await streams[0]?.close();
  await open();
});

describe("Two people at one lead", () => {
  test("see each other, and see when one leaves", async ({ admin, colleague, open, say, addLead }) => {
    const leadId = await addLead();
    const [mine, theirs] = [randomUUID(), randomUUID()];
    const here = await open({ query: `?tab=${mine}` });
    const there = await open({ query: `?tab=${theirs}`, headers: { authorization: `Bearer ${colleague.token}` } });
    await say(admin.token, { tab: mine, lead_id: leadId, is_new: true });
    await say(colleague.token, { tab: theirs, lead_id: leadId, is_new: true });

    const asSeen = (person: typeof admin) => ({
      lead_id: leadId,
      people: [{ user_id: person.userId, email: person.email }],
    });
    await here.next("presence", asSeen(colleague));
    await there.next("presence", asSeen(admin));
    await there.close();
    await here.next("presence", { lead_id: leadId, people: [] });
  });

  test("are not the same person in two tabs, nor on two leads", async ({ admin, colleague, open, say, addLead }) => {
    const [one, other, leadId] = [randomUUID(), randomUUID(), await addLead()];
    const here = await open({ query: `?tab=${one}` });
    await open({ query: `?tab=${other}` });
    await say(admin.token, { tab: one, lead_id: leadId, is_new: true });
    await say(admin.token, { tab: other, lead_id: leadId, is_new: true });
    await say(colleague.token, { tab: randomUUID(), lead_id: await addLead(), is_new: true });
    await say(colleague.token, { tab: randomUUID(), lead_id: leadId, is_new: true });
    const { data } = await here.next("presence");
    expect(data.people).toEqual([{ user_id: colleague.userId, email: colleague.email }]);
  });

  test("lose sight of a tab that says nothing for 30 s", async ({ admin, colleague, context, db, ask, addLead }) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let laterMs = 0;
    const later = createTestContext({ db, now: () => new Date(Date.now() + laterMs) });
    const [leadId, mine] = [await addLead(), randomUUID()];
    const here = readEvents(await ask({ query: `?tab=${mine}`, from: later }));
    const sayFrom = (token: string, tab: string) =>
      callFunction(context, "lead-presence", { authorization: `Bearer ${token}` }, { tab, lead_id: leadId });
    await sayFrom(colleague.token, randomUUID());
    await sayFrom(admin.token, mine);
    await here.next("presence", { people: [{ user_id: colleague.userId, email: colleague.email }] });

    laterMs = 20_000;
    await sayFrom(admin.token, mine);
    await expect.poll(() => here.events.length, over).toBe(2);
    laterMs = 28_000;
    vi.advanceTimersByTime(4_000);
    await here.next("presence", { lead_id: leadId, people: [] });
    await here.close();
  });

  test.for<[string, unknown]>([
    ["no tab", { lead_id: randomUUID() }],
    ["a tab that is none", { tab: "x", lead_id: null }],
    ["a lead that is none", { tab: randomUUID(), lead_id: "' or 1=1" }],
    ["a list", [1]],
    ["text that is not JSON", "{"],
  ])("say where they are in our words: %s is refused", async ([, place], { admin, context }) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    expect((await callFunction(context, "lead-presence", headers, place)).status).toBe(400);
  });
});
