import { describe, expect, test } from "vitest";

import { RestRefusal } from "./errors.ts";
import { parseQuery, readParameters, type Filter, type Query } from "./grammar.ts";

const parse = (search: string): Query => parseQuery(readParameters(search));
const parseFilter = (search: string): Filter | undefined => parse(search).filters[0];

function refusalOf(search: string): string {
  try {
    parse(search);
  } catch (error) {
    if (error instanceof RestRefusal) return `${error.problem.status} ${error.problem.code}`;
    throw error;
  }
  return "accepted";
}

const compare = (comparison: string, value: string, isNegated = false, column = "a") => ({
  kind: "compare",
  isNegated,
  column,
  comparison,
  value,
});

describe("select", () => {
  test.each<[string, Query["select"]]>([
    ["", [{ kind: "all" }]],
    ["select=*", [{ kind: "all" }]],
    ["select=id", [{ kind: "column", column: "id" }]],
    [
      "select=id,name",
      [
        { kind: "column", column: "id" },
        { kind: "column", column: "name" },
      ],
    ],
    [
      "select=id,%20name%20",
      [
        { kind: "column", column: "id" },
        { kind: "column", column: "name" },
      ],
    ],
    ["select=*,x:id", [{ kind: "all" }, { kind: "column", column: "id", alias: "x" }]],
    ["select=id::text", [{ kind: "column", column: "id", cast: "text" }]],
    ["select=x:id::text", [{ kind: "column", column: "id", alias: "x", cast: "text" }]],
    ["select=tags::text[]", [{ kind: "column", column: "tags", cast: "text[]" }]],
    ['select="a, b"', [{ kind: "column", column: "a, b" }]],
    ['select=x:"a\\"b\\\\"', [{ kind: "column", column: 'a"b\\', alias: "x" }]],
    ["select=loans(*)", [{ kind: "embedded", resource: "loans" }]],
    ["select=l:loans!fk!inner(id),x(", [{ kind: "embedded", resource: "loans" }]],
    ["select=...loans(id)", [{ kind: "embedded", resource: "loans" }]],
  ])("%s is read as written", (search, select) => {
    expect(parse(search).select).toEqual(select);
  });

  test.each([
    ["select=", "400 PGRST100"],
    ["select=id,", "400 PGRST100"],
    ["select=,id", "400 PGRST100"],
    ["select=a->b", "400 PGRST100"],
    ["select=a->>b", "400 PGRST100"],
    ["select=1", "400 PGRST100"],
    ["select=a b", "400 PGRST100"],
    ["select=a::", "400 PGRST100"],
    ["select=a:", "400 PGRST100"],
    ['select="a', "400 PGRST100"],
    ['select=""', "400 PGRST100"],
    ['select="x y":a', "400 PGRST100"],
    [`select=${"x".repeat(64)}:a`, "400 PGRST100"],
    [`select=${"é".repeat(32)}:a`, "400 PGRST100"],
    ["select=a;drop", "400 PGRST100"],
    ["select=a&select=b", "400 PGRST100"],
    [`select=${Array.from({ length: 201 }, () => "a").join(",")}`, "400 PGRST100"],
    ["select=count()", "400 PGRST123"],
    ["select=price.sum()", "400 PGRST123"],
    ["select=x:price.max()::text", "400 PGRST123"],
  ])("%s is refused with %s", (search, refusal) => {
    expect(refusalOf(search)).toBe(refusal);
  });
});

