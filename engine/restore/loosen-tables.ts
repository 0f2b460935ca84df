import type { Queries } from "#engine/backup/tables.ts";

/**
 * Takes away what rows would meet one by one (foreign keys, triggers, indexes, row security), so that they may come in
 * any order and fast, and as they were.
 *
 * @returns puts it all back: the database then checks every foreign key again
 */
export async function loosenTables(tx: Queries, tables: string[]): Promise<() => Promise<void>> {
  const { rows } = await tx.query<{ loosen: string; tighten: string }>(statements, [tables]);
  for (const { loosen } of rows) await tx.query(loosen);
  return async () => {
    for (const { tighten } of rows.toReversed()) await tx.query(tighten);
  };
}

/** Every trigger here is enabled, or disabled, as the migrations left it: `O` and `D` are the only states they use. */
const statements = `
  with ours as (
    select named::regclass::oid as id, named as name from unnest($1::text[]) as named
  ), steps as (
    select 1 as step, conname as what,
      format('alter table %s drop constraint %I', name, conname) as loosen,
      format('alter table %s add constraint %I %s', name, conname, pg_get_constraintdef(pg_constraint.oid)) as tighten
    from pg_catalog.pg_constraint join ours on ours.id = conrelid where contype = 'f'
    union all
    select 2, indexrelid::regclass::text, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_catalog.pg_index join ours on ours.id = indrelid
    where not exists (select from pg_catalog.pg_constraint where conindid = indexrelid)
    union all
    select 3, tgname, format('alter table %s disable trigger %I', name, tgname),
      format('alter table %s enable trigger %I', name, tgname)
    from pg_catalog.pg_trigger join ours on ours.id = tgrelid where not tgisinternal and tgenabled = 'O'
    union all
    select 4, name, format('alter table %s no force row level security', name),
      format('alter table %s force row level security', name)
    from pg_catalog.pg_class join ours on ours.id = pg_class.oid where relforcerowsecurity
  )
  select loosen, tighten from steps order by step, what`;
