import type { PostgresNode } from "./postgres-pair.ts";

export type Stored = { lost: number; doubled: number; withoutEvent: number; stored: number };

/** What the tables say of those submissions. */
export async function findStored(server: PostgresNode, keys: Iterable<string>): Promise<Stored> {
  const [row] = await server.query<Stored>(
    "site",
    `with asked as (select key from unnest($1::uuid[]) as key),
          mine as (select * from private.submissions where email like 'machines-%')
     select
       (select count(*)::int from asked
        where not exists (
          select from mine join public.leads as lead on lead.id = mine.lead_id where mine.idempotency_key = asked.key
        )) as lost,
       (select count(*)::int from (
          select email from public.leads where email like 'machines-%' group by email having count(*) > 1
        ) as twice) as doubled,
       (select count(*)::int from mine
        where (
          select count(*) from private.deliveries where kind = 'webhook' and lead_id = mine.lead_id
        ) <> 1) as "withoutEvent",
       (select count(*)::int from mine) as stored`,
    [[...keys]],
  );
  if (!row) throw new Error("Nothing was counted.");
  return row;
}
