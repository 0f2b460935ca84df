import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { sealId } from "#server/mail/sealed-id.ts";
import { mountFunctions, signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { hostileTexts, newKey, postTo, receipt, registration } from "./orders.ts";

const db = await openDatabaseForFile();
let context: ServerContext;

beforeEach(() => {
  context = createTestContext({ db });
});
afterEach(() => db.reset());

const asked = { ...registration, consents: { newsletter: receipt(true, "J'accepte de recevoir…") } };

async function register(email = registration.email): Promise<void> {
  const { status } = await postTo(context, "register-conference")({ ...asked, email }, { "idempotency-key": newKey() });
  expect(status).toBe(200);
}

async function subscribe(email = registration.email): Promise<string> {
  await register(email);
  await db.inspect(
    `update private.newsletter_requests
     set confirmed_at = now(), confirmed_text = 'Oui', confirmed_version = '2025-06-25' where email = $1`,
    [email],
  );
  const { rows } = await db.inspect<{ id: string }>("select id from private.newsletter_requests where email = $1", [
    email,
  ]);
  return sealId(context.settings.authSecret, "newsletter unsubscriptions", rows[0]!.id);
}

async function open(token: string, init: RequestInit = {}) {
  const path = `/functions/v1/unsubscribe?token=${encodeURIComponent(token)}`;
  const response = await mountFunctions(context).request(path, init);
  return { status: response.status, html: await response.text(), headers: response.headers };
}

/** As a mail program sends it (RFC 8058). */
const oneClick = {
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: "List-Unsubscribe=One-Click",
};

async function states() {
  const { rows } = await db.inspect<{ email: string; state: string; unsubscribed_by: string | null }>(
    `select email, private.newsletter_state(confirmed_at, unsubscribed_at) as state, unsubscribed_by
     from private.newsletter_requests order by email`,
  );
  return rows;
}

async function auditLines() {
  const { rows } = await db.inspect(
    "select actor, action, detail from private.audit_log where action = 'newsletter.unsubscribed'",
  );
  return rows;
}

const confirmed = { email: registration.email, state: "confirmed", unsubscribed_by: null };
const left = { email: registration.email, state: "unsubscribed", unsubscribed_by: "link" };

describe("The link of every mail", () => {
  test("shows a page with a button, and opening it any number of times unsubscribes no one", async () => {
    const token = await subscribe();
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, html, headers } = await open(token);
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(html).toContain("<button>Me désinscrire</button>");
      expect(html).not.toContain(registration.email);
    }
    expect((await open(token, { method: "HEAD" })).status).toBe(200);
    expect(await states()).toEqual([confirmed]);
  });

  test("ends the newsletter by one click of a mail program, once and for good, and says so", async () => {
    const token = await subscribe();
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, html } = await open(token, oneClick);
      expect([status, html.includes("C’est fait")]).toEqual([200, true]);
    }
    expect(await states()).toEqual([left]);
    expect(await auditLines()).toEqual([{ actor: null, action: "newsletter.unsubscribed", detail: { by: "link" } }]);
  });

  test("ends it once when it is pressed ten times at the same moment, whatever the body", async () => {
    const token = await subscribe();
    const bodies = ["", "{", "a".repeat(100_000), "\0", "List-Unsubscribe=No"];
    const answers = await Promise.all([...bodies, ...bodies].map((body) => open(token, { method: "POST", body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await auditLines()).toHaveLength(1);
  });

  test("ends it for the address, which has one request however it is written, and for no other address", async () => {
    const token = await subscribe();
    await subscribe("autre@cabinet.example");
    const again = db.inspect(
      `with profile as (insert into user_profiles (email) values ('x@cabinet.example') returning id),
            lead as (
              insert into leads (user_profile_id, funnel_origin) select id, 'conferences' from profile returning id)
       insert into private.newsletter_requests (lead_id, email, token_hash)
       select id, upper($1), '\\x01' from lead`,
      [registration.email],
    );
    await expect(again).rejects.toMatchObject({ code: "23505" });
    await open(token, oneClick);
    expect((await states()).map(({ state }) => state).toSorted()).toEqual(["confirmed", "unsubscribed"]);
  });

  test("tells an erased person that nothing is left to end, not that it was ended", async () => {
    const token = await subscribe();
    await db.inspect("delete from leads");
    const { status, html } = await open(token, oneClick);
    expect([status, html.includes("Cette inscription n’existe plus.")]).toEqual([200, true]);
  });

  test("of a lead that was merged into another one ends what the other one kept", async () => {
    const token = await subscribe();
    await db.inspect(
      `with profile as (insert into user_profiles (email) values ('x@cabinet.example') returning id),
            kept as (
              insert into leads (user_profile_id, funnel_origin) select id, 'conferences' from profile returning id)
       insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
       select gen_random_uuid(), gone.lead_id, kept.id, gen_random_uuid(),
              jsonb_build_object('newsletter', to_jsonb(gone))
       from kept cross join private.newsletter_requests as gone`,
    );
    // What the kept lead has is another request of the same address.
    await db.inspect(
      `update private.newsletter_requests
       set id = gen_random_uuid(), token_hash = '\\x01', lead_id = (select into_lead_id from private.merged_leads)`,
    );
    await db.inspect(
      "delete from leads where user_profile_id <> (select id from user_profiles where email like 'x@%')",
    );
    await open(token, oneClick);
    expect(await states()).toEqual([left]);
  });

  test.each([...hostileTexts, "", "a", "é".repeat(50), "%", "AQ".repeat(22), "../../"])(
    "that is %j is no link: one French sentence, and nothing changes",
    async (token) => {
      await subscribe();
      for (const init of [{}, oneClick]) {
        const { status, html } = await open(token, init);
        expect(status).toBe(400);
        expect(html).toContain("Ce lien de désinscription n’est pas valable.");
      }
      expect(await states()).toEqual([confirmed]);
    },
  );

  test("takes no other method", async () => {
    const { status, headers } = await open(await subscribe(), { method: "DELETE" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, POST"]);
  });
});

describe("Who left", () => {
  test("is asked to confirm anew when they tick the box again, a day later at the earliest", async () => {
    const token = await subscribe();
    await open(token, oneClick);
    await register();
    expect(await states()).toEqual([left]);
    await db.inspect(
      `update private.newsletter_requests
       set requested_at = now() - interval '25 hours', unsubscribed_at = now() - interval '25 hours', mail_count = 3`,
    );
    await register();
    expect(await states()).toEqual([{ email: registration.email, state: "waiting", unsubscribed_by: null }]);
  });

  test("is not signed up again by the link that confirmed them", async () => {
    await register();
    const { rows } = await db.inspect<{ token: string; request: string }>(
      `select body #>> '{data,token}' as token, body #>> '{data,request}' as request
       from private.deliveries where event = 'mail.newsletter-confirmation'`,
    );
    const { token, request } = rows[0]!;
    await open(sealId(context.settings.authSecret, "newsletter unsubscriptions", request), oneClick);
    const confirm = postTo(context, "confirm-newsletter");
    expect(await confirm({ token })).toMatchObject({ body: { outcome: "expired" } });
    expect(await states()).toEqual([left]);
  });
});

describe("The team", () => {
  async function asAdministrator<Row extends Record<string, unknown>>(sql: string): Promise<Row[]> {
    const { userId, sessionId } = await signIn(context, db, { isAdministrator: true });
    const claims = { role: "authenticated", sub: userId, session_id: sessionId, aal: "aal1" };
    const { rows } = await db.asCaller({ role: "authenticated", claims }, {}, (tx) => tx.query<Row>(sql));
    return rows;
  }

  test("sees who confirmed, who waits and who left, counted, searched and page by page", async () => {
    await open(await subscribe("a@cabinet.example"), oneClick);
    await subscribe("b@cabinet.example");
    await register("c@cabinet.example");
    expect(await asAdministrator("select count_newsletter() as counts")).toEqual([
      { counts: { confirmed: 1, waiting: 1, unsubscribed: 1 } },
    ]);
    expect(await asAdministrator("select email from list_newsletter(state_param => 'unsubscribed')")).toEqual([
      { email: "a@cabinet.example" },
    ]);
    expect(await asAdministrator("select email from list_newsletter(search_param => 'B@CAB')")).toEqual([
      { email: "b@cabinet.example" },
    ]);
    expect(await asAdministrator("select email from list_newsletter(search_param => '%')")).toEqual([]);
    expect(
      await asAdministrator(
        `select next.email from list_newsletter() as first
         cross join lateral list_newsletter(
           before_at_param => first.requested_at, before_id_param => first.request_id) as next
         where first.email = 'c@cabinet.example' order by next.email`,
      ),
    ).toEqual([{ email: "a@cabinet.example" }, { email: "b@cabinet.example" }]);
  });

  test("unsubscribes by hand, with a line that says who, and the lead’s consents say when", async () => {
    await subscribe();
    const outcome = "select unsubscribe_by_hand(request_id) as outcome from list_newsletter()";
    expect(await asAdministrator(outcome)).toEqual([{ outcome: "unsubscribed" }]);
    expect(await asAdministrator(outcome)).toEqual([{ outcome: "already" }]);
    expect(await asAdministrator("select unsubscribe_by_hand(gen_random_uuid()) as outcome")).toEqual([
      { outcome: "unknown" },
    ]);
    expect(await auditLines()).toMatchObject([{ actor: expect.any(String), detail: { by: "team" } }]);
    expect(
      await asAdministrator(
        `select read_lead_receipts(lead_id) #>> '{newsletter,unsubscribedAt}' is not null as is_said,
                exists (
                  select from lead_history(lead_id)
                  where kind = 'consent' and detail ->> 'fact' = 'newsletter_unsubscribed') as is_in_history
         from list_newsletter()`,
      ),
    ).toEqual([{ is_said: true, is_in_history: true }]);
  });
});
