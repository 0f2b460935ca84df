import type { DatabaseRole } from "#engine/db/database.ts";

import type { Procedure, Relation } from "./catalog.ts";
import { refuseSqlError } from "./errors.ts";
import type { Filter, Query } from "./grammar.ts";

// What the catalog knows is refused before the database parses a statement, which costs it memory that a stranger would
// fill. The database remains the judge: what passes here it looks at again, with the rights of that moment.

/** The right to read a column of a table is asked for every column that the request names. */
export function requireRead({ columns, rights }: Relation, query: Query, role: DatabaseRole): void {
  const { select } = rights[role];
  const named = query.select.some(({ kind }) => kind === "all") ? columns.keys() : namesIn(query);
  for (const name of [...named, ...query.filters.flatMap(columnsOf)]) if (!select.has(name)) throw refuseRight(role);
}

/** Only whether the role may write anything there at all: which columns and rows is the database's to say. */
export function requireWrite({ rights }: Relation, command: "insert" | "update" | "delete", role: DatabaseRole): void {
  if (!rights[role][command]) throw refuseRight(role);
}

export function requireCall({ callers }: Procedure, role: DatabaseRole): void {
  if (!callers.has(role)) throw refuseRight(role);
}

function namesIn({ select, order }: Query): string[] {
  return [
    ...select.flatMap((item) => (item.kind === "column" ? item.column : [])),
    ...order.map(({ column }) => column),
  ];
}

function columnsOf(filter: Filter): string[] {
  return "filters" in filter ? filter.filters.flatMap(columnsOf) : [filter.column];
}

/** As the database says it. */
function refuseRight(role: DatabaseRole) {
  return refuseSqlError({ code: "42501", message: "" }, role);
}
