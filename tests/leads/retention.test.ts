import { afterEach, expect, test } from "vitest";

import { accountsErasedLater } from "#subjects/account/server/erasable-accounts.ts";
import { eraseExpiredLeads } from "#subjects/leads/server/retention.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();

afterEach(() => db.reset());

const now = new Date("2026-11-20T10:00:00Z");
const justExpired = "2026-05-20T09:59:59Z";
const justInTime = "2026-05-20T10:00:01Z";

type Lead = {
  email: string;
  lastContactAt: string;
  status?: string;
  isPaid?: boolean;
  userId?: string;
  funnel?: string;
};

/** Written by the superuser past the triggers that date a contact. */
async function addLead({
  email,
  lastContactAt,
  status = "to_contact",
  isPaid = false,
  userId,
  funnel = "secretariat",
}: Lead) {
  await db.inspect("set session_replication_role = replica");
  await db.inspect(
    `with profile as (
       insert into public.user_profiles (email, user_id) values ($1, $2)
       on conflict do nothing returning id
     ), known as (
       select id from profile union all select id from public.user_profiles where email = $1 limit 1
     )
     insert into public.leads (user_profile_id, funnel_origin, email, lead_status, payment_status, last_contact_at)
     select id, $3, $1, $4, $5, $6 from known`,
    [email, userId ?? null, funnel, status, isPaid, lastContactAt],
  );
  await db.inspect("set session_replication_role = origin");
}

const run = (at = now) =>
  db.asServer((tx) => eraseExpiredLeads(tx, accountsErasedLater(createTestContext({ db })), at));

async function leftEmails(): Promise<unknown[]> {
  const { rows } = await db.inspect("select email from public.leads order by email");
  return rows.map(({ email }) => email);
}

test("A lead goes six months after its last contact, not an instant earlier; clients and paid leads stay", async () => {
  await addLead({ email: "expired@exemple.fr", lastContactAt: justExpired });
  await addLead({ email: "in-time@exemple.fr", lastContactAt: justInTime });
  await addLead({ email: "client@exemple.fr", lastContactAt: justExpired, status: "client" });
  await addLead({ email: "paid@exemple.fr", lastContactAt: justExpired, isPaid: true });

  expect(await run()).toBe(1);
  expect(await leftEmails()).toEqual(["client@exemple.fr", "in-time@exemple.fr", "paid@exemple.fr"]);
  const { rows } = await db.inspect("select 1 from public.user_profiles where email = 'expired@exemple.fr'");
  expect(rows).toEqual([]);
  expect(await run()).toBe(0);
});

test("A profile with another lead stays, and goes with its last one", async () => {
  await addLead({ email: "two@exemple.fr", lastContactAt: justExpired });
  await addLead({ email: "two@exemple.fr", lastContactAt: justInTime, funnel: "marketing" });

  await run();
  expect(await leftEmails()).toEqual(["two@exemple.fr"]);
  await run(new Date("2026-11-21T10:00:00Z"));
  const { rows } = await db.inspect("select 1 from public.user_profiles where email = 'two@exemple.fr'");
  expect(rows).toEqual([]);
});

test("An unused account goes with its last lead; one with recent sign-ins stays, and so does an administrator's", async () => {
  const ids = ["a", "b", "c"].map((digit) => `5f0d7c1e-0000-4000-8000-00000000000${digit}`);
  const [unused, used, administrator] = ids as [string, string, string];
  for (const [id, email, lastSignIn] of [
    [unused, "unused@exemple.fr", "2026-01-01T00:00:00Z"],
    [used, "used@exemple.fr", "2026-11-01T00:00:00Z"],
    [administrator, "chef@exemple.fr", null],
  ]) {
    await db.inspect("insert into auth.users (id, email, last_sign_in_at) values ($1, $2, $3)", [
      id,
      email,
      lastSignIn,
    ]);
    await addLead({ email: email as string, lastContactAt: justExpired, userId: id as string });
  }
  await db.inspect("insert into public.admin_users (user_id) values ($1)", [administrator]);

  expect(await run()).toBe(3);
  expect(await leftEmails()).toEqual([]);
  const { rows } = await db.inspect("select email from auth.users order by email");
  expect(rows.map(({ email }) => email)).toEqual(["chef@exemple.fr", "used@exemple.fr"]);
});

test("Each run that erased something logs how much, without personal data", async () => {
  await addLead({ email: "expired@exemple.fr", lastContactAt: justExpired });
  await run();
  const { rows } = await db.inspect("select detail from private.audit_log where action = 'retention.ran'");
  expect(rows).toEqual([{ detail: { leads: 1, profiles: 1, accounts: 0 } }]);
});
