import type { Statement } from "#engine/db/database.ts";

import type { Catalog, Procedure } from "./catalog.ts";
import { refuse, refuseEmbedding, refuseGrammar, refuseProcedure, refuseReadColumn } from "./errors.ts";
import type { Query } from "./grammar.ts";
import {
  declare,
  planAnswer,
  planOrder,
  planRange,
  planSelect,
  planWhere,
  type JsonObject,
  type Output,
} from "./planner.ts";
import type { Range } from "./range.ts";

export type Call = { procedure: Procedure; argumentNames: string[] } & (
  | { from: "body"; values: JsonObject }
  | { from: "query"; values: Record<string, string> }
);

/** The one procedure of that name that takes exactly these arguments, its optional ones aside. */
export function findProcedure(catalog: Catalog, name: string, argumentNames: string[]): Procedure {
  const fitting = (catalog.procedures.get(name) ?? []).filter((procedure) => takes(procedure, argumentNames));
  const [procedure, ...others] = fitting;
  if (!procedure) throw refuseProcedure(name, argumentNames);
  if (others.length === 0) return procedure;
  throw refuse(300, "PGRST203", "Could not choose the best candidate function between several of that name");
}

function takes(procedure: Procedure, argumentNames: string[]): boolean {
  const isKnown = argumentNames.every((name) => procedure.arguments.has(name));
  return isKnown && [...procedure.arguments.values()].every((a) => !a.isRequired || argumentNames.includes(a.name));
}

export function planCall(call: Call, query: Query, range: Range, output: Output): Statement {
  const { procedure } = call;
  const values: unknown[] = [];
  const { invocation, source } = planInvocation(call, values);
  const from = source ? ` from ${source}` : "";
  if (procedure.returns !== "row") {
    refuseRowTerms(procedure, query);
    if (procedure.returns === "nothing") return { text: `select ${invocation} as body${from}`, values };
    if (!procedure.isSet) return { text: planScalar(invocation, from, output), values };
  }

  const alias = procedure.returns === "row" ? "t" : "t(value)";
  const rows = `select t.* from ${source ? `${source}, lateral ` : ""}${invocation} as ${alias}`;
  const where = planWhere(procedure, query.filters, values);
  const { list, names } = planSelect(procedure, query.select);
  const page = `select ${list} from result as t${planOrder(procedure, query.order)}`;
  const total = output.isCounted ? "(select count(*)::int from result)" : undefined;
  const shape = { ...output, names, isScalar: procedure.returns === "scalar", isOneRow: !procedure.isSet };
  return {
    text: `with result as (${rows}${where}) ${planAnswer(`${page}${planRange(range, values)}`, shape, total)}`,
    values,
  };
}

function planScalar(invocation: string, from: string, { isCounted, hasBody, maxBytes }: Output): string {
  const counted = `1 as row_count${isCounted ? ", 1 as total" : ""}`;
  if (!hasBody) return `select (${invocation}) is null as is_null, ${counted}${from}`;
  const isTooLarge = `octet_length(value) > ${maxBytes}`;
  return (
    `select case when ${isTooLarge} then '' else value end as body, ${isTooLarge} as is_too_large, ${counted} from (` +
    // "offset 0" keeps the call from being made more than once
    `select coalesce(to_json(${invocation})::text, 'null') as value${from} offset 0) as answer`
  );
}

/** A scalar has no columns: nothing to select, filter or order by. */
function refuseRowTerms(procedure: Procedure, { select, filters, order }: Query): void {
  const [filter] = filters;
  const named = select.find((item) => item.kind !== "all");
  const column =
    (named?.kind === "column" && named.column) || order[0]?.column || (filter && "column" in filter && filter.column);
  if (column) throw refuseReadColumn(column, procedure.name);
  if (filter) throw refuseGrammar("logic tree", 0, "a scalar has no columns");
  if (named?.kind === "embedded") throw refuseEmbedding(procedure.name, named.resource);
}

/** @returns the call, and where its arguments come from when they came as one JSON value */
function planInvocation(call: Call, values: unknown[]): { invocation: string; source?: string } {
  const { procedure, argumentNames } = call;
  const given = argumentNames.flatMap((name) => procedure.arguments.get(name) ?? []);
  if (given.length === 0) return { invocation: `${procedure.sql}()` };

  if (call.from === "query") {
    const list = given.map(({ name, sql, type }) => `${sql} := $${values.push(call.values[name])}::${type}`);
    return { invocation: `${procedure.sql}(${list.join(", ")})` };
  }
  values.push(JSON.stringify(call.values));
  const list = given.map(({ sql }) => `${sql} := args.${sql}`);
  return {
    invocation: `${procedure.sql}(${list.join(", ")})`,
    source: `json_to_record($${values.length}::json) as args(${declare(given)})`,
  };
}
