import { beforeEach, describe, expect, test } from "vitest";

import { limits } from "#engine/auth/wire/limits.ts";
import { createRateLimiter } from "#engine/limits/rate-limits.ts";
import { countMailTo } from "#engine/mail/mailbox-limits.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";

import {
  createWire,
  expectProblem,
  goodPassword,
  mailsTo,
  nextEmail,
  productionSettings,
  signUpCustomer,
} from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

beforeEach(() => emptyBuckets(db, wire.context));

const signIn = (email: string, password: string, address: string, on = wire) =>
  on.send("POST", "/token?grant_type=password", { body: { email, password }, address });

/**
 * Empties the bucket that this client's next call takes from, without as many calls. Buckets refill by the database's
 * own clock: this one stays empty for some seconds, however slow the machine is.
 */
async function drain(limit: keyof typeof limits, subject: string) {
  await wire.context.limits.consume(limits[limit], subject);
  const { rowCount } = await db.inspect(
    `update private.rate_buckets set tokens = 0, updated_at = now() + interval '9 s'
     where key = (select key from private.rate_buckets order by updated_at desc limit 1)`,
  );
  expect(rowCount).toBe(1);
}

test.each([
  ["sign-up", "signUp", "POST", "/signup"],
  ["refresh", "refresh", "POST", "/token?grant_type=refresh_token"],
  ["exchange", "exchange", "POST", "/token?grant_type=pkce"],
  ["verify", "verify", "POST", "/verify"],
  ["otp", "otp", "POST", "/otp"],
  ["sso", "refused", "POST", "/sso"],
  ["authorize", "provider", "GET", "/authorize?provider=google"],
] as const)(
  "The call after the last allowed one waits, others do not, and a restart forgets nothing: %s",
  async (_, limit, method, path) => {
    const [hasty, other] = ["192.0.2.10", "192.0.2.11"];
    await drain(limit, hasty);
    const sending = method === "POST" ? { body: {} } : {};
    const refused = await wire.send(method, path, { ...sending, address: hasty });
    expect(expectProblem(refused)).toEqual({ status: 429, code: "over_request_rate_limit" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await wire.send(method, path, { ...sending, address: other })).status).not.toBe(429);
    const restarted = createWire({ db });
    expect((await restarted.send(method, path, { ...sending, address: hasty })).status).toBe(429);
  },
);

test.each(["/verify?token=x&type=signup", "/callback?state=x"])(
  "A link over the limit tells the page: %s",
  async (path) => {
    await drain(path.startsWith("/verify") ? "verify" : "provider", "192.0.2.12");
    const { status, headers } = await wire.send("GET", path, { address: "192.0.2.12" });
    expect(status).toBe(303);
    expect(headers.get("location")).toContain("error_code=over_request_rate_limit");
  },
);

describe("Mails", () => {
  const recover = (email: string, address: string) => wire.send("POST", "/recover", { body: { email }, address });

  test("go to one mailbox five times an hour, from all clients and forms together, known address or not", async () => {
    const known = (await signUpCustomer(wire)).email;
    const live = createWire({ db, settings: productionSettings });
    const answers = [];
    for (const email of [known, nextEmail()]) {
      for (let mail = 0; mail < 2; mail += 1) expect((await recover(email, "192.0.2.20")).status).toBe(200);
      expect((await live.send("POST", "/resend", { body: { email, type: "signup" } })).status).toBe(200);
      expect((await live.send("POST", "/signup", { body: { email, password: goodPassword } })).status).toBe(200);
      expect((await countMailTo(wire.context.limits, `\u200b${email.toUpperCase()} `)).isAllowed).toBe(true);
      const { status, body, headers } = await recover(email, "192.0.2.21");
      const retryAfter = Number(headers.get("retry-after"));
      expect(retryAfter).toBeGreaterThan(600);
      // In words: people do not count 17264 seconds.
      expect(body.message).toMatch(/ after \d{1,3} (minutes|hours)\.$/);
      answers.push({ status, body });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 429, body: { code: "over_email_send_rate_limit" } });
  });

  test("go to one mailbox ten times in any day, however they are spread, and again the day after", async () => {
    const email = nextEmail();
    const afterHours = async (hours: number) => {
      await db.inspect(`update private.rate_buckets set updated_at = updated_at - interval '${hours} hours'`);
      wire.context.limits = createRateLimiter(db); // what the process remembers has a clock of its own
    };
    const inHours: number[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      let sent = 0;
      for (let mail = 0; mail < 6; mail += 1) {
        if ((await recover(email, `192.0.2.${100 + hour}`)).status === 200) sent += 1;
      }
      inHours.push(sent);
      await afterHours(1);
    }
    expect(inHours[0]).toBe(5);
    expect(Math.max(...inHours)).toBe(5);
    const inDay = inHours.reduce((sum, sent) => sum + sent, 0);
    expect(inDay).toBeGreaterThanOrEqual(9);
    expect(inDay).toBeLessThanOrEqual(10);
    await afterHours(24);
    expect((await recover(email, "192.0.2.54")).status).toBe(200);
  });

  test("to a second mailbox of the same request are counted as its own", async () => {
    const live = createWire({ db, settings: productionSettings });
    const { email, access } = await signUpCustomer(wire);
    const [next, from] = [nextEmail("nouvelle"), "192.0.2.60"];
    await live.send("PUT", "/user", { token: access, body: { email: next }, address: from });
    for (let mail = 0; mail < 4; mail += 1) await countMailTo(live.context.limits, next);
    await live.send("POST", "/resend", { body: { email, type: "email_change" }, address: from });
    expect(await mailsTo(db, next)).toHaveLength(1);
  });

  test("leave from one address 30 times an hour", async () => {
    await drain("mailsPerAddress", "192.0.2.22");
    expect(expectProblem(await recover(nextEmail(), "192.0.2.22"))).toEqual({
      status: 429,
      code: "over_email_send_rate_limit",
    });
    const live = createWire({ db, settings: productionSettings });
    const signUp = await live.send("POST", "/signup", {
      body: { email: nextEmail(), password: goodPassword },
      address: "192.0.2.22",
    });
    expect(expectProblem(signUp)).toEqual({ status: 429, code: "over_email_send_rate_limit" });
    expect((await recover(nextEmail(), "192.0.2.23")).status).toBe(200);
  });
});

