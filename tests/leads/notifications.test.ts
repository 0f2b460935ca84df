import { randomUUID } from "node:crypto";

import { afterEach, expect, test } from "vitest";

import { mailNotifications, notifyCallbacks } from "#subjects/notifications/server/notification-jobs.ts";
import { notificationKinds } from "#subjects/notifications/rules/kinds.ts";
import { addContact, mountFunctions, type Person, signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
const context = createTestContext({ db });
const api = mountFunctions(context);
afterEach(() => db.reset());

const enter = (email?: string) => signIn(context, db, { isAdministrator: true, ...(email && { email }) });
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

let people = 0;
async function addLead(set = ""): Promise<string> {
  const { leadIds } = await addContact(db, { email: `lead${(people += 1)}@exemple.fr`, origins: ["closing"] });
  if (set !== "") await change(leadIds[0]!, set);
  return leadIds[0]!;
}
const change = (lead: string, set: string) => db.inspect(`update public.leads set ${set} where id = $1`, [lead]);

async function as<Value>(person: Person, sql: string, values: unknown[] = []): Promise<Value[]> {
  const claims = { sub: person.userId, session_id: person.sessionId, aal: "aal1", role: "authenticated" };
  const { rows } = await db.asCaller({ role: "authenticated", claims }, {}, (tx) =>
    tx.query<{ read: Value }>(sql, values),
  );
  return rows.map(({ read }) => read);
}
/** What this person was told, the oldest first: `*` where it is not read. */
const told = async (person: Person) =>
  (
    await as<string>(
      person,
      `select concat(kind, nullif(lead_count, 1), case when not is_read then '*' end) as read
       from list_notifications() order by at, kind`,
    )
  ).join(" ");

async function post(person: Person, name: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" };
  const answer = await api.request(`/functions/v1/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.status;
}

/** Everything everywhere at once, but for what is said otherwise. */
async function choose(person: Person, { kind = {}, ...hours }: { kind?: object; [hour: string]: unknown } = {}) {
  const choice = { desk: true, browser: true, mail: "at_once", ...kind };
  const kinds = Object.fromEntries(notificationKinds.map((each) => [each, choice]));
  const body = { kinds, quiet_from: 3, quiet_until: 3, digest_hour: 8, ...hours };
  expect(await post(person, "set-notifications", body)).toBe(200);
}

const runMails = (now: Date) => db.asServer((tx) => mailNotifications(tx, now));
const mails = async () =>
  (
    await db.inspect<{ to: string; data: object }>(
      `select body ->> 'to' as to, body -> 'data' as data
       from private.deliveries where event = 'mail.notifications' order by 1, created_at`,
    )
  ).rows;

test("The kinds of the database are those that have words", async () => {
  const { rows } = await db.inspect<{ kind: string }>("select kind from private.notification_kinds()");
  expect(rows.map(({ kind }) => kind)).toEqual([...notificationKinds]);
});

test("A new lead is told to the team, but for who made it, those not yet there, and what is no news", async () => {
  const [lea, paul] = [await enter(), await enter()];
  const invited = await enter();
  await db.inspect("update public.admin_users set is_invited = true where user_id = $1", [invited.userId]);
  await addLead();
  expect([await told(lea), await told(paul)]).toEqual(["lead*", "lead*"]);
  expect((await db.inspect("select from private.notifications")).rowCount).toBe(2);

  const contact = await addContact(db, { email: "autres@exemple.fr", origins: [] });
  const add = `insert into public.leads (user_profile_id, funnel_origin, is_suspect, created_at, owner)
               values ($1, $2, $3, $4, $5)`;
  await db.inspect(add, [contact.profileId, "secretariat", true, new Date(), null]);
  await db.inspect(add, [contact.profileId, "marketing", false, minutes(-90), null]);
  expect(await told(lea)).toBe("lead*");
  await db.inspect(add, [contact.profileId, "closing", false, new Date(), lea.userId]);
  expect([await told(lea), await told(paul)]).toEqual(["lead* owner*", "lead* lead*"]);
});

test("Many leads of one act are one line, also a hundred and more, and none once the act is taken back", async () => {
  const [lea, paul] = [await enter(), await enter()];
  const ids = [await addLead(), await addLead(), await addLead()];
  await as(paul, "select read_notifications() as read");
  await as(lea, "select read_notifications() as read");
  expect(await post(paul, "change-leads", { ids, set: { owner: lea.userId } })).toBe(200);
  expect([await told(lea), await told(paul)]).toEqual(["lead lead lead owner3*", "lead lead lead"]);
  const [first, ...others] = ids;
  expect(await post(paul, "change-leads", { ids: [first], set: { owner: null } })).toBe(200);
  expect(await told(lea)).toBe("lead lead lead owner2*");
  expect(await post(paul, "change-leads", { ids: others, set: { owner: null } })).toBe(200);
  expect(await told(lea)).toBe("lead lead lead");
  const tell = (lead: string) => db.inspect("select private.notify('lead', 'many', $1, private.team())", [lead]);
  for (const lead of ids) await tell(lead);
  await db.inspect("update private.notifications set lead_count = 99 where event = 'many'");
  for (const lead of ids) await tell(lead);
  expect(await told(paul)).toContain("lead100*");
});

test("What is no longer so is not told to who has not read it", async () => {
  const [lea, paul] = [await enter(), await enter()];
  const lead = await addLead();
  await as(lea, "select read_notifications() as read");
  await change(lead, `owner = '${lea.userId}', newer_answers_at = now(), callback_at = now()`);
  await db.asServer((tx) => notifyCallbacks(tx, minutes(1)));
  expect([await told(lea), await told(paul)]).toEqual(["lead answers* owner* callback*", "lead*"]);
  await change(lead, `owner = '${paul.userId}', callback_at = null`);
  expect([await told(lea), await told(paul)]).toEqual(["lead answers*", "owner*"]);
  await change(lead, "newer_answers_at = null");
  expect(await told(lea)).toBe("lead");
});

test("A call-back is told when its hour comes, once for all processes, to who looks after it", async () => {
  const [lea, paul] = [await enter(), await enter()];
  for (const set of [`owner = '${lea.userId}', `, ""]) await addLead(`${set}callback_at = now() + interval '1 hour'`);
  const run = (now: Date) => db.asServer((tx) => notifyCallbacks(tx, now));
  expect(await run(minutes(59))).toBe(0);
  await Promise.all([run(minutes(61)), run(minutes(61))]);
  expect(await run(minutes(62))).toBe(0);
  const callbacks = async (person: Person) => (await told(person)).match(/callback/g)?.length;
  expect([await callbacks(lea), await callbacks(paul)]).toEqual([2, 1]);
});

test("A payment is told to the owner, and to the team where there is none, with the mail of each", async () => {
  const [lea, paul] = [await enter("lea@exemple.fr"), await enter("paul@exemple.fr")];
  await choose(lea);
  await choose(paul, { kind: { desk: false, browser: false, mail: "never" } });
  const lead = await addLead();
  await db.inspect("delete from private.notifications");
  const pay = (id: string) =>
    db.inspect("insert into private.payment_events (id, type, lead_id) values ($1, 'checkout', $2)", [id, lead]);
  for (const [id, set] of [
    ["evt_1", "owner = null"],
    ["evt_2", `owner = '${lea.userId}'`],
  ] as const) {
    await change(lead, set);
    await pay(id);
    await db.inspect("update private.payment_events set state = 'applied' where id = $1", [id]);
  }
  expect(await told(lea)).toBe("payment* owner* payment*");
  expect((await db.inspect("select from private.notifications where recipient = $1", [paul.userId])).rowCount).toBe(0);
});

test("A debit that fails is told once for all its tries, until it is paid", async () => {
  const lea = await enter();
  const lead = await addLead();
  await as(lea, "select read_notifications() as read");
  const fail = (attempt: number) =>
    db.inspect(
      `insert into private.billing_events (id, kind, object, version, happened_at, told_on, lead_id, is_open)
       values ($1, 'failed_debit', 'in_1', $2, now(), '2026-11-20', null, true)`,
      [`evt_${attempt}`, String(attempt)],
    );
  const set = (change: string) => db.inspect(`update private.billing_events set ${change}`);
  await fail(1);
  expect(await told(lea)).toBe("lead");
  await set(`lead_id = '${lead}'`);
  await fail(2);
  await set(`lead_id = '${lead}', is_open = version = '2'`);
  expect(await told(lea)).toBe("lead debit*");
  await set("is_open = false");
  expect(await told(lea)).toBe("lead");
});

test("Mails leave a minute later, in one, by one process, without what was read and without a name", async () => {
  const lea = await enter("lea@exemple.fr");
  await choose(lea);
  const [first, second] = [await addLead(), await addLead()];
  expect(await runMails(minutes(0))).toBe(0);
  await as(lea, "select read_notifications(array(select id from list_notifications() where lead_id = $1)) as read", [
    first,
  ]);
  const sent = await Promise.all([runMails(minutes(2)), runMails(minutes(2)), runMails(minutes(2))]);
  expect(sent.toSorted()).toEqual([0, 0, 1]);
  expect(await mails()).toEqual([{ to: "lea@exemple.fr", data: { counts: { lead: 1 }, lead: second } }]);
  await addLead();
  await addLead();
  await runMails(minutes(2));
  expect((await mails()).at(-1)?.data).toEqual({ counts: { lead: 2 } });
});

test("Quiet hours hold mails until their end, then one leaves; the digest leaves at its hour", async () => {
  const [night, digest] = [await enter("nuit@exemple.fr"), await enter("resume@exemple.fr")];
  const { rows } = await db.inspect<{ hour: number }>(
    "select extract(hour from now() at time zone 'Europe/Paris')::int as hour",
  );
  const hour = (ahead: number) => ((rows[0]?.hour ?? 0) + ahead + 24) % 24;
  await choose(night, { quiet_from: hour(-1), quiet_until: hour(3) });
  await choose(digest, { kind: { mail: "digest" }, digest_hour: hour(6) });
  await addLead();
  await addLead();
  expect(await as(night, "select count(*)::int as read from take_browser_notifications()")).toEqual([0]);
  expect(await as(digest, "select count(*)::int as read from take_browser_notifications()")).toEqual([2]);
  expect(await as(digest, "select count(*)::int as read from take_browser_notifications()")).toEqual([0]);
  const { rows: due } = await db.inspect<{ hour: number }>(
    `select distinct extract(hour from mail_at at time zone 'Europe/Paris')::int as hour
     from private.notifications where mail_at > now() + interval '1 hour'`,
  );
  expect(new Set(due.map((each) => each.hour))).toEqual(new Set([hour(3), hour(6)]));
  await runMails(minutes(60));
  expect(await mails()).toEqual([]);
  await runMails(minutes(4 * 60));
  await runMails(minutes(4 * 60));
  expect(await mails()).toMatchObject([{ to: "nuit@exemple.fr", data: { counts: { lead: 2 } } }]);
  await runMails(minutes(7 * 60));
  expect(await mails()).toHaveLength(2);
});

test("An hour of Paris comes at its hour, also where clocks change", async () => {
  const { rows } = await db.inspect<{ at: string }>(
    `select to_char(private.next_hour(hour, after::timestamptz) at time zone 'utc', 'DD HH24:MI') as at
     from (values (8, '2026-10-24T22:00Z'), (8, '2026-10-25T07:00Z'), (8, '2026-03-28T20:00Z'),
             (0, '2026-06-01T21:59Z')) as asked (hour, after)`,
  );
  expect(rows.map(({ at }) => at)).toEqual(["25 07:00", "26 07:00", "29 06:00", "01 22:00"]);
});

test("One's own are read by oneself alone, by list or by an opened file, and go with the right", async () => {
  const [lea, paul] = [await enter(), await enter()];
  const [first] = [await addLead(), await addLead()];
  expect(await as(paul, "select read_notifications() as read")).toEqual([2]);
  expect([await told(lea), await told(paul)]).toEqual(["lead* lead*", "lead lead"]);
  await as(lea, "select record_lead_opened($1) as read", [first]);
  expect(await told(lea)).toBe("lead lead*");
  const figures = await as<object>(lea, "select count_admin_alerts() as read");
  expect(figures).toMatchObject([{ notifications: 1 }]);
  await db.inspect("delete from auth.users where id = $1", [lea.userId]);
  const { rows } = await db.inspect("select distinct recipient from private.notifications");
  expect(rows).toEqual([{ recipient: paul.userId }]);
});

test("A mention is of a colleague whom the text names; a note that is withdrawn tells nothing more", async () => {
  const [lea, paul] = [await enter(), await enter()];
  const stranger = await signIn(context, db);
  const lead = await addLead();
  const noteId = randomUUID();
  const note = {
    lead_id: lead,
    note_id: noteId,
    text: "@Paul R. et @Claire : à rappeler",
    mentions: [
      { user_id: paul.userId, said: "Paul R." },
      { user_id: stranger.userId, said: "Claire" },
      { user_id: lea.userId, said: "Léa" },
    ],
  };
  for (let time = 0; time < 2; time += 1) expect(await post(lea, "add-note", note)).toBe(200);
  expect([await told(lea), await told(paul)]).toEqual(["lead*", "lead* mention*"]);
  const history = await as<{ mentions?: object[] }>(
    lea,
    "select detail as read from lead_history($1) where kind = 'note'",
    [lead],
  );
  expect(history[0]?.mentions).toEqual([{ user_id: paul.userId, said: "Paul R." }]);
  expect(await post(lea, "add-note", { lead_id: lead, withdraw: noteId })).toBe(200);
  expect(await told(paul)).toBe("lead*");
});
