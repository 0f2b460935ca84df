import type { QueryResult } from "#engine/db/database.ts";

/** By the name of each object, what the catalogue says of it: two databases are the same when these are. */
export type SchemaCatalogue = Record<string, string>;

/** Asks as a superuser. */
export type Inspect = (text: string) => Promise<Pick<QueryResult, "rows">>;

const ourSchemas = "('public', 'private', 'auth', 'extensions')";
const isOurs = (namespace: string) => `${namespace}::regnamespace::text in ${ourSchemas}`;
/** What came with an extension is the extension's. */
const isNoMember = (oid: string) => `not exists (select from pg_depend where objid = ${oid} and deptype = 'e')`;
/** Rights in one order, whether they are written down or are those of the kind; those of its own login under one name. */
const rights = (acl: string, kind: string, owner: string) =>
  `(select replace(string_agg(given::text, ' ' order by given::text), 'authenticator_' || current_database(), 'authenticator')
    from unnest(coalesce(${acl}, acldefault('${kind}', ${owner}))) as given)`;

/** Each gives `name` and `is`: columns are numbered as they are seen, without those that were dropped. */
const queries = {
  schema: `
    select nspname as name, ${rights("nspacl", "n", "nspowner")} as rights,
      obj_description(oid, 'pg_namespace') as comment
    from pg_namespace where ${isOurs("oid")}`,
  table: `
    select oid::regclass::text as name, relkind, relowner::regrole, relrowsecurity, relforcerowsecurity,
      reloptions, relpersistence, relreplident, ${rights("relacl", "r", "relowner")} as rights,
      obj_description(oid, 'pg_class') as comment
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'c') and ${isOurs("relnamespace")} and ${isNoMember("oid")}`,
  view: `
    select oid::regclass::text as name, pg_get_viewdef(oid) as definition
    from pg_class where relkind in ('v', 'm') and ${isOurs("relnamespace")}`,
  column: `
    select attrelid::regclass::text || ' ' || attname as name,
      row_number() over (partition by attrelid order by attnum) as place, format_type(atttypid, atttypmod) as type,
      nullif(attcollation, 0)::regcollation as collation, attnotnull, attidentity, attgenerated,
      attstorage, attcompression, attacl, pg_get_expr(adbin, adrelid) as fallback,
      col_description(attrelid, attnum) as comment
    from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm', 'c') and ${isOurs("relnamespace")}`,
  constraint: `
    select coalesce(conrelid::regclass::text, '') || ' ' || conname as name, pg_get_constraintdef(oid) as definition,
      convalidated, condeferrable, condeferred, obj_description(oid, 'pg_constraint') as comment
    from pg_constraint where ${isOurs("connamespace")} and contype <> 'n'`,
  index: `
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition,
      indisvalid, indisclustered, indisreplident,
      obj_description(indexrelid, 'pg_class') as comment
    from pg_index join pg_class on pg_class.oid = indexrelid where ${isOurs("relnamespace")}`,
  policy: `
    select polrelid::regclass || ' ' || polname as name, polcmd, polpermissive,
      (select string_agg(role::regrole::text, ' ' order by role::regrole::text) from unnest(polroles) as role) as roles,
      pg_get_expr(polqual, polrelid) as visible, pg_get_expr(polwithcheck, polrelid) as writable,
      obj_description(oid, 'pg_policy') as comment
    from pg_policy`,
  trigger: `
    select tgrelid::regclass || ' ' || tgname as name, pg_get_triggerdef(oid) as definition, tgenabled,
      obj_description(oid, 'pg_trigger') as comment
    from pg_trigger where not tgisinternal`,
  function: `
    select oid::regprocedure::text as name, proowner::regrole, pg_get_functiondef(oid) as definition,
      ${rights("proacl", "f", "proowner")} as rights, obj_description(oid, 'pg_proc') as comment
    from pg_proc where prokind in ('f', 'p') and ${isOurs("pronamespace")} and ${isNoMember("oid")}`,
  type: `
    select oid::regtype::text as name, typtype, typnotnull, typdefault, ${rights("typacl", "T", "typowner")} as rights,
      obj_description(oid, 'pg_type') as comment
    from pg_type where typtype <> 'b' and ${isOurs("typnamespace")} and ${isNoMember("oid")}`,
  sequence: `
    select seqrelid::regclass::text as name, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin,
      seqcache, seqcycle,
      ${rights("relacl", "s", "relowner")} as rights, (select 1 from pg_depend
        where objid = seqrelid and classid = 'pg_class'::regclass and refclassid = classid and deptype in ('a', 'i'))
        is not null as is_owned
    from pg_sequence join pg_class on pg_class.oid = seqrelid where ${isOurs("relnamespace")}`,
  extension: "select extname as name, extnamespace::regnamespace from pg_extension",
  "default rights": `
    select defaclrole::regrole || ' ' || defaclnamespace::regnamespace || ' ' || defaclobjtype::text as name, defaclacl
    from pg_default_acl`,
  publication: "select pubname as name, puballtables, pubinsert, pubupdate, pubdelete, pubtruncate from pg_publication",
  "event trigger": "select evtname as name, evtevent, evtfoid::regproc, evtenabled, evttags from pg_event_trigger",
  statistics: "select stxname as name, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext",
  role: `
    select rolname as name, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolbypassrls, rolconfig,
      (select string_agg(roleid::regrole::text, ' ' order by roleid::regrole::text)
        from pg_auth_members where member = pg_roles.oid) as member_of
    from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'site_server')`,
  setting: `
    select coalesce(setrole::regrole::text, '') as name, setconfig from pg_db_role_setting
    where setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and setrole::regrole::text not like 'site\\_server\\_%'`,
};

export async function readSchemaCatalogue(inspect: Inspect): Promise<SchemaCatalogue> {
  const catalogue: SchemaCatalogue = {};
  for (const [kind, query] of Object.entries(queries)) {
    const { rows } = await inspect(`select name::text, to_jsonb(found) - 'name' as what from (${query}) as found`);
    for (const { name, what } of rows) catalogue[`${kind} ${String(name)}`] = asOneLine(JSON.stringify(what));
  }
  return { ...catalogue, ...(await readRows(inspect)) };
}

/** Where a line of a function breaks is no difference. */
function asOneLine(json: string): string {
  return json.replaceAll(/(?:\\n|\\t| )+/g, " ");
}

/** What a database holds before anybody used it, but for what is drawn by lot. */
async function readRows(inspect: Inspect): Promise<SchemaCatalogue> {
  const { rows: tables } = await inspect(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and ${isOurs("relnamespace")}`,
  );
  const found: SchemaCatalogue = {};
  for (const { name } of tables) {
    const { rows } = await inspect(`select to_jsonb(entry)::text as entry from ${String(name)} as entry order by 1`);
    if (rows.length > 0) found[`rows ${String(name)}`] = rows.map(({ entry }) => String(entry)).join("\n");
  }
  return found;
}
