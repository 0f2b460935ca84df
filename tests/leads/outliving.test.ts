import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { accountsErasedLater } from "#subjects/account/server/erasable-accounts.ts";
import { eraseContact } from "#subjects/account/server/erase-contact.ts";
import { collectPersonalData } from "#subjects/account/server/personal-data.ts";
import { rowsPerBatch } from "#engine/db/expired-rows.ts";
import { closeWaitingLists, eraseExpiredLeads, eraseExpiredProposals } from "#subjects/leads/server/retention.ts";
import { createRestService } from "#engine/rest/rest-service.ts";
import { sealId } from "#server/mail/sealed-id.ts";
import { mountFunctions, signIn } from "#tests/fixtures/accounts.ts";
import { newKey, order, postTo, receipt, registration } from "#tests/functions/orders.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
let context: ServerContext;

beforeEach(() => {
  context = createTestContext({ db });
});
afterEach(() => db.reset());

const callsText = "J'accepte d'être appelé(e).";
const inSevenMonths = () => new Date(Date.now() + 215 * 24 * 3600 * 1000);

async function send(path: string, body: Record<string, unknown>): Promise<void> {
  const { status } = await postTo(context, path)(body, { "idempotency-key": newKey() });
  expect(status).toBe(200);
}

/** The box of the reminder is a funnel's: it is added to what the form stored. */
async function orderClosing(isGranted = true): Promise<void> {
  const consents = { calls: receipt(isGranted, callsText), terms: receipt(true, "Conditions.") };
  await send("register-closing", { ...order, consents });
  const reminder = JSON.stringify({ reminder: receipt(isGranted, "Un rappel.") });
  await db.inspect(
    `update private.submissions set consents = consents || $1::jsonb
     where form = 'closing' and not consents ? 'reminder'`,
    [reminder],
  );
}

const waitForNext = () => send("register-conference", { ...registration, kind: "waitlist" });

async function subscribe(): Promise<string> {
  await send("register-conference", { ...registration, consents: { newsletter: receipt(true, "La lettre.") } });
  const { rows } = await db.inspect<{ id: string }>(
    `update private.newsletter_requests 
     set confirmed_at = now(), confirmed_text = 'La lettre.', confirmed_version = '2025-06-25'
     returning id`,
  );
  return rows[0]!.id;
}

const expire = (at = inSevenMonths()) => db.asServer((tx) => eraseExpiredLeads(tx, accountsErasedLater(context), at));

/** As the team or the person themselves has everything erased. */
async function eraseOnRequest(): Promise<void> {
  const { rows } = await db.inspect<{ id: string; profile: string }>(
    "select id, user_profile_id as profile from leads",
  );
  for (const { profile } of rows) {
    const request = { leadId: undefined, profileId: profile, userId: undefined, scope: "contact" as const };
    const erased = await db.asServer((tx) => eraseContact(tx, request, new Date(), accountsErasedLater(context)));
    expect(erased.ok).toBe(true);
  }
}

async function kept() {
  const { rows } = await db.inspect<Record<string, unknown>>(
    `select purpose, email, fingerprint is not null as is_fingerprint, version, wording, form,
            ended_at is not null as has_ended
     from private.kept_agreements order by purpose`,
  );
  return rows;
}

async function countLeads(): Promise<number> {
  const { rows } = await db.inspect<{ n: number }>("select count(*)::int as n from public.leads");
  return rows[0]!.n;
}

async function asAdministrator<Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) {
  const { userId, sessionId } = await signIn(context, db, { isAdministrator: true });
  const claims = { role: "authenticated", sub: userId, session_id: sessionId, aal: "aal1" };
  const { rows } = await db.asCaller({ role: "authenticated", claims }, {}, (tx) => tx.query<Row>(sql, values));
  return rows;
}

const version = receipt(true).version;
const proof = { email: order.email, is_fingerprint: false, version, form: "closing", has_ended: true };

