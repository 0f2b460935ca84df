import type { DataProblem } from "#engine/settings/engine-words.ts";
import type { DatabaseRole } from "#engine/db/database.ts";
import type { SqlError } from "#engine/db/database-errors.ts";

/** What a client of the data service reads of a failure: always these four keys on the wire, never an internal text. */
export type RestProblem = {
  status: number;
  code: string;
  /** Of what a person may read, which sentence. */
  message: string | { says: DataProblem };
  details: string | null;
  hint: string | null;
  headers?: Record<string, string>;
};

/**
 * A request we refuse, wherever it is noticed. Thrown rather than returned because half of the refusals come from
 * inside a transaction, which must roll back on them; rest-service.ts catches them in one place.
 */
export class RestRefusal extends Error {
  readonly problem: RestProblem;

  constructor(problem: RestProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

export function refuse(
  status: number,
  code: string,
  message: RestProblem["message"],
  details: string | null = null,
  hint: string | null = null,
  headers?: Record<string, string>,
): RestRefusal {
  return new RestRefusal({ status, code, message, details, hint, ...(headers && { headers }) });
}

/** The query string does not follow the grammar, or asks for a part of PostgREST that we do not have. */
export function refuseGrammar(subject: string, position: number, details: string): RestRefusal {
  return refuse(400, "PGRST100", `failed to parse ${subject} (line 1, column ${position + 1})`, details);
}

export function refuseBody(message: string): RestRefusal {
  return refuse(400, "PGRST102", message);
}

/** A column that is to be written: the body and `columns` are held against the schema cache. */
export function refuseWrittenColumn(column: string, relation: string): RestRefusal {
  return refuse(
    400,
    "PGRST204",
    `Could not find the '${shownName(column)}' column of '${relation}' in the schema cache`,
  );
}

/**
 * A column that is to be read, filtered or ordered by, as PostgREST passes on what PostgreSQL says of it. Without its
 * hint, which names the nearest column, also one that the caller may not see.
 */
export function refuseReadColumn(column: string, source: string): RestRefusal {
  return refuse(400, "42703", `column ${source}.${shownName(column)} does not exist`);
}

/** A column of `on_conflict`. */
export function refuseConflictColumn(column: string): RestRefusal {
  return refuse(400, "42703", `column "${shownName(column)}" does not exist`);
}

export function refuseRelation(name: string): RestRefusal {
  return refuse(404, "PGRST205", `Could not find the table 'public.${shownName(name)}' in the schema cache`);
}

export function refuseEmbedding(relation: string, embedded: string): RestRefusal {
  const message = `Could not find a relationship between '${relation}' and '${shownName(embedded)}' in the schema cache`;
  return refuse(400, "PGRST200", message, "This service answers no embedded resources.");
}

/** A filter or an order on a resource that the request does not embed; it cannot embed any here. */
export function refuseEmbeddedTerm(embedded: string): RestRefusal {
  return refuse(400, "PGRST108", `'${shownName(embedded)}' is not an embedded resource in this request`);
}

export function refuseProcedure(name: string, argumentNames: string[]): RestRefusal {
  const parameters = argumentNames.map(shownName).join(", ");
  return refuse(
    404,
    "PGRST202",
    `Could not find the function public.${shownName(name)}(${parameters}) in the schema cache`,
    "Searched for a function of that name that takes all of these parameters and needs no other.",
  );
}

export function refuseCardinality(rowCount: number): RestRefusal {
  return refuse(
    406,
    "PGRST116",
    "Cannot coerce the result to a single JSON object",
    `The result contains ${rowCount} rows`,
  );
}

/** In the database's class for what goes past its limits. */
export function refuseLargeAnswer(): RestRefusal {
  return refuse(413, "54000", { says: "answerTooLarge" });
}

export function refuseRepeats(): RestRefusal {
  return refuse(400, "PGRST100", { says: "columnTooOften" });
}

/** A name is repeated to its sender when it looks like a name; anything else sent there stays out of the answer. */
export function shownName(name: string): string {
  return /^\w{1,63}$/.test(name) ? name : "…";
}

/** What the problem of a SQLSTATE says, in our words: the database's own sentence may name what it must not. */
const sentences: Record<string, string> = {
  "21000": "the statement needs exactly one row where it found several",
  "22001": "value too long for its type",
  "22003": "number out of range",
  "22007": "invalid date or time",
  "22008": "date or time out of range",
  "22021": "invalid character",
  "22023": "invalid parameter value",
  "22025": "a pattern must not end with its escape character",
  "22P02": "invalid input syntax for the type of a value",
  "22P05": "untranslatable character",
  "23502": "null value in a column that needs a value",
  "23503": "a referenced row is missing, or this row is still referenced",
  "23505": "duplicate key value violates a unique constraint",
  "23514": "value violates a check constraint",
  "25006": "cannot write in a read-only request",
  "42501": "permission denied",
  "42703": "column does not exist",
  "42804": "value of the wrong type",
  "42846": "a value of this type cannot be cast to that one",
  "42883": "this operator or function does not exist for these types",
  "42P01": "relation does not exist",
  "42P10": "there is no unique constraint matching the ON CONFLICT specification",
  "428C9": "column can only be set to its default",
  "57014": "the statement took too long and was cut",
};

/** The database is away, full or overloaded: a read may be tried again by itself (postgrest-js does). */
export const unavailable: RestProblem = {
  status: 503,
  code: "PGRST001",
  message: { says: "unavailable" },
  details: null,
  hint: null,
  headers: { "retry-after": "2" },
};

export const unexpected = {
  status: 500,
  code: "XX000",
  message: "unexpected failure",
  details: null,
  hint: null,
} satisfies RestProblem;

/** What a caller in this role reads of an error of their statement. The message of what our procedures raise passes. */
export function refuseSqlError({ code, message }: Pick<SqlError, "code" | "message">, role: DatabaseRole): RestRefusal {
  const status = findStatus(code, role);
  if (status === 503) return new RestRefusal({ ...unavailable, code });
  const isRaisedByUs = code === "P0001" || code.startsWith("PT");
  const headers = status === 401 ? { "www-authenticate": "Bearer" } : undefined;
  return refuse(status, code, isRaisedByUs ? message : sentenceFor(code), null, null, headers);
}

function sentenceFor(code: string): string {
  return sentences[code] ?? (findStatus(code, "anon") >= 500 ? unexpected.message : "the request cannot be executed");
}

/**
 * PostgREST's map, but for its 5xx that a caller can cause: 55000 (writing to a read-only view) and 21000 are 400
 * here, and so is a statement cut at its deadline. Deadlocks are worth a retry and a refused login is our trouble: 503.
 */
function findStatus(code: string, role: DatabaseRole): number {
  const custom = /^PT([1-5]\d\d)$/.exec(code)?.[1];
  if (custom && Number(custom) >= 400) return Number(custom);
  const exact = statusByCode[code];
  if (exact) return exact;
  if (code === "42501") return role === "anon" ? 401 : 403;
  return statusByClass[code.slice(0, 2)] ?? 400;
}

const statusByCode: Record<string, number> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "57014": 400,
  P0001: 400,
};

const statusByClass: Record<string, number> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 503,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "3D": 503,
  "40": 503,
  "53": 503,
  "54": 413,
  "57": 503,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};
