import { afterEach, expect, test } from "vitest";

import { addContact, type Person, signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
afterEach(() => db.reset());

type Part = { items: { since: string; lead: Record<string, unknown> }[]; has_more: boolean };
type Worklist = { parts: Record<string, Part>; astray: { deliveries: number; payments: number } };

async function read(): Promise<Worklist> {
  const context = createTestContext({ db });
  const admin: Person = await signIn(context, db, { isAdministrator: true });
  const claims = { sub: admin.userId, session_id: admin.sessionId, aal: "aal1", role: "authenticated" };
  return db.asCaller({ role: "authenticated", claims }, { isReadOnly: true }, async (tx) => {
    const { rows } = await tx.query<{ read: Worklist }>("select worklist() as read");
    return rows[0]!.read;
  });
}

/** Who is in which part, by the first part of the e-mail. */
async function parts(): Promise<Record<string, string[]>> {
  const found = Object.entries((await read()).parts);
  const nameOf = ({ lead }: Part["items"][number]) => String(lead["email"]).split("@")[0] ?? "";
  return Object.fromEntries(found.map(([part, { items }]) => [part, items.map(nameOf)]));
}

let count = 0;

/** A lead of a few days ago that agreed to be called. */
async function addLead(name: string, { origin = "closing", set = "" } = {}) {
  const contact = await addContact(db, { email: `${name}@travail.example`, origins: [origin] });
  const leadId = contact.leadIds[0]!;
  await db.inspect(
    `update public.leads
     set consents = '{"calls": {"granted": true}}', created_at = now() - interval '3 days' + $2 * interval '1 second',
       last_contact_at = now() - interval '3 days' where id = $1`,
    [leadId, (count += 1)],
  );
  if (set !== "") await db.inspect(`update public.leads set ${set} where id = $1`, [leadId]);
  return { leadId, reference: contact.references[0]! };
}

async function startPayment(reference: string, ago: string) {
  await db.inspect(
    `insert into private.payment_starts (reference, terms_version, started_at) values ($1, $2, now() - $3::interval)`,
    [reference, ago, ago],
  );
}

test("It lists leads who agreed to be called and were not, the oldest first, and no others", async () => {
  await addLead("second", { set: "created_at = now() - interval '4 days'" });
  await addLead("third");
  await addLead("first", { set: "created_at = now() - interval '5 months'" });
  await addLead("sans-accord", { set: "consents = '{}'" });
  await addLead("suspect", { set: "is_suspect = true" });
  await addLead("appele", { set: "lead_status = 'contacted'" });
  await addLead("client", { set: "lead_status = 'client'" });
  expect(await parts()).toEqual({ to_call: ["first", "second", "third"] });
});

test("Who configured an offer is on the way for an hour, then stopped there, unless they paid", async () => {
  await addLead("en-chemin", { origin: "secretariat", set: "created_at = now() - interval '59 minutes'" });
  await addLead("arrete", { origin: "secretariat", set: "created_at = now() - interval '61 minutes'" });
  await addLead("paye", { origin: "marketing", set: "payment_status = true" });
  expect(await parts()).toEqual({ to_call: ["paye", "en-chemin"], unfinished: ["arrete"] });
});

test("Who went to pay and did not is listed after an hour, once, the newest first, and not twice", async () => {
  const names = ["avant", "hier", "maintenant", "paye", "parle", "ancien"];
  const leads: Record<string, Awaited<ReturnType<typeof addLead>>> = {};
  for (const name of names) leads[name] = await addLead(name, { origin: "suiviclient" });
  await startPayment(leads["avant"]!.reference, "2 hours");
  await startPayment(leads["avant"]!.reference, "3 hours");
  await startPayment(leads["hier"]!.reference, "1 day");
  await startPayment(leads["maintenant"]!.reference, "10 minutes");
  await startPayment(leads["paye"]!.reference, "1 day");
  await startPayment(leads["parle"]!.reference, "1 day");
  await startPayment(leads["ancien"]!.reference, "15 days");
  await db.inspect("update public.leads set payment_status = true, lead_status = 'client' where id = $1", [
    leads["paye"]!.leadId,
  ]);
  await db.inspect("update public.leads set lead_status = 'contacted' where id = $1", [leads["parle"]!.leadId]);
  expect(await parts()).toEqual({ payment: ["avant", "hier"], unfinished: ["ancien"] });
});

test("A payment started after a first call is listed until a note says that the team called again", async () => {
  const { leadId, reference } = await addLead("revenu", { origin: "secretariat", set: "lead_status = 'contacted'" });
  await db.inspect("update public.leads set last_contact_at = now() - interval '2 days' where id = $1", [leadId]);
  await startPayment(reference, "1 day");
  expect(await parts()).toEqual({ payment: ["revenu"] });
  await db.inspect(
    "insert into private.lead_notes (lead_id, author, text) values ($1, gen_random_uuid(), 'Relancé.')",
    [leadId],
  );
  expect(await parts()).toEqual({});
});

test("A call-back of before or of today is listed by its time, and its lead nowhere else", async () => {
  const at = (instant: string) => ({ origin: "secretariat", set: `callback_at = ${instant}` });
  const lastOfToday = `((now() at time zone 'Europe/Paris')::date + time '23:59:59') at time zone 'Europe/Paris'`;
  await addLead("ce-soir", at(lastOfToday));
  await addLead("en-retard", at("now() - interval '2 days'"));
  await addLead("demain", at(`${lastOfToday} + interval '1 second'`));
  await addLead("client", { set: `lead_status = 'client', callback_at = now() - interval '1 day'` });
  expect(await parts()).toEqual({ callback: ["en-retard", "client", "ce-soir"] });
});

test("A lead erased within 15 days is listed, unless it is to be called, let go, or spoken to since", async () => {
  const old = (days: number) => `last_contact_at = now() - interval '6 months' + ${days} * interval '1 day'`;
  const { leadId } = await addLead("contacte", { set: "lead_status = 'contacted'" });
  await db.inspect(`update public.leads set ${old(10)} where id = $1`, [leadId]);
  await addLead("sans-accord", { set: `consents = '{}', ${old(3)}` });
  await addLead("plus-tard", { set: `consents = '{}', ${old(20)}` });
  await addLead("a-appeler", { set: old(1) });
  await addLead("inactif", { set: "lead_status = 'inactive'" });
  await db.inspect(`update public.leads set ${old(2)} where email like 'inactif%'`);
  expect(await parts()).toEqual({ to_call: ["a-appeler"], expiring: ["sans-accord", "contacte"] });
  await db.inspect(
    "insert into private.lead_notes (lead_id, author, text) values ($1, gen_random_uuid(), 'Relancé.')",
    [leadId],
  );
  expect((await parts())["expiring"]).toEqual(["sans-accord"]);
});

test("A part shows thirty and says that there are more", async () => {
  for (let n = 0; n < 30; n += 1) await addLead(`lead-${n}`, { origin: n % 2 === 0 ? "closing" : "conferences" });
  expect((await read()).parts["to_call"]).toMatchObject({ has_more: false, items: { length: 30 } });
  await addLead("un-de-plus");
  const { to_call: toCall } = (await read()).parts;
  expect(toCall?.has_more).toBe(true);
  expect(toCall?.items.map(({ lead }) => lead["email"])).toEqual(
    Array.from({ length: 30 }, (_, n) => `lead-${n}@travail.example`),
  );
});

test("What went astray is counted, and nothing is missed when there is nothing", async () => {
  expect(await read()).toEqual({ parts: {}, astray: { deliveries: 0, payments: 0 } });
});