/** Source: promise S-12. */
const guesses = atDepth(200, 1000);

describe("Guessing passwords", () => {
  test("on one account from 50 addresses reaches few hashes; its owner still gets in from a known address", async () => {
    const { email } = await signUpCustomer(wire);
    expect((await signIn(email, goodPassword, "192.0.2.30")).status).toBe(200);
    const answers = [];
    for (let guess = 0; guess < guesses; guess += 1)
      answers.push(await signIn(email, `Faux-mot-${guess}`, `198.51.100.${guess % 50}`));
    const checked = answers.filter(({ status }) => status === 400).length;
    expect(checked).toBeGreaterThan(0);
    expect(checked).toBeLessThanOrEqual(7);
    expect(answers.at(-1)?.status).toBe(429);

    expect((await signIn(email, goodPassword, "198.51.100.99")).status).toBe(429);
    expect((await signIn(email, goodPassword, "192.0.2.30")).status).toBe(200);
  });

  test("is counted the same for an address without an account", async () => {
    const answers = [];
    const email = nextEmail();
    for (let guess = 0; guess < 8; guess += 1) answers.push((await signIn(email, goodPassword, "192.0.2.31")).status);
    expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  });

  test("on many accounts from one address reaches few hashes", async () => {
    await drain("guessesPerAddress", "192.0.2.32");
    expect((await signIn(nextEmail(), goodPassword, "192.0.2.32")).status).toBe(429);
    const inTenMinutes = ({ capacity, perHour }: { capacity: number; perHour: number }) => capacity + perHour / 6;
    expect(inTenMinutes(limits.guessesPerAddress)).toBeLessThanOrEqual(100);
    expect(inTenMinutes(limits.guessesPerAccount) + inTenMinutes(limits.guessesFromKnownDevice)).toBeLessThanOrEqual(
      20,
    );
  });

  fullTest(
    "on 10,000 accounts from one address, one guess each, reaches a hundred hashes",
    async () => {
      const statuses = new Map<number, number>();
      for (let guess = 0; guess < 10_000; guess += 1) {
        const { status } = await signIn(nextEmail(), goodPassword, "192.0.2.34");
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      console.log(`S-12: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}`);
      expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([400, 429]);
      expect(statuses.get(400)).toBeLessThanOrEqual(100);
    },
    300_000,
  );

  test("that is right is not counted: the owner signs in without limit", async () => {
    const { email } = await signUpCustomer(wire);
    const statuses = [];
    for (let times = 0; times < 12; times += 1) statuses.push((await signIn(email, goodPassword, "192.0.2.33")).status);
    expect(statuses).toEqual(Array(12).fill(200));
  });

  test("a mailed code is counted by mailbox too", async () => {
    const email = nextEmail();
    const statuses = [];
    for (let guess = 0; guess < 7; guess += 1) {
      const body = { type: "recovery", email, token: `1234567${guess}` };
      statuses.push((await wire.send("POST", "/verify", { body, address: `192.0.2.${40 + guess}` })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
  });
});