describe("filters on one column", () => {
  test.each(["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"])("%s keeps its value as it came", (comparison) => {
    expect(parseFilter(`a=${comparison}.%22x%22,(y).%5C%20z`)).toEqual(compare(comparison, '"x",(y).\\ z'));
    expect(parseFilter(`a=not.${comparison}.`)).toEqual(compare(comparison, "", true));
  });

  test.each<[string, string[]]>([
    ["a=in.()", []],
    ["a=in.( )", []],
    ['a=in.("")', [""]],
    ["a=in.(x)", ["x"]],
    ["a=in.(x,y z)", ["x", "y z"]],
    ["a=in.(x, y)", ["x", " y"]],
    ["a=in.( x,  y , z)", ["x", "  y ", " z"]],
    ['a=in.(x, "y")', ["x", ' "y"']],
    ['a=in.(x," y")', ["x", " y"]],
    ["a=in.(x,)", ["x", ""]],
    ['a=in.("x,(y)",z)', ["x,(y)", "z"]],
    ['a=in.("x\\"y\\\\")', ['x"y\\']],
    ['a=in.(x"y)', ['x"y']],
    ['a=in.("x"y,z)', ['"x"y', "z"]],
    ['a=in.("x,y)', ['"x', "y"]],
  ])("%s lists what is between its commas", (search, values) => {
    expect(parseFilter(search)).toEqual({ kind: "in", isNegated: false, column: "a", values });
  });

  test.each([
    ["a=is.null", "null", false],
    ["a=is.NULL", "null", false],
    ["a=is.not_null", "not_null", false],
    ["a=is.true", "true", false],
    ["a=not.is.false", "false", true],
    ["a=is.unknown", "unknown", false],
  ])("%s asks for a state", (search, truth, isNegated) => {
    expect(parseFilter(search)).toEqual({ kind: "is", isNegated, column: "a", truth });
  });

  test("A name in quotes may hold anything", () => {
    expect(parseFilter("%22a.b%22=eq.1")).toEqual(compare("eq", "1", false, "a.b"));
  });

  test("A plus is a space, and several filters all hold", () => {
    expect(parse("a=eq.x+y&a=gt.1").filters).toEqual([compare("eq", "x y"), compare("gt", "1")]);
  });

  test.each([
    ["a", "400 PGRST100"],
    ["a=", "400 PGRST100"],
    ["a=1", "400 PGRST100"],
    ["a=eq", "400 PGRST100"],
    ["a=EQ.1", "400 PGRST100"],
    ["a=not.not.eq.1", "400 PGRST100"],
    ["a=not.1", "400 PGRST100"],
    ["a=is.maybe", "400 PGRST100"],
    ["a=is.", "400 PGRST100"],
    ["a=in.x", "400 PGRST100"],
    ["a=in.(x", "400 PGRST100"],
    ["a=in.(x)y", "400 PGRST100"],
    ["a=fts.x", "400 PGRST100"],
    ["a=fts(french).x", "400 PGRST100"],
    ["a=cs.{x}", "400 PGRST100"],
    ["a=eq(any).{x}", "400 PGRST100"],
    ["a=match.x", "400 PGRST100"],
    ["a->b=eq.1", "400 PGRST100"],
    ["a%00=eq.1", "400 PGRST100"],
    ["a=eq.%ff", "400 PGRST100"],
    ["a=eq.%", "400 PGRST100"],
    ["=eq.1", "400 PGRST100"],
    ["__proto__=eq.1", "accepted"],
    ["loans.due_on=eq.1", "400 PGRST108"],
    ["loans.order=id", "400 PGRST108"],
    [`a=in.(${",".repeat(1000)})`, "400 PGRST100"],
    [Array.from({ length: 101 }, () => "a=eq.1").join("&"), "400 PGRST100"],
    [Array.from({ length: 201 }, () => "a=eq.1").join("&"), "400 PGRST100"],
  ])("%s is answered with %s", (search, refusal) => {
    expect(refusalOf(search)).toBe(refusal);
  });
});

