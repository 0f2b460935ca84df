import { beforeEach, describe, expect, test } from "vitest";

import { auditActions } from "#subjects/journal/rules/audit-actions.ts";
import { actors, alice, arrangePeople, bob } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();

beforeEach(async () => {
  await db.reset();
  await arrangePeople(db);
});

const asAdmin = actors["admin aal1"];
const actor = asAdmin.claims.sub as string;

type Line = { id: number; at: Date; action: string; actor_email: string | null; lead_name: string | null };

async function read(args = ""): Promise<Line[]> {
  const { rows } = await db.asCaller(asAdmin, { isReadOnly: true }, (tx) =>
    tx.query<Line>(`select *, at::text as at from public.read_audit_log(${args})`),
  );
  return rows;
}

/** @param at an SQL expression */
async function add(at: string, action: string, by: string | null = actor, lead: string | null = null, count = 1) {
  await db.inspect(
    `insert into private.audit_log (at, actor, action, lead_id)
     select ${at}, $1, $2, $3 from generate_series(1, $4)`,
    [by, action, lead, count],
  );
}

describe("The journal", () => {
  test("is read newest first, with who acted and whose lead it is, and without what is gone", async () => {
    await add("now() - interval '2 days'", "lead.opened", actor, alice.lead);
    await add("now() - interval '1 day'", "retention.ran", null);
    await add("now()", "lead.deleted", actor, "7d444840-9dc0-11d1-b245-5ffdce74fad2");
    expect(await read()).toMatchObject([
      { action: "lead.deleted", actor_email: expect.stringContaining("@"), lead_name: null, has_lead: false },
      { action: "retention.ran", actor: null, actor_email: null, lead_id: null },
      { action: "lead.opened", lead_id: alice.lead, lead_name: expect.stringMatching(/./), has_lead: true },
    ]);
  });

  test("goes on from page to page without losing or repeating a line, those of one instant included", async () => {
    await add("'2026-11-20T10:00:00Z'", "lead.opened", actor, alice.lead, 130);
    await add("'2026-11-20T11:00:00Z'", "lead.opened", actor, bob.lead, 7);
    const ids: number[] = [];
    let page = await read();
    while (page.length > 0) {
      ids.push(...page.map(({ id }) => Number(id)));
      const { at, id } = page.at(-1)!;
      page = await read(`before_at_param => '${String(at)}', before_id_param => ${id}`);
    }
    expect(ids).toHaveLength(137);
    expect(new Set(ids).size).toBe(137);
  });

  test("is narrowed by person, by the server, by action, by lead and by the days of Paris", async () => {
    await add("'2026-11-20T22:59:59Z'", "lead.opened", actor, alice.lead);
    await add("'2026-11-20T23:00:00Z'", "lead.opened", actor, bob.lead);
    await add("'2026-11-21T22:59:59Z'", "lead.status_changed", alice.account, alice.lead);
    await add("'2026-11-21T23:00:00Z'", "retention.ran", null);
    const count = async (args: string) => (await read(args)).length;
    expect(await count(`actor_param => '${actor}'`)).toBe(2);
    expect(await count("by_server_param => true")).toBe(1);
    expect(await count("action_param => 'lead.opened'")).toBe(2);
    expect(await count(`action_param => 'lead.opened', lead_id_param => '${bob.lead}'`)).toBe(1);
    expect(await count("from_param => '2026-11-21', to_param => '2026-11-21'")).toBe(2);
    expect(await count("from_param => '2026-11-22'")).toBe(1);
    expect(await count("action_param => ''' or true --'")).toBe(0);
  });
});

test("Every action that a procedure writes has its sentence in the journal", async () => {
  const { rows } = await db.inspect<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc
     where pronamespace::regnamespace::text in ('public', 'private', 'auth') and prosrc like '%audit_log%'`,
  );
  const written = rows.flatMap(({ source }) => [...source.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map((found) => found[1]!));
  const actions = written.filter((name) => !/^(public|private|auth|request)\./.test(name));
  expect(new Set(actions).size).toBeGreaterThan(7);
  expect(actions.filter((action) => !(auditActions as readonly string[]).includes(action))).toEqual([]);
});
