import { describe, expect, test } from "vitest";

import { quoteName, type Catalog, type Column, type Procedure, type Relation, type Rights } from "./catalog.ts";
import { RestRefusal } from "./errors.ts";
import { parseQuery, readParameters } from "./grammar.ts";
import { readMediaType } from "./media-type.ts";
import { findProcedure, planCall, type Call } from "./call-planner.ts";
import { findRelation, planRead } from "./planner.ts";
import { planDelete, planInsert, planUpdate, type Insertion } from "./write-planner.ts";

const column = (name: string, type: string, defaultSql?: string): [string, Column] => [
  name,
  { name, sql: quoteName(name), type, defaultSql },
];

const nothing: Rights = { select: new Set(), insert: false, update: false, delete: false };

const books: Relation = {
  name: "books",
  sql: 'public."books"',
  columns: new Map([
    column("id", "integer"),
    column("title", "text"),
    column("tags", "text[]", "'{}'::text[]"),
    column('a"b', "text"),
  ]),
  primaryKey: ["id"],
  rights: { anon: nothing, authenticated: nothing, service_role: nothing },
};

const argument = (name: string, type: string, isRequired: boolean) =>
  [name, { name, sql: quoteName(name), type, isRequired }] as const;

const add: Procedure = {
  name: "add",
  sql: 'public."add"',
  arguments: new Map([argument("a", "integer", true), argument("b", "integer", false)]),
  isReadOnly: true,
  returns: "scalar",
  isSet: false,
  columns: new Map(),
  callers: new Set(),
};

const catalog: Catalog = { relations: new Map([["books", books]]), procedures: new Map([["add", [add]]]) };

const list = { media: readMediaType(undefined), isCounted: false, hasBody: true, maxBytes: 5000 };
const query = (search: string) => parseQuery(readParameters(search));
const read = (search: string, output = list) => planRead(books, query(search), { offset: 0, limit: 1000 }, output);

const plainInsertion: Insertion = { rows: [], columns: undefined, isMissingDefault: false, conflict: undefined };
const insert = (insertion: Partial<Insertion>, search = "") =>
  planInsert(books, query(search), { ...plainInsertion, ...insertion }, undefined);

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RestRefusal) return error.problem.code;
    throw error;
  }
  return "planned";
}

describe("reading", () => {
  test("What the caller wrote is bound, and names are written as the catalog has them", () => {
    const { text, values } = read(
      `title=eq.'; drop table books --&select=id,x:title::text&order="a\\"b".desc.nullslast`,
    );
    expect(text).toBe(
      "select '[' || coalesce(string_agg(line, ',') filter (where bytes <= 5000), '') || ']' as body, " +
        "coalesce(max(bytes), 0) > 5000 as is_too_large, count(*)::int as row_count from (" +
        "select line, sum(octet_length(line) + 1) over (rows unbounded preceding) as bytes from (" +
        `select concat('{"id":', coalesce(to_json(c1)::text, 'null'), ',"x":', coalesce(to_json(c2)::text, 'null'), '}')::text as line ` +
        'from (select t."id" as c1, t."title"::text as c2 from public."books" as t where (t."title" = $1) ' +
        'order by t."a""b" desc nulls last limit $2) as page offset 0) as lines) as measured',
    );
    expect(values).toEqual(["'; drop table books --", 1000]);
  });

  test("The same shape with other values is the same text, so that it stays prepared", () => {
    expect(read("id=eq.1&title=in.(a,b)").text).toBe(read("id=eq.2&title=in.(c)").text);
  });

  test.each([
    ["title=like.*a*", 'where (t."title" like $1)', ["%a%"]],
    ["title=not.ilike.a_*", 'where not (t."title" ilike $1)', ["a_%"]],
    ["title=is.not_null", 'where (t."title" is not null)', []],
    ["title=in.(a,b)", 'where (t."title" = any ($1))', [["a", "b"]]],
    [
      "or=(id.eq.1,not.and(id.gt.2,id.lt.3))",
      'where ((t."id" = $1) or not ((t."id" > $2) and (t."id" < $3)))',
      ["1", "2", "3"],
    ],
  ])("%s becomes %s", (search, where, bound) => {
    const { text, values } = read(search);
    expect(text).toContain(where);
    expect(values).toEqual([...bound, 1000]);
  });

  test("A total is counted over the filters, not over the page", () => {
    const { text } = read("id=gt.1", { ...list, isCounted: true });
    expect(text).toContain('(select count(*)::int from public."books" as t where (t."id" > $1)) as total');
  });

  test("Nothing is built when there is no body to answer", () => {
    expect(read("", { ...list, hasBody: false }).text).not.toContain("json");
  });

  test.each([
    ["nothing=eq.1", "42703"],
    ["or=(nothing.eq.1)", "42703"],
    ["select=nothing", "42703"],
    ["order=nothing", "42703"],
    ["__proto__=eq.1", "42703"],
    ["select=constructor", "42703"],
    ["select=id::regclass", "PGRST100"],
    ["select=id::constructor", "PGRST100"],
    ["select=loans(id)", "PGRST200"],
    [`select=${Array.from({ length: 51 }, () => "*").join(",")}`, "PGRST100"],
    ["select=a:id,b:id,c:id,d:id", "planned"],
    ["select=a:id,b:id,c:id,d:id,e:id", "PGRST100"],
    ["select=*,*,title,b:title::text,tags", "planned"],
    ["select=*,*,*,a:title,b:title::text", "PGRST100"],
  ])("%s is refused with %s", (search, code) => {
    expect(codeOf(() => read(search))).toBe(code);
  });
});

