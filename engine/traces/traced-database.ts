import type { Database, Tx } from "#engine/db/database.ts";

import type { SpanOptions, Traces } from "./traces.ts";

/**
 * The database, with a span for each transaction and statement of a trace that is under way. What a traced transaction
 * queues says to which trace it belongs: see `request.traceparent` in the migrations.
 */
export function traceDatabase(db: Database, traces: Traces): Database {
  const watch = (tx: Tx): Tx => ({
    query: (text, values) => traces.within(describeStatement(text), () => tx.query(text, values)),
    runScript: (text) => tx.runScript(text),
  });

  return {
    ...db,
    asCaller: (caller, options, work) =>
      traces.within(describeTransaction(caller.role), ({ traceparent }) => {
        const isMarked = traceparent !== undefined && !options.isReadOnly;
        const settings = { ...options.settings, ...(isMarked && { [setting]: traceparent }) };
        return db.asCaller(caller, { ...options, settings }, (tx) => work(watch(tx)));
      }),
    readAsCaller: (caller, settings, statement) =>
      traces.within(describeStatement(statement.text), () => db.readAsCaller(caller, settings, statement)),
    asServer: (work) =>
      traces.within(describeTransaction("site_server"), ({ traceparent }) =>
        db.asServer(async (tx) => {
          if (traceparent === undefined) return work(tx);
          await tx.query("select set_config($1, $2, true)", [setting, traceparent]);
          return work(watch(tx));
        }),
      ),
    runAsServer: (text, values) => traces.within(describeStatement(text), () => db.runAsServer(text, values)),
  };
}

const setting = "request.traceparent";

function describeTransaction(role: string): SpanOptions {
  return { name: `transaction as ${role}`, kind: "client", attributes: { "db.system.name": "postgresql" } };
}

function describeStatement(text: string): SpanOptions {
  const summary = summarise(text);
  return {
    name: summary,
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.query.summary": summary },
  };
}

/**
 * What a statement does and to what: `insert private.deliveries`, `select public.create_order`. Names of
 * the catalogue alone: values are parameters, and nothing but these two words is taken from the text.
 */
export function summarise(text: string): string {
  const code = text.replace(quoted, (all, word?: string) => (word === undefined ? "''" : all));
  const verb = /\b(select|insert|update|delete|listen|notify)\b/i.exec(code)?.[1]?.toLowerCase() ?? "statement";
  const target = relation.exec(code)?.[1] ?? procedure.exec(code)?.[1] ?? "";
  return `${verb} ${target.replaceAll('"', "")}`.trim();
}

/** Literals, and names; the group is a name that is one plain word: any other may be an alias that a client typed. */
const quoted = /'(?:[^']|'')*'|"(\w+)"|"[^"]*"/g;
const ofOurSchemas = String.raw`(?:\b(?:public|private|auth)|"(?:public|private|auth)")\."?[a-z_]\w*"?`;
const relation = new RegExp(String.raw`\b(?:from|into|update)\s+(${ofOurSchemas})`, "i");
/** Called by its whole name, where nothing is read from. */
const procedure = new RegExp(String.raw`(${ofOurSchemas})\s*\(`, "i");