describe("A lead that comes to its term", () => {
  test("leaves a proof of each agreement to be called or reminded, and none of what was refused", async () => {
    await orderClosing();
    expect(await expire()).toBe(1);
    expect(await kept()).toEqual([
      { ...proof, purpose: "calls", wording: callsText },
      { ...proof, purpose: "reminder", wording: "Un rappel." },
    ]);
    await orderClosing(false);
    await db.inspect("delete from private.kept_agreements");
    expect(await expire()).toBe(1);
    expect(await kept()).toEqual([]);
  });

  test("leaves no proof of a suspect submission", async () => {
    await send("register-closing", { ...order, website: "x", consents: { calls: receipt(true, callsText) } });
    await expire();
    expect(await kept()).toEqual([]);
  });

  test("keeps the agreement that was given first, though a later form refused it", async () => {
    const key = newKey();
    const post = postTo(context, "register-closing");
    const with_ = (granted: boolean, role: string) => ({
      ...order,
      role,
      consents: { calls: receipt(granted, callsText) },
    });
    expect((await post(with_(true, "Gérant"), { "idempotency-key": key })).status).toBe(200);
    expect((await post(with_(false, "Directeur"), { "idempotency-key": key })).status).toBe(200);
    await expire();
    expect(await kept()).toEqual([{ ...proof, purpose: "calls", wording: callsText }]);
  });

  test("leaves a place on the waiting list, which the team sees, finds, counts and ends", async () => {
    await waitForNext();
    await expire();
    expect(await countLeads()).toBe(0);
    expect(await kept()).toEqual([
      {
        purpose: "waitlist",
        email: registration.email,
        is_fingerprint: false,
        version: "2025-06-25",
        wording: "Être prévenu de la prochaine édition",
        form: "conferences",
        has_ended: false,
      },
    ]);
    const { heldOn } = context.settings.site.offers.conferences![0]!;
    const lines = (search: string | null = null) =>
      asAdministrator<{ lead_id: string }>(
        "select lead_id, email, is_waiting, has_file from list_conference($1, true, $2)",
        [heldOn, search],
      );
    const [line] = await lines();
    expect(line).toMatchObject({ email: registration.email, is_waiting: true, has_file: false });
    expect(await lines(registration.email.slice(0, 6).toUpperCase())).toHaveLength(1);
    expect(await lines("%")).toEqual([]);
    const counts = await db.asServer((tx) => tx.query("select registered, waiting from private.conference_counts()"));
    expect(counts.rows).toEqual([{ registered: 0, waiting: 1 }]);
    const leave = () => asAdministrator("select leave_waiting_list($1) as outcome", [line!.lead_id]);
    expect([await leave(), await leave()]).toEqual([[{ outcome: "left" }], [{ outcome: "unknown" }]]);
    expect(await kept()).toEqual([]);
  });

  test("leaves no place on the waiting list when its person is registered", async () => {
    await send("register-conference", registration);
    await waitForNext();
    await expire();
    expect(await kept()).toEqual([]);
  });

  test("leaves the confirmed newsletter, whose link still ends it, and no request that waits", async () => {
    const id = await subscribe();
    await expire();
    expect(await countLeads()).toBe(0);
    const states = () =>
      asAdministrator("select email, state, lead_id from list_newsletter(search_param => $1)", [registration.email]);
    expect(await states()).toEqual([{ email: registration.email, state: "confirmed", lead_id: null }]);
    const token = sealId(context.settings.authSecret, "newsletter unsubscriptions", id);
    const response = await mountFunctions(context).request(`/functions/v1/unsubscribe?token=${token}`, {
      method: "POST",
    });
    expect(await response.text()).toContain("C’est fait");
    expect(await states()).toEqual([{ email: registration.email, state: "unsubscribed", lead_id: null }]);

    await db.inspect("delete from private.newsletter_requests");
    await send("register-conference", { ...registration, consents: { newsletter: receipt(true, "La lettre.") } });
    await expire();
    expect((await db.inspect("select from private.newsletter_requests")).rows).toEqual([]);
  });

  test("leaves a newsletter that links of a request merged into it still end", async () => {
    const id = await subscribe();
    const former = "5f0d7c1e-0000-4000-8000-00000000000a";
    await db.inspect(
      `insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
       select gen_random_uuid(), gen_random_uuid(), lead_id, gen_random_uuid(),
              jsonb_build_object('newsletter', jsonb_build_object('id', $1::text, 'email', email))
       from private.newsletter_requests`,
      [former],
    );
    await expire();
    const { rows } = await db.asServer((tx) =>
      tx.query("select private.leave_newsletter($1, 'link', now()) as outcome", [former]),
    );
    expect(rows).toEqual([{ outcome: "unsubscribed" }]);
    const { rows: left } = await db.inspect("select id, unsubscribed_by from private.newsletter_requests");
    expect(left).toEqual([{ id, unsubscribed_by: "link" }]);
  });

  test("is shown in the file of the next lead of its address, and in that of no other", async () => {
    await orderClosing();
    await expire();
    await orderClosing(false);
    await send("register-closing", { ...order, email: "autre@societe.example" });
    const rows = await asAdministrator<{ email: string; kept: { purpose: string; text: string }[] }>(
      "select email, read_lead_receipts(lead_id) -> 'kept' as kept from admin_dashboard",
    );
    const of = (email: string) =>
      rows
        .find((row) => row.email === email)
        ?.kept.map(({ purpose }) => purpose)
        .toSorted();
    expect(of(order.email)).toEqual(["calls", "reminder"]);
    expect(of("autre@societe.example")).toEqual([]);
  });
});