describe("writing", () => {
  test("Rows travel as one JSON value, columns by name and type of the catalog", () => {
    const { text, values } = insert({ rows: [{ title: "x", id: 1 }] });
    expect(text).toBe(
      'insert into public."books" as t ("title", "id") select body."title", body."id" ' +
        'from json_to_recordset($1::json) as body("title" text, "id" integer)',
    );
    expect(values).toEqual(['[{"title":"x","id":1}]']);
  });

  test("A column that only some rows have takes its default where asked to", () => {
    const rows = [{ id: 1 }, { id: 2, tags: [] }];
    const { text } = insert({ rows, columns: ["id", "tags", "title"], isMissingDefault: true });
    expect(text).toContain("case when item.value -> 'tags' is null then '{}'::text[] else body.\"tags\" end");
    expect(text).not.toContain("title");
  });

  test("An upsert changes what was sent, and without column or conflict nothing is changed", () => {
    const conflict = { resolution: "merge-duplicates", columns: ["id"] } as const;
    expect(insert({ rows: [{ id: 1, title: "x" }], conflict }).text).toContain(
      'on conflict ("id") do update set "id" = excluded."id", "title" = excluded."title"',
    );
    expect(insert({ rows: [{}], conflict }).text).toBe(
      'insert into public."books" as t default values on conflict ("id") do nothing',
    );
  });

  test("Only the columns to be answered are returned: each asks for the right to read it", () => {
    const returned = { columns: "selected", output: list } as const;
    const { text } = planDelete(books, query("id=eq.1&select=title&order=id"), returned);
    expect(text).toContain('delete from public."books" as t where (t."id" = $1) returning t."title", t."id"');
    expect(text).toContain('from (select t."title" as c1 from written as t order by t."id") as page');
  });

  test.each([
    ["PATCH", () => planUpdate(books, query(""), { title: "x" }, undefined)],
    ["PATCH of nothing", () => planUpdate(books, query(""), {}, undefined)],
    ["DELETE", () => planDelete(books, query("select=id"), undefined)],
  ])("%s without a filter is refused", (_name, plan) => {
    expect(codeOf(plan)).toBe("21000");
  });

  test.each([
    ["an unknown column", { rows: [{ nothing: 1 }] }, "PGRST204"],
    ["an inherited name", { rows: [JSON.parse('{"__proto__": 1}') as Record<string, unknown>] }, "PGRST204"],
    ["unlike rows", { rows: [{ id: 1 }, { title: "x" }] }, "PGRST102"],
    [
      "unlike rows of one length",
      {
        rows: [
          { id: 1, title: "" },
          { id: 1, tags: [] },
        ],
      },
      "PGRST102",
    ],
    ["several empty rows", { rows: [{}, {}] }, "PGRST102"],
  ])("Inserting %s is refused", (_name, insertion, code) => {
    expect(codeOf(() => insert(insertion))).toBe(code);
  });
});

describe("calling", () => {
  const range = { offset: 0, limit: undefined };

  test("Arguments of a body are one JSON value, those of a query string are cast where they are bound", () => {
    const call = { procedure: add, argumentNames: ["a"] };
    expect(planCall({ ...call, from: "body", values: { a: 1 } }, query(""), range, list)).toEqual({
      text:
        "select case when octet_length(value) > 5000 then '' else value end as body, " +
        "octet_length(value) > 5000 as is_too_large, 1 as row_count from (" +
        'select coalesce(to_json(public."add"("a" := args."a"))::text, \'null\') as value ' +
        'from json_to_record($1::json) as args("a" integer) offset 0) as answer',
      values: ['{"a":1}'],
    });
    expect(planCall({ ...call, from: "query", values: { a: "1" } }, query(""), range, list).text).toContain(
      'public."add"("a" := $1::integer)',
    );
  });

  test.each([
    [["a"], "planned"],
    [["b", "a"], "planned"],
    [["b"], "PGRST202"],
    [["a", "c"], "PGRST202"],
    [["a", "__proto__"], "PGRST202"],
    [[], "PGRST202"],
  ])("With the arguments %j it is %s", (names, code) => {
    expect(codeOf(() => findProcedure(catalog, "add", names))).toBe(code);
  });

  test.each(["nothing", "__proto__", 'add"; --'])("%s is no function and no table", (name) => {
    expect(codeOf(() => findProcedure(catalog, name, []))).toBe("PGRST202");
    expect(codeOf(() => findRelation(catalog, name))).toBe("PGRST205");
  });

  test("A scalar has nothing to select, filter or order by", () => {
    const call: Call = { procedure: add, argumentNames: ["a"], from: "query", values: { a: "1" } };
    for (const search of ["select=id", "id=eq.1", "order=id"]) {
      expect(codeOf(() => planCall(call, query(search), range, list))).toBe("42703");
    }
  });
});
