/**
 * SQL: the bytes of all tables of the database, with their indexes. Not `pg_database_size`, which asks for the right to
 * connect: that is the logins' own, and not the role's they work in.
 */
export const databaseSize = `(
  select sum(pg_total_relation_size(oid))::bigint from pg_catalog.pg_class
  where relkind in ('r', 'm') and not relisshared)`;
