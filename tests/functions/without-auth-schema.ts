import type { Database, Tx } from "#engine/db/database.ts";

/** What this server's own statements may not name where a project keeps the accounts. What they call may. */
const authSchema = /\bauth\s*\.\s*"?\w|"auth"/i;

/** The same database, for a server that only has the product's tables in it: a statement on schema `auth` is a bug. */
export function withoutAuthSchema(db: Database): Database {
  const guarded = <Work extends (tx: Tx) => Promise<unknown>>(work: Work) =>
    ((tx: Tx) =>
      work({
        ...tx,
        query: ((text: string, values?: unknown[]) => tx.query(refuse(text), values)) as Tx["query"],
        runScript: (text: string) => tx.runScript(refuse(text)),
      })) as Work;
  return {
    ...db,
    asServer: (work) => db.asServer(guarded(work)),
    asCaller: (caller, options, work) => db.asCaller(caller, options, guarded(work)),
    readAsCaller: (caller, settings, statement) => {
      refuse(statement.text);
      return db.readAsCaller(caller, settings, statement);
    },
  };
}

function refuse(text: string): string {
  if (authSchema.test(text)) throw new Error(`A statement on the project's own tables: ${text}`);
  return text;
}
