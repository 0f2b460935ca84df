import pino, { type Logger } from "pino";

import { isSqlError } from "#engine/db/database-errors.ts";
import { createLogFiles } from "./log-files.ts";

/**
 * JSON lines on standard output, or in files of that folder. What a database says of a failed statement may quote
 * values: codes only.
 */
export function createLog(level: string, folder?: string): Logger {
  const options = { level, serializers: { err: describeError } };
  return folder === undefined ? pino(options) : pino(options, createLogFiles(folder));
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isSqlError(error)) {
    const { code, table, column, constraint, routine } = error;
    return { type: "DatabaseError", code, table, column, constraint, routine };
  }
  return pino.stdSerializers.err(error);
}
