import { randomInt } from "node:crypto";

import { afterAll, describe, expect, test } from "vitest";

import { insertAccount } from "#engine/auth/accounts/accounts.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import { createPasswordHasher, productionCost } from "#engine/passwords/password-hasher.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { atDepth, isFull } from "#tests/support/depth.ts";

import { createWire, goodPassword, nextEmail, nextPhone, productionSettings } from "./support.ts";

/**
 * Promise S-11: in each round an account of every kind is named once, and a name without one, in an order that chance
 * draws. A full run is 2,000 calls for each kind and the unknown beside it, and takes an hour and a half of an idle
 * machine; `TEST_ROUNDS=500` is half of it.
 */
const rounds = Number(process.env.TEST_ROUNDS ?? atDepth(2, 1000));
/** The bounds of a full run; a few rounds can only show a difference that everybody would notice. */
const bounds = atDepth({ least: 0, most: 1 }, { least: 0.45, most: 0.55 });

const db = await openDatabaseForFile();
const base = createWire({ db }).context.settings.auth;
const auth = { ...productionSettings.auth, sms: { ...base.sms }, sendSms: base.sendSms };
const wire = createWire({
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
const hash = await wire.context.passwords.hash(goodPassword);

const areas: string[] = [];

type Subject = "email" | "phone";
const nameOf = (subject: Subject) => (subject === "email" ? nextEmail() : nextPhone());

/** What sets an account apart from one that may sign in with its password: `$1` is its id. */
const kinds = {
  known: [],
  banned: ["update auth.users set banned_until = now() + interval '1 day' where id = $1"],
  unconfirmed: ["update auth.users set email_confirmed_at = null, phone_confirmed_at = null where id = $1"],
  "Google only": [
    "update auth.users set encrypted_password = null where id = $1",
    "update auth.identities set provider = 'google' where user_id = $1",
  ],
} satisfies Record<string, string[]>;

type Kind = keyof typeof kinds;
const kindsOf: Record<Subject, Kind[]> = {
  email: ["known", "banned", "unconfirmed", "Google only"],
  phone: ["known", "banned", "unconfirmed"],
};

async function makeAccount(subject: Subject, kind: Kind): Promise<string> {
  const name = nameOf(subject);
  await db.asServer(async (tx) => {
    const confirmed = { isEmailConfirmed: true, isPhoneConfirmed: subject === "phone" };
    const id = await insertAccount(tx, { [subject]: name, passwordHash: hash, ...confirmed }, new Date());
    for (const change of kinds[kind]) await tx.query(change, [id]);
  });
  return name;
}

const wrongPassword = "Une-Autre-Phrase-3";

type Asked = { subject: Subject; path: string; body: Record<string, unknown> };

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

describe(`How long an answer takes does not tell who has an account, over ${rounds} rounds`, () => {
  test.each(Object.entries(asked))(
    "%s",
    { timeout: atDepth(60_000, 3_600_000) },
    async (name, { subject, path, body }) => {
      const timeOf = async (named: string) => {
        const startedAt = performance.now();
        await wire.send("POST", path, { body: { ...body, [subject]: named } });
        return performance.now() - startedAt;
      };
      // All of them before the first is timed: making one warms what the next call uses.
      const calls: { kind: Kind | "unknown"; named: string }[][] = [];
      for (let round = 0; round < rounds; round += 1) {
        const named: (typeof calls)[number] = [{ kind: "unknown", named: nameOf(subject) }];
        for (const kind of kindsOf[subject]) named.push({ kind, named: await makeAccount(subject, kind) });
        calls.push(shuffle(named));
      }
      for (let warming = 0; warming < 3; warming += 1) await timeOf(nameOf(subject));

      const times: Partial<Record<Kind | "unknown", number[]>> = {};
      for (const { kind, named } of calls.flat()) (times[kind] ??= []).push(await timeOf(named));
      const { unknown = [], ...ofAccounts } = times;
      const areasOf = Object.entries(ofAccounts).map(([kind, taken]) => ({
        kind,
        area: areaUnderCurve(taken, unknown),
      }));
      areas.push(`${name} ${areasOf.map(({ kind, area }) => `${kind} ${area.toFixed(3)}`).join(", ")}`);
      const medians = Object.entries(times).map(([kind, taken]) => `${kind} ${median(taken).toFixed(1)} ms`);
      console.info(`${name}: AUC ${areas.at(-1)}; medians ${medians.join(", ")}`);
      for (const { area } of areasOf) {
        expect(area).toBeGreaterThanOrEqual(bounds.least);
        expect(area).toBeLessThanOrEqual(bounds.most);
      }
    },
  );
});

// Read by `npm run prove`.
afterAll(() => console.info(`S-11: AUC over ${2 * rounds} calls a pair: ${areas.join("; ")}`));

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

/** Fisher and Yates: every order is as likely as the others. */
function shuffle<T>(all: readonly T[]): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(randomInt(left.length), 1));
}
