import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { newsletterText, newsletterTextVersion } from "#subjects/newsletter/words/newsletter.ts";
import type { ServerContext } from "#server/context/context.ts";
import { drawLetter } from "#app/mail/draw-letter.tsx";
import { composeMail } from "#server/mail/compose-mail.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { hostileTexts, newKey, postTo, receipt, registration } from "./orders.ts";
import { mountFunctions, signIn } from "#tests/fixtures/accounts.ts";
import { mailSiteForTests } from "#tests/support/site.ts";

const db = await openDatabaseForFile();
let context: ServerContext;
/** Minutes by which the server's clock is ahead. */
let aheadMs = 0;
const dayMs = 24 * 3_600_000;

beforeEach(() => {
  aheadMs = 0;
  context = createTestContext({ db, now: () => new Date(Date.now() + aheadMs) });
});
afterEach(() => db.reset());

const asked = { ...registration, consents: { newsletter: receipt(true, "J'accepte de recevoir…") } };

async function register(body: Record<string, unknown> = asked, key = newKey()): Promise<void> {
  const { status } = await postTo(context, "register-conference")(body, { "idempotency-key": key });
  expect(status).toBe(200);
}

/** As the mails write them. */
async function mailedTokens(): Promise<string[]> {
  const { rows } = await db.inspect<{ body: { data: { token: string } } }>(
    "select body from private.deliveries where event = 'mail.newsletter-confirmation' order by created_at",
  );
  return rows.map(({ body }) => {
    const site = {
      ...context.settings.site,
      origin: "https://zeta.example",
      today: mailSiteForTests.today,
      prices: firstPrices,
    };
    const { authSecret } = context.settings;
    const message = composeMail("id", body, {
      brand: "Zeta",
      from: "Zeta <a@zeta.example>",
      site,
      authSecret,
      drawLetter,
    });
    const link = message.ok ? /https:\S+\/merci\S+/.exec(message.value.text)?.[0] : undefined;
    const { pathname, searchParams, hash } = new URL(link ?? "");
    expect([pathname, hash]).toEqual(["/merci", "#lettre"]);
    return searchParams.get("newsletter") ?? "";
  });
}

async function confirm(body: unknown) {
  const response = await mountFunctions(context).request("/functions/v1/confirm-newsletter", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const outcome = (word: string) => ({ status: 200, body: { outcome: word } });

async function readRequests() {
  const { rows } = await db.inspect("select * from private.newsletter_requests order by requested_at");
  return rows;
}

/** What an administrator reads of the only lead. */
async function readReceipts() {
  const { userId, sessionId } = await signIn(context, db, { isAdministrator: true });
  const claims = { role: "authenticated", sub: userId, session_id: sessionId, aal: "aal1" };
  const { rows } = await db.asCaller({ role: "authenticated", claims }, { isReadOnly: true }, (tx) =>
    tx.query<{ answer: Record<string, unknown> }>("select read_lead_receipts(id) as answer from leads"),
  );
  return rows[0]!.answer;
}

describe("The link of the mail", () => {
  test("confirms once, and keeps when and under which words; until then the box is only a wish", async () => {
    await register();
    const [token = ""] = await mailedTokens();
    expect(await readReceipts()).toMatchObject({
      consents: { newsletter: { granted: true, text: "J'accepte de recevoir…", form: "conferences" } },
      newsletter: { confirmedAt: null, isExpired: false },
    });

    expect(await confirm({ token })).toEqual(outcome("confirmed"));
    expect(await confirm({ token })).toEqual(outcome("used"));
    expect(await readRequests()).toMatchObject([
      {
        email: registration.email,
        confirmed_at: expect.any(Date),
        confirmed_text: newsletterText(context.settings.site.brand),
        confirmed_version: newsletterTextVersion,
      },
    ]);
    expect(await readReceipts()).toMatchObject({
      newsletter: { confirmedAt: expect.any(String), version: newsletterTextVersion },
    });
  });

  test("confirms once when it is pressed 10 times at the same moment", async () => {
    await register();
    const [token] = await mailedTokens();
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm({ token })));
    expect(answers.map(({ body }) => String(body.outcome)).toSorted()).toEqual([
      "confirmed",
      ...Array.from({ length: 9 }, () => "used"),
    ]);
  });

  test("is held by the mail alone: the table holds a hash", async () => {
    await register();
    const [token = ""] = await mailedTokens();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(await readRequests())).not.toContain(token);
  });

  test("lives seven days", async () => {
    await register();
    const [token] = await mailedTokens();
    aheadMs = 7 * dayMs + 60_000;
    expect(await confirm({ token })).toEqual(outcome("expired"));
    aheadMs = 7 * dayMs - 60_000;
    expect(await confirm({ token })).toEqual(outcome("confirmed"));
  });

  test("that was tampered with confirms nothing", async () => {
    await register();
    const [token = ""] = await mailedTokens();
    const last = token.endsWith("0") ? "1" : "0";
    for (const changed of [
      "",
      token.slice(1),
      `${token.slice(0, -1)}${last}`,
      `${token} `,
      token.toUpperCase(),
      ...hostileTexts,
    ]) {
      const { status, body } = await confirm({ token: changed });
      expect([status, body.outcome ?? body.code]).toEqual(
        changed.length > 200 ? [400, "unreadable"] : [200, changed === token ? "confirmed" : "unknown"],
      );
    }
    expect((await readRequests())[0]).toMatchObject({ confirmed_at: null });
  });

  test.each([null, [], "text", {}, { token: 7 }, { token: null }, { token: ["a"] }, { token: "a\u0000\ud800" }])(
    "is asked for by %j: a sentence, and nothing breaks",
    async (body) => {
      const { status } = await confirm(body);
      expect(status).toBe(typeof (body as { token?: unknown } | null)?.token === "string" ? 200 : 400);
    },
  );
});

