import pg from "pg";

/** Why the database cannot serve now: our trouble, never the caller's. */
export type Unavailability = "unreachable" | "busy" | "disk_full" | "closed";

/** HTTP answers 503 with Retry-After. The message is for logs. */
export class DatabaseUnavailable extends Error {
  readonly code: Unavailability;

  constructor(code: Unavailability, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DatabaseUnavailable";
    this.code = code;
  }
}

export type SqlError = pg.DatabaseError & { code: string };

/** An error the database reported about a statement, with its SQLSTATE in `code`. */
export function isSqlError(error: unknown): error is SqlError {
  return error instanceof pg.DatabaseError && error.code !== undefined;
}

/** The same error PostgreSQL reports when `statement_timeout` ends a statement. */
export function statementTimeout(): SqlError {
  const error = new pg.DatabaseError("canceling statement due to statement timeout", 0, "error");
  return Object.assign(error, { severity: "ERROR", code: "57014" });
}

/** Parts of a SQL error that quote rows and statements. */
const quotingParts = ["detail", "where", "internalQuery"] as const;

/** They stay readable, for the error's own answer, but a log that lists an error's properties does not show them. */
export function hideFromLogs(error: SqlError): void {
  for (const part of quotingParts) Object.defineProperty(error, part, { enumerable: false });
}

/** For logs: what `pg` throws may carry the whole connection. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]); // several addresses
  return error instanceof Error ? error.message : String(error);
}

/**
 * Sorts what the driver throws: resources, shutdown and connection trouble become `DatabaseUnavailable`, the rest is
 * kept.
 *
 * @param isConnectionLost whether the connection broke while the statement ran
 */
export function readDriverError(error: unknown, isConnectionLost: boolean): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (isSqlError(error)) {
    const unavailability = unavailabilityOf(error.code);
    return unavailability ? new DatabaseUnavailable(unavailability, error.message, error) : error;
  }
  if (isConnectionLost || isReadTimeout(error))
    return new DatabaseUnavailable("unreachable", "The connection to the database was lost.", error);
  return error;
}

/** The driver waited in vain for an answer (`query_timeout`): the server or the network hangs. */
function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** Classes 53 (resources), 08 (connection), 57P (shutdown, start-up) and 58 (files of the system). */
function unavailabilityOf(sqlState: string): Unavailability | undefined {
  if (sqlState === "53100") return "disk_full";
  if (sqlState.startsWith("53")) return "busy";
  if (sqlState.startsWith("08") || sqlState.startsWith("57P") || sqlState.startsWith("58")) return "unreachable";
  return undefined;
}
