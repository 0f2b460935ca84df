import { randomInt } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { insertAccount } from "#server/auth/accounts/accounts.ts";
import { registerReceivers } from "#server/outbox/receivers.ts";
import { createPasswordHasher, productionCost } from "#server/passwords/password-hasher.ts";
import { openTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { atDepth, isFull } from "#tests/support/depth.ts";

import { createWire, goodPassword, nextEmail, nextPhone, productionSettings, type Wire } from "./support.ts";

/** Promise S-11: as many pairs in a full run, of one known and one unknown each, in an order that chance draws. */
const pairs = atDepth(4, 500);
/** The bounds of a full run; a few pairs can only show a difference that everybody would notice. */
const bounds = atDepth({ least: 0, most: 1 }, { least: 0.45, most: 0.55 });

let db: TestDatabase;
let wire: Wire;

beforeAll(async () => {
  db = await openTestDatabase();
  const base = createWire({ db }).context.settings.auth;
  const auth = { ...productionSettings.auth, sms: { ...base.sms }, sendSms: base.sendSms };
  wire = createWire({
    db,
    settings: { ...productionSettings, auth },
    ...(isFull && { passwords: createPasswordHasher(productionCost) }),
  });
  await registerReceivers(db, wire.context.settings, new Date());
  // What is measured is the answer, not how long a limit makes one wait.
  wire.context.limits = {
    ...wire.context.limits,
    consume: () => Promise.resolve({ isAllowed: true, retryAfterSeconds: 0 }),
    refund: () => Promise.resolve(),
  };
  hash = await wire.context.passwords.hash(goodPassword);
});
afterAll(() => db.close());

let hash: string;
const areas: string[] = [];

const nameOf = (subject: "email" | "phone") => (subject === "email" ? nextEmail() : nextPhone());

async function makeKnown(subject: "email" | "phone"): Promise<string> {
  const name = nameOf(subject);
  await db.asServer((tx) =>
    insertAccount(
      tx,
      { [subject]: name, passwordHash: hash, isEmailConfirmed: true, isPhoneConfirmed: subject === "phone" },
      new Date(),
    ),
  );
  return name;
}

const wrongPassword = "Une-Autre-Phrase-3";

type Asked = { subject: "email" | "phone"; path: string; body: Record<string, unknown> };

const asked: Record<string, Asked> = {
  password: { subject: "email", path: "/token?grant_type=password", body: { password: wrongPassword } },
  "password of a phone": { subject: "phone", path: "/token?grant_type=password", body: { password: wrongPassword } },
  "one-time code": { subject: "email", path: "/otp", body: {} },
  "one-time code without sign-up": { subject: "email", path: "/otp", body: { create_user: false } },
  "one-time code of a phone": { subject: "phone", path: "/otp", body: {} },
  recovery: { subject: "email", path: "/recover", body: {} },
  "sign-up": { subject: "email", path: "/signup", body: { password: wrongPassword } },
  resend: { subject: "email", path: "/resend", body: { type: "signup" } },
};

describe(`How long an answer takes does not tell who has an account, over ${pairs} pairs`, () => {
  test.each(Object.entries(asked))(
    "%s",
    { timeout: atDepth(60_000, 1_800_000) },
    async (name, { subject, path, body }) => {
      const timeOf = async (named: string) => {
        const startedAt = performance.now();
        await wire.send("POST", path, { body: { ...body, [subject]: named } });
        return performance.now() - startedAt;
      };
      // All of them before the first is timed: making one warms what the next call uses.
      const accounts: string[] = [];
      for (let pair = 0; pair < pairs; pair += 1) accounts.push(await makeKnown(subject));
      for (let warming = 0; warming < 3; warming += 1) await timeOf(nameOf(subject));

      const [known, unknown]: [number[], number[]] = [[], []];
      for (const account of accounts) {
        const isKnownFirst = randomInt(2) === 0;
        if (isKnownFirst) known.push(await timeOf(account));
        unknown.push(await timeOf(nameOf(subject)));
        if (!isKnownFirst) known.push(await timeOf(account));
      }
      const area = areaUnderCurve(known, unknown);
      areas.push(`${name} ${area.toFixed(3)}`);
      const [medianKnown, medianUnknown] = [known, unknown].map((times) => median(times).toFixed(1));
      console.info(`${name}: AUC ${area.toFixed(3)}, medians ${medianKnown} and ${medianUnknown} ms`);
      expect(area).toBeGreaterThanOrEqual(bounds.least);
      expect(area).toBeLessThanOrEqual(bounds.most);
    },
  );
});

// Read by `npm run prove`.
afterAll(() => console.info(`S-11: AUC over ${pairs} pairs: ${areas.join(", ")}`));

test("What is counted is how often one takes longer than the other", () => {
  expect(areaUnderCurve([1, 2, 3], [4, 5, 6])).toBe(0);
  expect(areaUnderCurve([4, 5, 6], [1, 2, 3])).toBe(1);
  expect(areaUnderCurve([1, 2, 3], [1, 2, 3])).toBe(0.5);
});

/** Mann-Whitney: how often a known one took longer than an unknown one, a tie being a half. */
function areaUnderCurve(known: number[], unknown: number[]): number {
  let longer = 0;
  for (const one of known) for (const other of unknown) longer += one === other ? 0.5 : Number(one > other);
  return longer / (known.length * unknown.length);
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
