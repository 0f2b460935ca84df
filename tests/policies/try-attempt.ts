import type { Caller } from "#engine/db/database.ts";
import type { TestDatabase } from "#tests/support/database.ts";

import type { Attempt } from "./matrix.ts";
import { actorNames, actors, arrangePeople } from "./accounts.ts";

/** A database to attempt things on: our own, or one prepared like a hosted project. */
export type Target = Pick<TestDatabase, "asCaller" | "inspect" | "reset">;

/**
 * @returns by actor, the outcome as the matrix writes it, with a remark beside it when the tables tell another story
 */
export async function tryAttempt(
  db: Target,
  { sql }: Attempt,
  callers: Record<string, Caller | undefined> = actors,
): Promise<Record<string, string>> {
  const observed: Record<string, string> = {};
  let before = await fingerprint(db);
  for (const [actor, caller] of Object.entries(callers)) {
    const { outcome, isUndone } = await run(db, caller, sql);
    const hasChanged = !isUndone && (await fingerprint(db)) !== before;
    observed[actor] = judge(sql, outcome, hasChanged);
    if (!hasChanged) continue;
    await db.reset();
    await arrangePeople(db);
    before = await fingerprint(db);
  }
  return observed;
}

export function expectedOutcomes({ outcomes }: Attempt): Record<string, string | undefined> {
  if (outcomes.length !== actorNames.length) throw new Error("A line of the matrix misses a column.");
  return Object.fromEntries(actorNames.map((actor, index) => [actor, outcomes[index]]));
}

/** Refused, failed or without an effect, and no table changed. */
export function isRefusal(outcome: string | undefined): boolean {
  return /^(✗|0|[0-9A-Z]{5})$/.test(outcome ?? "");
}

function judge(sql: string, outcome: string, hasChanged: boolean): string {
  const isWrite = !/^select (?!create_|adopt_|record_)/.test(sql);
  const shouldChange = isWrite && /^[1-9]\d{0,3}$/.test(outcome);
  if (hasChanged === shouldChange) return outcome;
  return `${outcome}, yet ${hasChanged ? "rows changed" : "nothing changed"}`;
}

type Run = {
  outcome: string;
  /** It failed, and its transaction with it. */
  isUndone: boolean;
};

async function run(db: Target, caller: Caller | undefined, sql: string): Promise<Run> {
  try {
    const { rowCount } = caller ? await db.asCaller(caller, {}, (tx) => tx.query(sql)) : await runWithoutKey(db, sql);
    return { outcome: String(rowCount), isUndone: false };
  } catch (error) {
    const { code } = error as { code?: string };
    if (!code) throw error;
    return { outcome: code === "42501" ? "✗" : code, isUndone: true };
  }
}

/**
 * What the data service's own login could do before it takes a caller's role. It is named after its database; a hosted
 * project has one of its own, and the embedded engine, where nobody logs in, is given one.
 */
function runWithoutKey(db: Target, sql: string) {
  return db.inspect(`
    do $do$
    declare
      login text := (
        select rolname from pg_roles where rolname in ('authenticator', 'authenticator_' || current_database())
        order by rolname desc limit 1);
    begin
      if login is null then
        create role authenticator noinherit in role anon, authenticated, service_role;
        grant usage on schema public, extensions to authenticator;
      end if;
      execute format('set local role %I', coalesce(login, 'authenticator'));
      execute $sql$${sql}$sql$;
    end
    $do$`);
}

const watchedTables = [
  "public.user_profiles",
  "public.leads",
  "public.admin_users",
  "private.submissions",
  "private.deliveries",
  "private.audit_log",
  "private.lead_words",
  "private.settings",
  "private.receivers",
  "private.rate_buckets",
  "private.sign_in_events",
  "auth.users",
  "auth.sessions",
  "auth.identities",
  "auth.mfa_factors",
];

/** Every table a person's row may be in, as a superuser sees it. */
async function fingerprint(db: Target): Promise<string> {
  const digests = watchedTables.map(
    (name) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} as t)`,
  );
  const { rows } = await db.inspect(`select ${digests.join(" || ")} as digest`);
  return String(rows[0]?.digest);
}