test("Answers from another device that expire unadopted leave a proof of consent", async () => {
  await orderClosing(false);
  await orderClosing();
  const erased = await db.asServer((tx) => eraseExpiredProposals(tx, inSevenMonths()));
  expect(erased).toBe(1);
  expect((await kept()).map(({ purpose }) => purpose)).toEqual(["calls", "reminder"]);
});

describe("The waiting list", () => {
  test("is to be told once a later conference is open for registration, not before", async () => {
    await waitForNext();
    await expire();
    const { heldOn, registrationUntil } = context.settings.site.offers.conferences![0]!;
    const close = (conference: { heldOn: string; registrationUntil: string }, today: string) =>
      db.asServer((tx) => closeWaitingLists(tx, new Date(), conference as never, today as never));
    expect(await close({ heldOn, registrationUntil }, "2025-11-01")).toBe(0);
    expect(await close({ heldOn: "2026-12-01", registrationUntil: "2026-11-30" }, "2026-12-01")).toBe(0);
    expect(await close({ heldOn: "2026-12-01", registrationUntil: "2026-11-30" }, "2026-05-01")).toBe(1);
    expect(await close({ heldOn: "2026-12-01", registrationUntil: "2026-11-30" }, "2026-05-02")).toBe(0);
    expect(await kept()).toMatchObject([{ purpose: "waitlist", has_ended: true }]);
  });
});

test("A long waiting list is told in batches, the earliest conference first", async () => {
  await db.inspect(
    `insert into private.kept_agreements (lead_id, purpose, email, version, form, conference_on, given_at)
     select gen_random_uuid(), 'waitlist', n || '@exemple.fr', '2025-06-25', 'conferences',
            case when n > 5 then date '2025-12-02' else date '2026-06-02' end, timestamptz '2025-11-01'
     from generate_series(1, $1::int) as n`,
    [rowsPerBatch + 5],
  );
  const next = { heldOn: "2026-12-01", registrationUntil: "2026-11-30" };
  const close = () => db.asServer((tx) => closeWaitingLists(tx, new Date(), next as never, "2026-07-01" as never));
  expect(await close()).toBe(rowsPerBatch);
  const { rows } = await db.inspect(
    "select distinct conference_on::text from private.kept_agreements where ended_at is null",
  );
  expect(rows).toEqual([{ conference_on: "2026-06-02" }]);
  expect([await close(), await close()]).toEqual([5, 0]);
});

describe("A lead that is deleted leaves a proof of what was agreed to, under a fingerprint of the address", () => {
  async function restDelete(path: string): Promise<void> {
    const { token } = await signIn(context, db, { isAdministrator: true });
    const response = await new Hono<AppEnv>()
      .route("/rest/v1", createRestService(context, {}))
      .request(`/rest/v1${path}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${token}`, apikey: context.settings.publishableKey },
      });
    expect(response.status).toBe(204);
  }

  type Target = { leadId: string; profileId: string };
  const ways: Record<string, (target: Target) => Promise<unknown>> = {
    "by the desk": ({ leadId, profileId }) => {
      const request = { leadId, profileId, userId: undefined, scope: "lead" as const };
      return db.asServer((tx) => eraseContact(tx, request, new Date(), accountsErasedLater(context)));
    },
    "by its person": eraseOnRequest,
    "by REST, alone": ({ leadId }) => restDelete(`/leads?id=eq.${leadId}`),
    "by REST, with its profile": ({ profileId }) => restDelete(`/user_profiles?id=eq.${profileId}`),
    "with its account": async ({ profileId }) => {
      const { userId } = await signIn(context, db);
      await db.inspect("update public.user_profiles set user_id = $1 where id = $2", [userId, profileId]);
      await db.inspect("delete from auth.users where id = $1", [userId]);
    },
  };

  test.each(Object.keys(ways))("%s", async (way) => {
    await orderClosing();
    const { rows } = await db.inspect<Target>(
      'select id as "leadId", user_profile_id as "profileId" from public.leads',
    );
    await ways[way]!(rows[0]!);
    expect(await countLeads()).toBe(0);
    const nameless = { email: null, is_fingerprint: true, version, wording: null, has_ended: true, form: "closing" };
    expect(await kept()).toEqual([
      { ...nameless, purpose: "calls" },
      { ...nameless, purpose: "reminder" },
    ]);
    expect((await db.inspect("select from private.submissions")).rows).toEqual([]);
  });

  test("with a confirmed newsletter, which ends", async () => {
    await subscribe();
    const { rows } = await db.inspect<{ id: string }>("select id from public.leads");
    await restDelete(`/leads?id=eq.${rows[0]!.id}`);
    expect(await kept()).toMatchObject([{ purpose: "newsletter", email: null, is_fingerprint: true }]);
    expect((await db.inspect("select from private.newsletter_requests")).rows).toEqual([]);
  });
});

