import { beforeEach, describe, expect, test } from "vitest";

import { checkDatabase } from "#server/doctor/check-database.ts";
import { signIn } from "#tests/fixtures/accounts.ts";
import { findInDatabase } from "#tests/support/doctor-findings.ts";
import { serveTests } from "#tests/support/http-server.ts";

const { db, server } = await serveTests();
const { secretKey, publishableKey } = server.context.settings;

beforeEach(() => db.reset());

function ask(headers: Record<string, string>): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}/operations/findings`, { headers });
}

test("A fresh database lacks an administrator, and nothing else", async () => {
  expect((await checkDatabase(db)).map(({ id }) => id)).toEqual(["no-administrator"]);
  await signIn(server.context, db, { email: "deux@zeta.example", isAdministrator: true, hasFactor: true });
  expect(await checkDatabase(db)).toEqual([]);
});

test("An administrator without a verified second factor is named; one with it, and customers, are not", async () => {
  await signIn(server.context, db, { email: "seule@zeta.example", isAdministrator: true });
  await signIn(server.context, db, { email: "deux@zeta.example", isAdministrator: true, hasFactor: true });
  await signIn(server.context, db, { email: "cliente@zeta.example" });
  const pending = await signIn(server.context, db, { email: "bientot@zeta.example", isAdministrator: true });
  await db.inspect("insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'unverified')", [
    pending.userId,
  ]);

  expect((await checkDatabase(db)).map(({ sentence }) => sentence)).toEqual([
    "bientot@zeta.example is an administrator without a second factor.",
    "seule@zeta.example is an administrator without a second factor.",
  ]);
});

test("An incident that no lead is known for is named, until it is settled", async () => {
  await signIn(server.context, db, { email: "deux@zeta.example", isAdministrator: true, hasFactor: true });
  await db.inspect(
    `insert into private.billing_events (id, kind, object, version, happened_at, told_on, is_open)
     values ('evt_1', 'refund', 'ch_1', '1', now(), '2026-11-20', true)`,
  );
  expect((await checkDatabase(db)).map(({ id, sentence }) => [id, sentence])).toEqual([
    ["stray-incident", "A refund of 2026-11-20 (ch_1) belongs to no lead that is known."],
  ]);
  await db.inspect("update private.billing_events set is_open = false");
  expect(await checkDatabase(db)).toEqual([]);
});

test("Migrations edited once applied, those whose file is gone and those of a later version are named", async () => {
  const { rows } = await db.inspect<{ version: string; name: string; statements: string[] }>(
    "select version, name, statements from supabase_migrations.schema_migrations order by version limit 1",
  );
  const [first] = rows;
  await db.inspect(
    "update supabase_migrations.schema_migrations set statements = array['select 1'] where version = $1",
    [first?.version],
  );
  await db.inspect(
    `insert into supabase_migrations.schema_migrations (version, name, statements) values
       ('20000101000000', 'earlier', array['select 2']), ('29990101000000', 'later', array['select 2'])`,
  );

  const findings = await findInDatabase(db);
  await db.inspect("update supabase_migrations.schema_migrations set statements = $2 where version = $1", [
    first?.version,
    first?.statements,
  ]);
  await db.inspect(
    "delete from supabase_migrations.schema_migrations where version in ('20000101000000', '29990101000000')",
  );

  expect(findings).toEqual([
    {
      id: "migration-drift",
      sentence: expect.stringContaining("20000101000000_earlier.sql: this migration was applied"),
      french: expect.stringContaining("n’existe plus"),
    },
    {
      id: "migration-drift",
      sentence: expect.stringContaining(`${first?.version}_${first?.name}.sql: this migration was edited after`),
      french: expect.stringContaining("a changé depuis"),
    },
    {
      id: "newer-database",
      sentence: "A later version has changed this database (one migration, the last one 29990101000000_later.sql).",
      french: expect.stringContaining("version plus récente du site (une modification)"),
    },
  ]);
});

test("Deliveries that gave up are counted by event; those that wait or arrived are not", async () => {
  for (const [event, status] of [
    ["mail.recovery", "dead"],
    ["mail.recovery", "dead"],
    ["mail.recovery", "waiting"],
    ["mail.confirm", "delivered"],
  ]) {
    await db.inspect(
      "insert into private.deliveries (kind, event, body, status, last_error) values ('mail', $1, '{}', $2, 'no_answer')",
      [event, status],
    );
  }

  expect(await findInDatabase(db)).toEqual([
    {
      id: "lost-delivery",
      sentence: "2 × mail.recovery gave up (no_answer).",
      french: "E-mail de mot de passe oublié\u00a0: 2 envois abandonnés.",
    },
  ]);
  await db.inspect("update private.deliveries set last_answer = '550 5.1.1 no such user' where status = 'dead'");
  expect(await findInDatabase(db)).toMatchObject([
    {
      sentence: "2 × mail.recovery gave up (550 5.1.1 no such user).",
      french: expect.stringMatching(
        /2 envois abandonnés\. Sa réponse\u00a0: «\u00a0550 5\.1\.1 no such user\u00a0»\.$/,
      ),
    },
  ]);
});

test("A receiver that was switched off is named without its path, which may hold a secret", async () => {
  await db.inspect(
    `insert into private.receivers (topic, url, disabled_at, disabled_reason)
     values ('lead', 'https://recepteur.example/crochet/secret', now(), 'gone')`,
  );

  expect(await findInDatabase(db)).toEqual([
    {
      id: "disabled-receiver",
      sentence: "The receiver https://recepteur.example is disabled: gone.",
      french: expect.stringMatching(
        /^Le destinataire https:\/\/recepteur\.example est arrêté\. Il a demandé de ne plus rien recevoir/,
      ),
    },
  ]);
});

describe("The running server tells its findings", () => {
  test("to a caller with the secret key, on this machine", async () => {
    await signIn(server.context, db, { email: "seule@zeta.example", isAdministrator: true });
    const answer = await ask({ authorization: `Bearer ${secretKey}` });

    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      findings: [
        {
          id: "without-second-factor",
          sentence: expect.stringContaining("seule@zeta.example"),
          french: "seule@zeta.example administre le site sans second facteur.",
        },
        expect.objectContaining({ id: "no-backup" }),
      ],
    });
  });

  test.each([
    ["nobody", {}],
    ["the public key", { authorization: `Bearer ${publishableKey}` }],
    ["a request passed on by a proxy", { authorization: `Bearer ${secretKey}`, "x-forwarded-for": "127.0.0.1" }],
  ])("and not to %s", async (_, headers) => {
    const answer = await ask(headers);

    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain("findings");
  });
});