describe("A link is mailed", () => {
  test("not to visitors who left the box unticked, nor to suspects", async () => {
    await register({ ...registration, newsletter: false });
    await register({ ...registration, email: "a@x.fr", newsletter: true, consents: { newsletter: receipt(false) } });
    await register({ ...asked, email: "b@x.fr", website: "x" });
    expect(await mailedTokens()).toEqual([]);
    expect(await readRequests()).toEqual([]);
  });

  test("to who ticks it later, in the same form", async () => {
    const key = newKey();
    await register({ ...registration, newsletter: false }, key);
    await register(asked, key);
    expect(await mailedTokens()).toHaveLength(1);
  });

  test("when only the field says so: the confirmation is the proof", async () => {
    await register({ ...registration, newsletter: true });
    expect(await mailedTokens()).toHaveLength(1);
  });

  test("once a day, three times at most, and only the last one counts", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await register();
      await register();
      await db.inspect("update private.newsletter_requests set requested_at = requested_at - interval '25 hours'");
    }
    const tokens = await mailedTokens();
    expect(tokens).toHaveLength(3);
    expect(await confirm({ token: tokens[0] })).toEqual(outcome("unknown"));
    expect(await confirm({ token: tokens[2] })).toEqual(outcome("confirmed"));
    await db.inspect("update private.newsletter_requests set requested_at = now() - interval '2 days', mail_count = 1");
    await register();
    expect(await mailedTokens()).toHaveLength(3);
  });
});

test("An administrator who erases the contact erases the request, its link and every waiting mail", async () => {
  const admin = await signIn(context, db, { isAdministrator: true });
  await register();
  const { rows } = await db.inspect("select id, user_profile_id from leads");
  const response = await mountFunctions(context).request("/functions/v1/delete-user", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${context.settings.publishableKey}`,
      "x-admin-token": admin.token,
    },
    body: JSON.stringify({
      lead_id: rows[0]?.id,
      profile_id: rows[0]?.user_profile_id,
      user_id: null,
      scope: "contact",
    }),
  });
  expect(response.status).toBe(200);
  const left = await db.inspect(
    `select body::text from private.deliveries where body::text like $1
     union all select email from private.newsletter_requests`,
    [`%${registration.email}%`],
  );
  expect(left.rows).toEqual([]);
});