describe("One line for each address and purpose", () => {
  const tickAgain = () =>
    send("register-conference", { ...registration, consents: { newsletter: receipt(true, "La lettre.") } });
  const letters = async () =>
    (
      await db.inspect<{ id: string; state: string; has_lead: boolean }>(
        `select id, private.newsletter_state(confirmed_at, unsubscribed_at) as state, lead_id is not null as has_lead
         from private.newsletter_requests`,
      )
    ).rows;
  const confirmations = async () =>
    (await db.inspect("select from private.deliveries where event = 'mail.newsletter-confirmation'")).rows.length;

  test("who still gets the newsletter and ticks again on a new lead is asked nothing", async () => {
    const id = await subscribe();
    await expire();
    await tickAgain();
    expect(await letters()).toEqual([{ id, state: "confirmed", has_lead: false }]);
    expect(await confirmations()).toBe(0);
  });

  test("who left it and ticks again is asked to confirm, in the line that was there", async () => {
    const id = await subscribe();
    await expire();
    await db.inspect(
      `update private.newsletter_requests
       set requested_at = now() - interval '9 days', unsubscribed_at = now() - interval '2 days',
           unsubscribed_by = 'link'`,
    );
    await tickAgain();
    expect(await letters()).toEqual([{ id, state: "waiting", has_lead: true }]);
    expect(await confirmations()).toBe(1);
  });

  test("who asks again for the next conference is listed once, before and after the new lead goes", async () => {
    const { heldOn } = context.settings.site.offers.conferences![0]!;
    const listed = async () =>
      (await asAdministrator<{ has_file: boolean }>("select has_file from list_conference($1)", [heldOn])).map(
        ({ has_file: hasFile }) => hasFile,
      );
    const counted = async () =>
      (await db.asServer((tx) => tx.query("select registered, waiting from private.conference_counts()"))).rows;
    await waitForNext();
    await expire();
    expect(await listed()).toEqual([false]);
    await waitForNext();
    expect([await listed(), await counted()]).toEqual([[true], [{ registered: 0, waiting: 1 }]]);
    await expire();
    expect([await listed(), await counted()]).toEqual([[false], [{ registered: 0, waiting: 1 }]]);
  });
});

describe("The link in the mail of the waiting list", () => {
  async function mailedPlace(): Promise<string> {
    const { rows } = await db.inspect<{ place: string }>(
      `select body #>> '{data,place}' as place from private.deliveries
       where event = 'mail.lead-received' order by created_at`,
    );
    return rows[0]!.place;
  }

  async function click(place: string, method: "GET" | "POST"): Promise<string> {
    const token = sealId(context.settings.authSecret, "waiting list departures", place);
    const response = await mountFunctions(context).request(`/functions/v1/leave-waiting-list?token=${token}`, {
      method,
    });
    expect(response.status).toBe(200);
    return response.text();
  }

  async function listed() {
    const { heldOn } = context.settings.site.offers.conferences![0]!;
    return await asAdministrator("select is_waiting from list_conference($1)", [heldOn]);
  }

  test("takes its person off the list by one press, and is no mail's that tells of a place", async () => {
    await waitForNext();
    const place = await mailedPlace();
    expect(await click(place, "GET")).toContain("Me retirer de la liste d’attente");
    expect(await listed()).toEqual([{ is_waiting: true }]);
    expect(await click(place, "POST")).toContain("vous n’êtes plus sur la liste");
    expect(await click(place, "POST")).toContain("vous n’êtes plus sur la liste");
    expect(await listed()).toEqual([]);
    const { rows } = await db.inspect("select detail from private.audit_log where action = 'waitlist.left'");
    expect(rows).toEqual([{ detail: { by: "link" } }]);
    await expire();
    expect(await kept()).toEqual([]);

    await send("register-conference", { ...registration, email: "autre@cabinet.example" });
    const { rows: mails } = await db.inspect(
      "select from private.deliveries where event = 'mail.lead-received' and body #> '{data,place}' is not null",
    );
    expect(mails).toEqual([]);
  });

  test("still does once the lead was erased at its term; a later request is listed again", async () => {
    await waitForNext();
    const place = await mailedPlace();
    await expire();
    expect(await click(place, "POST")).toContain("vous n’êtes plus sur la liste");
    expect(await kept()).toEqual([]);
    expect(await click(place, "POST")).toContain("n’est plus sur la liste");
    await waitForNext();
    expect(await listed()).toEqual([{ is_waiting: true }]);
  });

  test("leaves a place at the conference alone", async () => {
    await waitForNext();
    const place = await mailedPlace();
    await send("register-conference", registration);
    await click(place, "POST");
    expect(await listed()).toEqual([{ is_waiting: false }]);
  });
});