describe("trees", () => {
  test("Branches nest, negate, and keep what is quoted or in braces whole", () => {
    expect(parseFilter('or=(a.eq.1,b.not.in.(x,"y,z"),not.and(a.is.null,c.eq."(,)"), a.eq.{1,2})')).toEqual({
      kind: "or",
      isNegated: false,
      filters: [
        compare("eq", "1"),
        { kind: "in", isNegated: true, column: "b", values: ["x", "y,z"] },
        {
          kind: "and",
          isNegated: true,
          filters: [{ kind: "is", isNegated: false, column: "a", truth: "null" }, compare("eq", "(,)", false, "c")],
        },
        compare("eq", "{1,2}"),
      ],
    });
  });

  test.each<[string, Partial<Filter>]>([
    ["and=(a.eq.1)", { kind: "and", isNegated: false }],
    ["not.or=(a.eq.1)", { kind: "or", isNegated: true }],
    ["not.and=(a.eq.1)", { kind: "and", isNegated: true }],
  ])("%s is a tree of its own", (search, tree) => {
    expect(parseFilter(search)).toMatchObject(tree);
  });

  test.each([
    ["or=", "400 PGRST100"],
    ["or=()", "400 PGRST100"],
    ["or=a.eq.1", "400 PGRST100"],
    ["or=(a.eq.1", "400 PGRST100"],
    ["or=(a.eq.1))", "400 PGRST100"],
    ["or=(a.eq.1,)", "400 PGRST100"],
    ["or=(a.eq.x)y)", "400 PGRST100"],
    ["or=(a.b.eq.1)", "400 PGRST100"],
    ["or=(a->b.eq.1)", "400 PGRST100"],
    ["or=(and(a.eq.1)", "400 PGRST100"],
    ["loans.or=(a.eq.1)", "400 PGRST108"],
    [`or=${"(and".repeat(7)}(a.eq.1)${")".repeat(7)}`, "accepted"],
    [`or=${"(and".repeat(8)}(a.eq.1)${")".repeat(8)}`, "400 PGRST100"],
    [`or=${"(and".repeat(2000)}`, "400 PGRST100"],
    [`or=(${Array.from({ length: 100 }, () => "a.eq.1").join(",")})`, "400 PGRST100"],
  ])("%s is answered with %s", (search, refusal) => {
    expect(refusalOf(search)).toBe(refusal);
  });
});

describe("order, limit, offset and names", () => {
  test.each<[string, Query["order"]]>([
    ["order=a", [{ column: "a" }]],
    [
      "order=a.asc,b.desc",
      [
        { column: "a", direction: "asc" },
        { column: "b", direction: "desc" },
      ],
    ],
    ["order=a.desc.nullslast", [{ column: "a", direction: "desc", nulls: "last" }]],
    ["order=a.nullsfirst, b", [{ column: "a", nulls: "first" }, { column: "b" }]],
    ['order="a.desc".asc', [{ column: "a.desc", direction: "asc" }]],
  ])("%s orders", (search, order) => {
    expect(parse(search).order).toEqual(order);
  });

  test("limit, offset, columns and on_conflict are read", () => {
    expect(parse('limit=10&offset=0&columns="a","b"&on_conflict=a,b')).toMatchObject({
      limit: 10,
      offset: 0,
      columns: ["a", "b"],
      onConflict: ["a", "b"],
    });
  });

  test.each([
    ["order=", "400 PGRST100"],
    ["order=a.up", "400 PGRST100"],
    ["order=a.nullslast.desc", "400 PGRST100"],
    ["order=a.desc.nulls", "400 PGRST100"],
    ["order=a descendant", "400 PGRST100"],
    ["order=loans(id).desc", "400 PGRST108"],
    ["limit=", "400 PGRST100"],
    ["limit=x", "400 PGRST100"],
    ["limit=1e3", "400 PGRST100"],
    ["limit=9999999999999999", "400 PGRST100"],
    ["limit=-1", "416 PGRST103"],
    ["offset=-1", "400 2201X"],
    ["limit=1&limit=2", "400 PGRST100"],
    ["columns=", "400 PGRST100"],
    ["on_conflict=a,", "400 PGRST100"],
  ])("%s is refused with %s", (search, refusal) => {
    expect(refusalOf(search)).toBe(refusal);
  });
});
