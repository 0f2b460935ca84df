import pino from "pino";

import { planForCaller } from "#engine/db/callers.ts";
import type { Caller, Statement } from "#engine/db/database.ts";
import { defaultTimeouts } from "#engine/db/open-database.ts";
import { openPostgresDatabase } from "#engine/db/open-postgres.ts";
import { limitsOf } from "#engine/rest/answer-limits.ts";
import { findProcedure, planCall } from "#engine/rest/call-planner.ts";
import { type Catalog, createCatalogSource } from "#engine/rest/catalog.ts";
import { parseQuery, readParameters } from "#engine/rest/grammar.ts";
import { readMediaType } from "#engine/rest/media-type.ts";
import { findRelation, planRead } from "#engine/rest/planner.ts";
import { findRange } from "#engine/rest/range.ts";
import { listLimits } from "#subjects/leads/server/list-limits.ts";

import { authSecret } from "./bench-site.ts";

/** A transaction as the site runs it, for a bench that runs the same without the site. */
export type PlannedTransaction = { begin: string; settings: [name: string, value: string][]; statement: Statement };

/** What the data service makes of requests, by its own planner. */
export async function readCatalog(databaseUrl: string): Promise<Catalog> {
  const log = pino({ level: "warn" });
  const database = await openPostgresDatabase({ ...defaultTimeouts, databaseUrl, authSecret, log });
  try {
    return await createCatalogSource(database, log, () => new Date()).current();
  } finally {
    await database.close();
  }
}

const output = { media: readMediaType(undefined), isCounted: false, hasBody: true };

export function planSelection(catalog: Catalog, relation: string, search: string, caller: Caller): PlannedTransaction {
  const query = parseQuery(readParameters(search));
  const statement = planRead(findRelation(catalog, relation), query, findRange(query, undefined), {
    ...output,
    maxBytes: limitsOf(relation, caller.role, listLimits).bytes,
  });
  return { begin: "begin read only", settings: settingsOf(caller, "GET", `/${relation}`, true), statement };
}

type ProcedureCall = { name: string; values: Record<string, unknown>; search?: string; isCounted?: boolean };

export function planProcedure(
  catalog: Catalog,
  { name, values, search = "", isCounted = false }: ProcedureCall,
  caller: Caller,
): PlannedTransaction {
  const argumentNames = Object.keys(values);
  const procedure = findProcedure(catalog, name, argumentNames);
  const query = parseQuery(readParameters(search));
  const call = { procedure, argumentNames, from: "body" as const, values };
  const statement = planCall(call, query, findRange(query, undefined), {
    ...output,
    isCounted,
    maxBytes: limitsOf(name, caller.role, listLimits).bytes,
  });
  const { isReadOnly } = procedure;
  const settings = settingsOf(caller, "POST", `/rpc/${name}`, isReadOnly);
  return { begin: isReadOnly ? "begin read only" : "begin", settings, statement };
}

function settingsOf(caller: Caller, method: string, path: string, isReadOnly: boolean) {
  const settings = { "request.method": method, "request.path": path, "request.headers": requestHeaders };
  return planForCaller(caller, { isReadOnly, settings }, defaultTimeouts.callerTimeoutMs).settings;
}

const requestHeaders = JSON.stringify({ host: "127.0.0.1:3000", accept: "application/json" });