describe("Erasing all data of a person", () => {
  test("keeps proofs under a fingerprint, and the address nowhere", async () => {
    await orderClosing();
    await send("register-conference", {
      ...registration,
      email: order.email,
      consents: { newsletter: receipt(true, "La lettre.") },
    });
    await db.inspect(
      `update private.newsletter_requests
       set confirmed_at = now(), confirmed_text = 'La lettre.', confirmed_version = '2025-06-25'`,
    );
    await eraseOnRequest();
    const nameless = { email: null, is_fingerprint: true, version, wording: null, has_ended: true };
    expect(await kept()).toEqual([
      { ...nameless, purpose: "calls", form: "closing" },
      { ...nameless, purpose: "newsletter", version: "2025-06-25", form: "conferences" },
      { ...nameless, purpose: "reminder", form: "closing" },
    ]);
    const { rows } = await db.asServer((tx) =>
      tx.query<{ n: number }>(
        "select count(*)::int as n from private.kept_agreements where fingerprint = private.fingerprint_of($1)",
        [order.email.toUpperCase()],
      ),
    );
    expect(rows).toEqual([{ n: 3 }]);
  });

  test("ends what outlived earlier leads of the address: waiting list, newsletter, addresses of proofs", async () => {
    await orderClosing();
    await send("register-conference", { ...registration, email: order.email, kind: "waitlist" });
    await expire();
    await db.inspect(
      `insert into private.newsletter_requests (email, token_hash, confirmed_at, confirmed_text, confirmed_version)
       values ($1, '\\x01', now(), 'Oui', '2025-06-25'),
              ('autre@societe.example', '\\x02', now(), 'Oui', '2025-06-25')`,
      [order.email],
    );
    await orderClosing(false);
    await eraseOnRequest();
    expect((await kept()).map(({ purpose, email }) => [purpose, email])).toEqual([
      ["calls", null],
      ["newsletter", null],
      ["reminder", null],
    ]);
    const { rows } = await db.inspect("select email from private.newsletter_requests");
    expect(rows).toEqual([{ email: "autre@societe.example" }]);
    const { rows: remembered } = await db.inspect("select subject from private.erasures order by subject");
    expect(remembered.map(({ subject }) => subject)).toEqual(expect.arrayContaining(["agreement", "newsletter"]));
  });
});

test("What outlived a lead is exported to the account that proved its address, and to no other", async () => {
  await orderClosing();
  await expire();
  await db.inspect(
    `insert into private.newsletter_requests (email, token_hash, confirmed_at, confirmed_text, confirmed_version)
     values ($1, '\\x01', now(), 'Oui', '2025-06-25')`,
    [order.email],
  );
  const records = { account: null, sessions: [], known_devices: [], passkeys: [], pending_links: [] };
  const exported = (email: string, isProved: boolean) =>
    db.asServer((tx) =>
      collectPersonalData(
        tx,
        {
          id: "5f0d7c1e-0000-4000-8000-00000000000b",
          email,
          email_confirmed_at: isProved ? new Date() : null,
        } as never,
        records,
        new Date(),
      ),
    );
  const own = await exported(order.email, true);
  expect(own.kept_agreements.map(({ purpose }) => String(purpose)).toSorted()).toEqual(["calls", "reminder"]);
  expect(own.newsletter_requests).toMatchObject([{ email: order.email, lead_id: null }]);
  for (const other of [await exported(order.email, false), await exported("autre@societe.example", true)]) {
    expect([other.kept_agreements, other.newsletter_requests]).toEqual([[], []]);
  }
});
