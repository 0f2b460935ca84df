import pino, { type Logger } from "pino";

import { isSqlError } from "./db/database-errors.ts";

/** JSON lines on standard output. What a database says of a failed statement may quote values: codes only. */
export function createLog(level: string): Logger {
  return pino({ level, serializers: { err: describeError } });
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isSqlError(error)) {
    const { code, table, column, constraint, routine } = error;
    return { type: "DatabaseError", code, table, column, constraint, routine };
  }
  return pino.stdSerializers.err(error);
}
