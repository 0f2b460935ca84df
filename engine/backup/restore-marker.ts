import type pg from "pg";

/** In `private.settings`, from the last row restored until later migrations and erasures are done. */
export const restoreMarker = "restore_under_way";

/** Until the erasures are applied again, a restore may hold erased people. @throws in one sentence */
export async function refuseHalfRestored(client: Pick<pg.ClientBase, "query">): Promise<void> {
  const { rowCount } = await client.query("select from private.settings where key = $1", [restoreMarker]);
  if (rowCount)
    throw new Error("The restore of this database was not finished: give the same `npm run restore` again.");
}
