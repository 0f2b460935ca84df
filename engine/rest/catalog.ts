import type { Logger } from "pino";

import type { Database, DatabaseRole, Tx } from "#engine/db/database.ts";
import { reasonOf } from "#engine/db/database-errors.ts";

export type Column = {
  name: string;
  /** The name as SQL writes it. */
  sql: string;
  /** The type as SQL writes it, schema included where it has one. */
  type: string;
  /** The default as an SQL expression; `undefined` without one and for identity columns. */
  defaultSql: string | undefined;
};

export type Relation = {
  name: string;
  /** Schema and name as SQL writes them. */
  sql: string;
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  rights: Readonly<Record<DatabaseRole, Rights>>;
};

/** What a role may do to the rows that its policies show it. */
export type Rights = {
  /** The columns it may read. */
  select: ReadonlySet<string>;
  /** Whether it may give a value to any column of a new row, and change any. True for a view: few take any write. */
  insert: boolean;
  update: boolean;
  delete: boolean;
};

type Argument = { name: string; sql: string; type: string; isRequired: boolean };

export type Procedure = {
  name: string;
  sql: string;
  arguments: ReadonlyMap<string, Argument>;
  /** Declared stable or immutable: it runs in a read-only transaction whatever the method. */
  isReadOnly: boolean;
  returns: "nothing" | "scalar" | "row";
  isSet: boolean;
  /** Of the rows it returns; empty for a scalar or nothing. */
  columns: ReadonlyMap<string, Column>;
  callers: ReadonlySet<DatabaseRole>;
};

/** What schema `public` offers. Every identifier the planner writes comes from here. */
export type Catalog = {
  relations: ReadonlyMap<string, Relation>;
  /** Functions may share a name. */
  procedures: ReadonlyMap<string, readonly Procedure[]>;
};

export type CatalogSource = { current(): Promise<Catalog> };

/** Older than this, the catalog is read again while the old one still answers. */
const keptMs = 60_000;

/**
 * Reads the catalog at the first request and again when someone says `notify pgrst`, as migrations do. A right granted
 * by hand, without that word, is noticed a minute later; one taken away at once, since the database looks again.
 */
export function createCatalogSource(db: Database, log: Logger, now: () => Date): CatalogSource {
  let catalog: Promise<Catalog> | undefined;
  let readAtMs = 0;
  let listening: Promise<unknown> | undefined;
  const forget = () => (catalog = undefined);

  async function load(): Promise<Catalog> {
    listening ??= db.listen("pgrst", forget);
    await listening;
    const loaded = await db.asServer(loadCatalog);
    log.debug({ relations: loaded.relations.size, procedures: loaded.procedures.size }, "schema cache loaded");
    return loaded;
  }

  function loadFirst(): Promise<Catalog> {
    const loading = load();
    catalog = loading;
    loading.catch(() => {
      listening = undefined;
      if (catalog === loading) forget();
    });
    return loading;
  }

  async function loadAgain(previous: Promise<Catalog>): Promise<void> {
    try {
      const loaded = await load();
      if (catalog === previous) catalog = Promise.resolve(loaded);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "the schema cache could not be read again");
    }
  }

  return {
    current() {
      const isOld = now().getTime() - readAtMs > keptMs;
      if (catalog && !isOld) return catalog;
      readAtMs = now().getTime();
      if (!catalog) return loadFirst();
      void loadAgain(catalog);
      return catalog;
    },
  };
}

type ColumnRow = { name: string; type: string; default: string | null };
type RightsRow = Omit<Rights, "select"> & { select: string[] };
type RelationRow = {
  name: string;
  columns: ColumnRow[];
  primary_key: string[];
  rights: Record<DatabaseRole, RightsRow>;
};
type ProcedureRow = {
  name: string;
  arguments: { name: string; type: string; isRequired: boolean }[];
  is_read_only: boolean;
  returns: Procedure["returns"];
  is_set: boolean;
  columns: ColumnRow[];
  callers: DatabaseRole[];
};

async function loadCatalog(tx: Tx): Promise<Catalog> {
  // With an empty path, types and defaults are written with their schema, so they mean the same for every role.
  await tx.query("select set_config('search_path', '', true)");
  const relations = await tx.query<RelationRow>(selectRelations);
  const procedures = await tx.query<ProcedureRow>(selectProcedures);
  return {
    relations: new Map(relations.rows.map((row) => [row.name, readRelation(row)])),
    procedures: Map.groupBy(procedures.rows.map(readProcedure), ({ name }) => name),
  };
}

function readRelation({ name, columns, primary_key, rights }: RelationRow): Relation {
  return {
    name,
    sql: `public.${quoteName(name)}`,
    columns: readColumns(columns),
    primaryKey: primary_key,
    rights: {
      anon: readRights(rights.anon),
      authenticated: readRights(rights.authenticated),
      service_role: readRights(rights.service_role),
    },
  };
}

