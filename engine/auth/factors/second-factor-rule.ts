import type { EngineContext } from "#engine/context.ts";

/**
 * Tells the database whether administrators need a second factor: who may read what is decided there, for a hosted
 * project too. Before anything is served; of two processes with different settings, the last one started counts.
 */
export async function publishSecondFactorRule({ db, settings }: Pick<EngineContext, "db" | "settings">): Promise<void> {
  await db.asServer((tx) =>
    tx.query(
      `insert into private.settings (key, value) values ('administrator_second_factor', to_jsonb($1::text))
       on conflict (key) do update set value = excluded.value where settings.value <> excluded.value`,
      [settings.administratorSecondFactor],
    ),
  );
}
