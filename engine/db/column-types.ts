import pg from "pg";

const { builtins } = pg.types;

/** What `pg` reads wrongly for us: whole numbers come as text, and days as midnight of the machine's time zone. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, readWholeNumber],
  [builtins.DATE, (text) => text],
]);

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

function readWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`A whole number of the database is too large: ${text}.`);
  return value;
}