function readRights({ select, ...commands }: RightsRow): Rights {
  return { select: new Set(select), ...commands };
}

function readProcedure(row: ProcedureRow): Procedure {
  return {
    name: row.name,
    sql: `public.${quoteName(row.name)}`,
    arguments: new Map(
      row.arguments.map((argument) => [argument.name, { ...argument, sql: quoteName(argument.name) }]),
    ),
    isReadOnly: row.is_read_only,
    returns: row.returns,
    isSet: row.is_set,
    columns: readColumns(row.columns),
    callers: new Set(row.callers),
  };
}

function readColumns(rows: ColumnRow[]): Map<string, Column> {
  return new Map(
    rows.map((row) => [
      row.name,
      { name: row.name, sql: quoteName(row.name), type: row.type, defaultSql: row.default ?? undefined },
    ]),
  );
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const selectColumnsOf = (relationId: string) => `
  coalesce((
    select json_agg(json_build_object(
      'name', attname,
      'type', format_type(atttypid, atttypmod),
      'default', case when attgenerated = '' then pg_get_expr(adbin, adrelid) end) order by attnum)
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${relationId} and attnum > 0 and not attisdropped), '[]')`;

const callerRoles = "array['anon', 'authenticated', 'service_role']::name[]";

const selectRelations = `
  select relation.relname as name, ${selectColumnsOf("relation.oid")} as columns,
    coalesce((
      select json_agg(attname order by array_position(indkey::int2[], attnum))
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = relation.oid and indisprimary), '[]') as primary_key,
    (select json_object_agg(role, json_build_object(
        'select', coalesce((
          select json_agg(attname) from pg_attribute
          where attrelid = relation.oid and attnum > 0 and not attisdropped
            and has_column_privilege(role, relation.oid, attnum, 'select')), '[]'),
        'insert', is_view or has_any_column_privilege(role, relation.oid, 'insert'),
        'update', is_view or has_any_column_privilege(role, relation.oid, 'update'),
        'delete', is_view or has_table_privilege(role, relation.oid, 'delete')))
      from unnest(${callerRoles}) as role, lateral (select relation.relkind in ('v', 'm') as is_view) as kind) as rights
  from pg_class as relation
  where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p', 'v', 'm', 'f')
    and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = relation.oid and deptype = 'e')`;

/**
 * Functions of `public` that can be called by named parameters. Left out: those of extensions, of triggers, with a
 * parameter that has no name or takes the rest of the call, and those whose result has no columns that could be named.
 */
const selectProcedures = `
  with candidates as (
    select p.*, t.typtype, t.typrelid,
      coalesce(p.proallargtypes, p.proargtypes::oid[]) as types,
      coalesce(p.proargmodes::text[], array_fill('i'::text, array[p.pronargs])) as modes
    from pg_proc as p join pg_type as t on t.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provariadic = 0
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  ),
  parameters as (
    select c.oid, a.ordinal, a.type, a.mode, c.proargnames[a.ordinal] as name,
      c.pronargs - c.pronargdefaults as required,
      count(*) filter (where a.mode in ('i', 'b')) over (partition by c.oid order by a.ordinal) as input_ordinal
    from candidates as c, unnest(c.types, c.modes) with ordinality as a(type, mode, ordinal)
  ),
  signatures as (
    select oid,
      json_agg(json_build_object('name', name, 'type', format_type(type, null), 'isRequired', input_ordinal <= required)
        order by ordinal) filter (where mode in ('i', 'b')) as inputs,
      json_agg(json_build_object('name', name, 'type', format_type(type, null), 'default', null)
        order by ordinal) filter (where mode in ('b', 'o', 't')) as outputs,
      count(*) filter (where mode in ('b', 'o', 't')) as output_count,
      bool_or(mode in ('i', 'b') and coalesce(name, '') = '') as has_unnamed
    from parameters group by oid
  )
  select c.proname as name, coalesce(s.inputs, '[]') as arguments, c.provolatile <> 'v' as is_read_only,
    case
      when c.prorettype = 'void'::regtype then 'nothing'
      when c.typtype = 'c' or coalesce(s.output_count, 0) > 1 or 't' = any (c.modes) then 'row'
      else 'scalar'
    end as returns,
    c.proretset as is_set,
    case
      when c.typtype = 'c' then ${selectColumnsOf("c.typrelid")}
      when coalesce(s.output_count, 0) > 1 or 't' = any (c.modes) then s.outputs
      else '[]'
    end as columns,
    coalesce((
      select json_agg(role) from unnest(${callerRoles}) as role
      where has_function_privilege(role, c.oid, 'execute')), '[]') as callers
  from candidates as c left join signatures as s using (oid)
  where not coalesce(s.has_unnamed, false)
    and (c.prorettype <> 'record'::regtype or s.output_count > 1 or 't' = any (c.modes))`;
