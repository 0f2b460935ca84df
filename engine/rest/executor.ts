import type { Caller, Database, QueryResult, Statement } from "#engine/db/database.ts";
import { isSqlError } from "#engine/db/database-errors.ts";

import { refuseLargeAnswer, refuseSqlError } from "./errors.ts";

/** `body` is JSON text as the database wrote it: it goes out unparsed. */
export type Executed = { body: string; rowCount: number; total: number | undefined; isTooLarge: boolean };

export type Execution = {
  caller: Caller;
  isReadOnly: boolean;
  /** What procedures and policies may read of the request, under the names PostgREST gives them. */
  settings: Record<string, string>;
  /** Throws a refusal when the outcome must not be: nothing is written then. */
  check?: (outcome: Executed) => void;
};

type AnswerRow = { body?: string | null; row_count?: number; total?: number; is_too_large?: boolean };

/** One request, one transaction, one statement. */
export async function execute(db: Database, statement: Statement, execution: Execution): Promise<Executed> {
  const { caller, isReadOnly, settings } = execution;
  try {
    if (isReadOnly) return await read(db, statement, execution);
    return await db.asCaller(caller, { settings }, async (tx) => {
      const outcome = readOutcome(await tx.query<AnswerRow>(statement.text, statement.values));
      judge(outcome, execution);
      return outcome;
    });
  } catch (error) {
    throw isSqlError(error) ? refuseSqlError(error, caller.role) : error;
  }
}

/** Judged after its end: nothing was written that a refusal would have to undo. */
async function read(db: Database, statement: Statement, execution: Execution): Promise<Executed> {
  const { caller, settings } = execution;
  const outcome = readOutcome(await db.readAsCaller<AnswerRow>(caller, settings, statement));
  judge(outcome, execution);
  return outcome;
}

function judge(outcome: Executed, { check }: Execution): void {
  check?.(outcome);
  if (outcome.isTooLarge) throw refuseLargeAnswer();
}

function readOutcome({ rows, rowCount }: QueryResult<AnswerRow>): Executed {
  const row = rows[0];
  return {
    body: row?.body ?? "",
    rowCount: row?.row_count ?? rowCount,
    total: row?.total,
    isTooLarge: row?.is_too_large ?? false,
  };
}
