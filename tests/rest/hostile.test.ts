import fc from "fast-check";
import pg from "pg";
import { describe, expect, test } from "vitest";

import { atDepth, sampleOf, seed } from "#tests/support/depth.ts";

import { openBookshop } from "./bookshop.ts";
import { hostileStrings } from "./hostile-strings.ts";

const allStrings = hostileStrings();
const strings = sampleOf(allStrings, 100);
const randomFilters = atDepth(100, 1000);

const shop = await openBookshop();
await shop.fill();

type Problem = { code: unknown; details: unknown; hint: unknown; message: unknown };

/** What is wrong with an answer, whatever was asked: nothing should be. */
async function findFault(response: Response): Promise<string | undefined> {
  if (response.status >= 500) return `status ${response.status}`;
  const text = await response.text();
  if (response.ok) return undefined;
  const problem = JSON.parse(text) as Problem;
  if (Object.keys(problem).join() !== "code,details,hint,message") return `keys of ${text}`;
  if (!/^[0-9A-Z]{5,8}$/.test(String(problem.code))) return `code of ${text}`;
  return /select |insert |update |delete |from |json_agg|node_modules|server\/rest|\bat \//i.test(text)
    ? `words of ${text}`
    : undefined;
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** One tree of everything, to see that nothing was written. */
async function fingerprint(): Promise<unknown> {
  const { rows } = await shop.db.inspect(
    "select md5(string_agg(b::text, '|' order by id)) as books from public.books as b",
  );
  return rows;
}

test("The list of hostile texts is long", () => {
  expect(allStrings.length).toBeGreaterThan(400);
});

const places: Record<string, (text: string) => [path: string, init?: RequestInit]> = {
  "a filter": (text) => [`books?title=${encoded(text)}`],
  "a column": (text) => [`books?${encoded(text)}=eq.1`],
  "a number": (text) => [`books?pages=eq.${encoded(text)}`],
  "a date": (text) => [`books?published=gt.${encoded(text)}`],
  "an array": (text) => [`books?tags=eq.${encoded(text)}`],
  "a pattern": (text) => [`books?title=ilike.${encoded(text)}`],
  "an order": (text) => [`books?order=${encoded(text)}`],
  "a selection": (text) => [`books?select=${encoded(text)}`],
  "an alias": (text) => [`books?select=${encoded(text)}:title`],
  "a cast": (text) => [`books?select=title::${encoded(text)}`],
  "a list": (text) => [`books?title=in.${encoded(text)}`],
  "an entry of a list": (text) => [`books?title=in.(${encoded(text)})`],
  "a tree": (text) => [`books?or=${encoded(text)}`],
  "a branch": (text) => [`books?or=(${encoded(text)})`],
  "a limit": (text) => [`books?limit=${encoded(text)}`],
  "a table": (text) => [encoded(text) || "books"],
  "a function": (text) => [`rpc/${encoded(text) || "add"}`],
  "a parameter": (text) => [`rpc/echo_text?value=${encoded(text)}`],
  "a parameter's name": (text) => [`rpc/echo_text?${encoded(text)}=x`],
  "a body": (text) => ["books", { method: "POST", body: text }],
  "a key of a row": (text) => ["books", { method: "POST", body: JSON.stringify({ [text]: 1, pages: -1 }) }],
  "a conflict": (text) => [
    `books?on_conflict=${encoded(text)}`,
    { method: "POST", body: '{"title":"x","pages":-1}', headers: { prefer: "resolution=merge-duplicates" } },
  ],
  "a schema": (text) => ["books", { headers: { "accept-profile": headerText(text) } }],
  "a preference": (text) => ["books?limit=1", { headers: { prefer: headerText(text) } }],
  "a strict preference": (text) => ["books?limit=1", { headers: { prefer: `handling=strict, ${headerText(text)}` } }],
  "a range": (text) => ["books", { headers: { range: headerText(text) } }],
  "a media type": (text) => ["books?limit=1", { headers: { accept: headerText(text) } }],
  "a content type": (text) => [
    "rpc/add",
    { method: "POST", body: '{"a":1}', headers: { "content-type": headerText(text) } },
  ],
};

/** What can be sent in a header at all. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").trim();
}

describe("Whatever is sent", () => {
  test.each(Object.keys(places))(
    "as %s is answered below 500, in the four keys, without SQL, at once, and writes nothing",
    async (place) => {
      const before = await fingerprint();
      const faults: string[] = [];
      for (const text of strings) {
        const [path, init] = places[place]?.(text) ?? [""];
        const startedAt = performance.now();
        const fault = await findFault(await shop.request(path, init));
        if (text.includes("pg_sleep(5)") && performance.now() - startedAt > 4500) faults.push(`${text}: it slept`);
        if (fault) faults.push(`${JSON.stringify(text)}: ${fault}`);
      }
      expect(faults).toEqual([]);
      expect(await fingerprint()).toEqual(before);
    },
    120_000,
  );

  test("as bytes that are no text is refused", async () => {
    for (const path of ["books?title=eq.%ff", "books?%80=eq.1", "books?title=eq.%", "books?select=%e0%a4%a"]) {
      expect([path, (await shop.request(path)).status]).toEqual([path, 400]);
    }
  });
});

describe("A hostile value", () => {
  test("finds exactly the rows that a bound literal finds, in a filter, a list and a tree", async () => {
    const storable = strings.filter((text) => !text.includes("\u0000") && text.isWellFormed() && text !== "");
    await shop.db.inspect("insert into public.books (title) select unnest($1::text[]) on conflict do nothing", [
      storable,
    ]);
    for (const text of storable) {
      const { rows } = await shop.db.inspect("select id from public.books where title = $1", [text]);
      const quoted = `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
      for (const filter of [
        `title=eq.${encoded(text)}`,
        `title=in.(${encoded(quoted)})`,
        `or=(title.eq.${encoded(quoted)})`,
      ]) {
        expect([filter, await shop.json(`books?select=id&${filter}`)]).toEqual([filter, rows]);
      }
    }
    await shop.fill();
  }, 120_000);

  test("comes back from a write and from a function as it was sent", async () => {
    for (const text of strings.filter((each) => !each.includes("\u0000") && each.isWellFormed())) {
      const post = (body: unknown) => ({ method: "POST", body: JSON.stringify(body) });
      expect(await shop.json("rpc/echo_text", post({ value: text }))).toBe(text);
      expect(await shop.json(`rpc/echo_text?value=${encoded(text)}`)).toBe(text);
      const prefer = { prefer: "return=representation, resolution=merge-duplicates" };
      expect(
        await shop.json("books?select=author&on_conflict=title", {
          ...post({ title: "new", author: text }),
          headers: prefer,
        }),
      ).toEqual([{ author: text }]);
    }
    await shop.fill();
  }, 120_000);
});

describe("Random filters", () => {
  const texts = fc.oneof(
    fc.constantFrom(...strings.filter((text) => !text.includes("\u0000") && text.isWellFormed())),
    fc.constantFrom("Victor Hugo", "Voltaire", "O'Brien", "NULL", "roman", "%", "*o*"),
    fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !text.includes("\u0000") && text.isWellFormed()),
  );
  const numbers = fc.constantFrom("1", "2", "90", "150", "940", "-5");
  const days = fc.constantFrom("1862-04-03", "1999-12-31", "2000-02-29");

  type Node = { search: string; sql: string };
  const quoteBranch = (value: string) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`;

  /** One condition, as the grammar writes it and as SQL with literals does. */
  const leaf: fc.Arbitrary<{ column: string; operator: string; value: string; isNegated: boolean }> = fc.oneof(
    fc.record({
      column: fc.constantFrom("title", "author"),
      operator: fc.constantFrom("eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"),
      value: texts.filter((text) => !text.replaceAll("\\\\", "").endsWith("\\")),
      isNegated: fc.boolean(),
    }),
    fc.record({
      column: fc.constantFrom("pages", "id"),
      operator: fc.constantFrom("eq", "neq", "gt", "gte", "lt", "lte"),
      value: numbers,
      isNegated: fc.boolean(),
    }),
    fc.record({
      column: fc.constant("published"),
      operator: fc.constantFrom("eq", "neq", "gt", "gte", "lt", "lte"),
      value: days,
      isNegated: fc.boolean(),
    }),
    fc.record({
      column: fc.constant("is_sold"),
      operator: fc.constant("is"),
      value: fc.constantFrom("true", "false", "unknown", "null"),
      isNegated: fc.boolean(),
    }),
  );
  const symbols: Record<string, string> = {
    eq: "=",
    neq: "<>",
    gt: ">",
    gte: ">=",
    lt: "<",
    lte: "<=",
    like: "like",
    ilike: "ilike",
    is: "is",
  };

  const branch = leaf.map(({ column, operator, value, isNegated }): Node => {
    const pattern = operator.endsWith("like") ? value.split("*").join("%") : value;
    const literal = operator === "is" ? value : pg.escapeLiteral(pattern);
    return {
      search: `${column}.${isNegated ? "not." : ""}${operator}.${operator === "is" ? value : quoteBranch(value)}`,
      sql: `${isNegated ? "not " : ""}(${column} ${symbols[operator]} ${literal})`,
    };
  });
  const list = fc
    .record({ values: fc.array(texts, { maxLength: 4 }), isNegated: fc.boolean() })
    .map(({ values, isNegated }): Node => ({
      search: `title.${isNegated ? "not." : ""}in.(${values.map(quoteBranch).join(",")})`,
      sql: `${isNegated ? "not " : ""}(title = any (array[${values.map((value) => pg.escapeLiteral(value)).join(",")}]::text[]))`,
    }));
  const { node: tree } = fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      branch,
      list,
      fc
        .record({
          kind: fc.constantFrom("and", "or"),
          isNegated: fc.boolean(),
          nodes: fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
        })
        .map(({ kind, isNegated, nodes }) => ({
          search: `${isNegated ? "not." : ""}${kind}(${nodes.map(({ search }) => search).join(",")})`,
          sql: `${isNegated ? "not " : ""}(${nodes.map(({ sql }) => sql).join(` ${kind} `)})`,
        })),
    ),
  }));

  test("find the rows that the same condition with literals finds", async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(tree, async ({ search, sql }) => {
        const path = `books?select=id&order=id&or=(${encodeURIComponent(search)})`;
        if (path.length > 8000) return;
        tried += 1;
        const { rows } = await shop.db.inspect(`select id from public.books where ${sql} order by id`);
        expect(await shop.json(path)).toEqual(rows);
      }),
      { numRuns: randomFilters, seed },
    );
    expect(tried).toBeGreaterThan(randomFilters / 2);
  }, 120_000);
});
