import type { Database } from "#engine/db/database.ts";

/** Leads `purge` by this database until `finish` is called, with what the work then answers. */
export async function startLeading(db: Pick<Database, "ifLeader">) {
  const finish = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const leading = db.ifLeader("purge", () => {
    begun.resolve();
    return finish.promise;
  });
  await begun.promise;
  return { leading, finish: finish.resolve };
}
