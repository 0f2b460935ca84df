import { randomUUID } from "node:crypto";

import { beforeEach, describe, expect, test } from "vitest";

import { openBookshop } from "./bookshop.ts";

const shop = await openBookshop();

beforeEach(() => shop.fill());

const single = { accept: "application/vnd.pgrst.object+json" };
const post = (body: unknown, prefer?: string) => ({
  method: "POST",
  body: JSON.stringify(body),
  ...(prefer && { headers: { prefer } }),
});
const patch = (body: unknown, prefer?: string) => ({ ...post(body, prefer), method: "PATCH" });

async function booksWhere(condition: string): Promise<unknown[]> {
  const { rows } = await shop.db.inspect(
    `select title, author, pages, shelf, tags, notes from public.books where ${condition}`,
  );
  return rows;
}

describe("Inserting", () => {
  test("one row answers 201 and nothing else", async () => {
    const response = await shop.request(
      "books",
      post({ title: "Germinal", pages: 600, tags: ["mine"], notes: { a: [1] } }),
    );
    expect([response.status, await response.text(), response.headers.get("content-range")]).toEqual([201, "", "*/*"]);
    expect(await booksWhere("title = 'Germinal'")).toEqual([
      { title: "Germinal", author: null, pages: 600, shelf: "unsorted", tags: ["mine"], notes: { a: [1] } },
    ]);
  });

  test("several rows answers them when asked to, ordered and selected", async () => {
    const rows = [
      { title: "B", pages: 1 },
      { title: "A", pages: 2 },
    ];
    const response = await shop.request(
      "books?select=t:title&order=title",
      post(rows, "return=representation,count=exact"),
    );
    expect([response.status, response.headers.get("content-range")]).toEqual([201, "*/2"]);
    expect(response.headers.get("preference-applied")).toBe("return=representation, count=exact");
    expect(await response.json()).toEqual([{ t: "A" }, { t: "B" }]);
  });

  test("rows with a list of columns ignores other keys and leaves absent ones null", async () => {
    await shop.request(
      'books?columns="title","shelf"',
      post([
        { title: "A", pages: 5 },
        { title: "B", shelf: "s" },
      ]),
    );
    expect(await booksWhere("title in ('A', 'B') order by title")).toMatchObject([
      { title: "A", pages: null, shelf: null },
      { title: "B", shelf: "s" },
    ]);
  });

  test("with missing=default fills absent columns with their default, and keeps an explicit null", async () => {
    const rows = [{ title: "A" }, { title: "B", shelf: "s" }, { title: "C", shelf: null }];
    await shop.request('books?columns="title","shelf","id"', post(rows, "missing=default"));
    expect(await booksWhere("title in ('A', 'B', 'C') order by title")).toMatchObject([
      { shelf: "unsorted" },
      { shelf: "s" },
      { shelf: null },
    ]);
  });

  test("only headers says where the row is", async () => {
    const response = await shop.request("books", post({ title: "A" }, "return=headers-only"));
    expect([response.status, await response.text()]).toEqual([201, ""]);
    expect(response.headers.get("location")).toBe("/books?id=eq.9");
  });

  test("an empty row takes every default, an empty list inserts nothing", async () => {
    const empty = await shop.request("books", post([], "return=representation"));
    expect([empty.status, await empty.json()]).toEqual([201, []]);
    const response = await shop.request("ledger", post({}));
    expect([response.status, (await shop.db.inspect("select from public.ledger")).rowCount]).toEqual([201, 1]);
  });

  test("needs no right to read unless the row is to be answered", async () => {
    expect((await shop.request("ledger", { ...post({ line: "x" }), as: "anon" })).status).toBe(201);
    const refused = await shop.request("ledger", { ...post({ line: "y" }, "return=representation"), as: "anon" });
    expect(refused.status).toBe(401);
    expect((await shop.db.inspect("select line from public.ledger")).rows).toEqual([{ line: "x" }]);
  });

  test.each([
    ["a duplicate", { title: "null" }, 409, "23505"],
    ["a missing value", { author: "x" }, 400, "23502"],
    ["a broken rule", { title: "x", pages: 0 }, 400, "23514"],
    ["a text for a number", { title: "x", pages: "many" }, 400, "22P02"],
    ["an impossible day", { title: "x", published: "2025-02-30" }, 400, "22008"],
    ["an unknown column", { title: "x", nothing: 1 }, 400, "PGRST204"],
    ["unlike rows", [{ title: "x" }, { pages: 1 }], 400, "PGRST102"],
    ["a text", "x", 400, "PGRST102"],
    ["a number", 1, 400, "PGRST102"],
    ["null", null, 400, "PGRST102"],
    ["a list of texts", ["x"], 400, "PGRST102"],
    ["lists of lists", [[]], 400, "PGRST102"],
    ["too many rows", Array.from({ length: 1001 }, () => ({ title: "x" })), 400, "PGRST102"],
  ])("%s is refused and leaves nothing", async (_name, body, status, code) => {
    const before = await booksWhere("true");
    const response = await shop.request("books", post(body));
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
    expect(await booksWhere("true")).toEqual(before);
  });

  test("takes no filter, limit or offset", async () => {
    for (const search of ["id=eq.1", "limit=1", "offset=1"]) {
      expect((await shop.request(`books?${search}`, post({ title: "x" }))).status).toBe(400);
    }
  });
});

describe("Numbers", () => {
  test.each(["1e400", "-1e400", "9007199254740993", "12345678901234567890.123"])(
    "%s is refused, never stored as another one",
    async (number) => {
      for (const [path, method] of [
        ["books", "POST"],
        ["books?id=eq.1", "PATCH"],
      ] as const) {
        const body = `{"title":"N","price":${number}}`;
        const response = await shop.request(path, { method, body });
        expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, "PGRST102"]);
      }
      const called = await shop.request("rpc/add", { method: "POST", body: `{"a":${number}}` });
      expect(called.status).toBe(400);
      expect(await booksWhere("title = 'N'")).toEqual([]);
    },
  );
});

describe("One object", () => {
  test.each(["return=representation", "return=minimal"])(
    "of %s is refused for none and for several",
    async (prefer) => {
      const ask = (rows: object[]) =>
        shop.request("books", { method: "POST", body: JSON.stringify(rows), headers: { ...single, prefer } });
      for (const rows of [[], [{ title: "A" }, { title: "B" }]]) {
        const response = await ask(rows);
        expect([response.status, await response.json()]).toEqual([
          406,
          {
            code: "PGRST116",
            details: `The result contains ${rows.length} rows`,
            hint: null,
            message: "Cannot coerce the result to a single JSON object",
          },
        ]);
      }
      expect(await booksWhere("title in ('A', 'B')")).toEqual([]);
      expect((await ask([{ title: "A" }])).status).toBe(201);
    },
  );
});

describe("Upserting", () => {
  const rows = [
    { title: "null", pages: 77 },
    { title: "New", pages: 88 },
  ];

  test("merges into the row of the same key", async () => {
    const prefer = "resolution=merge-duplicates,return=representation";
    const answered = await shop.json(
      "books?on_conflict=title&select=title,pages,author&order=title",
      post(rows, prefer),
    );
    expect(answered).toEqual([
      { title: "New", pages: 88, author: null },
      { title: "null", pages: 77, author: "NULL" },
    ]);
  });

  test("ignores the row of the same key when asked to", async () => {
    const prefer = "resolution=ignore-duplicates,return=representation";
    expect(await shop.json("books?on_conflict=title&select=title", post(rows, prefer))).toEqual([{ title: "New" }]);
    expect(await booksWhere("title = 'null'")).toMatchObject([{ pages: 2 }]);
  });

  test("uses the primary key when no other is named", async () => {
    await shop.request("books", post({ id: 1, title: "Renamed" }, "resolution=merge-duplicates"));
    expect(await booksWhere("id = 1")).toMatchObject([{ title: "Renamed", author: "Victor Hugo" }]);
  });

  test.each([
    ["books?on_conflict=author", 400, "42P10"],
    ["books?on_conflict=nothing", 400, "42703"],
    ["books?columns=title,nothing", 400, "PGRST204"],
  ])("%s is refused: %i %s", async (path, status, code) => {
    const response = await shop.request(path, post(rows, "resolution=merge-duplicates"));
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });
});

describe("Changing", () => {
  test("answers 204 with how many", async () => {
    const response = await shop.request("books?author=eq.Victor+Hugo", patch({ shelf: "top" }, "count=exact"));
    expect([response.status, response.headers.get("content-range"), await response.text()]).toEqual([204, "0-1/2", ""]);
    expect(await booksWhere("shelf = 'top'")).toHaveLength(2);
  });

  test("answers the changed rows when asked to", async () => {
    const prefer = "return=representation";
    const response = await shop.request(
      "books?pages=gt.900&select=id,shelf&order=id.desc",
      patch({ shelf: null }, prefer),
    );
    expect([response.status, await response.json()]).toEqual([
      200,
      [
        { id: 2, shelf: null },
        { id: 1, shelf: null },
      ],
    ]);
  });

  test("nothing is no error", async () => {
    expect((await shop.request("books?id=eq.0", patch({ shelf: "x" }))).status).toBe(204);
    expect(await shop.json("books?id=eq.0", patch({ shelf: "x" }, "return=representation"))).toEqual([]);
    expect((await shop.request("books?id=eq.1", patch({}))).headers.get("content-range")).toBe("*/*");
  });

  test("without a filter is refused", async () => {
    const response = await shop.request("books", patch({ shelf: "x" }));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: "21000",
      details: null,
      hint: null,
      message: "UPDATE requires a WHERE clause",
    });
    expect(await booksWhere("shelf = 'x'")).toEqual([]);
  });

  test("more rows than the caller allows is rolled back", async () => {
    const prefer = "handling=strict, max-affected=1";
    const response = await shop.request("books?pages=gt.900", patch({ shelf: "x" }, prefer));
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, "PGRST124"]);
    expect(await booksWhere("shelf = 'x'")).toEqual([]);
  });

  test("for one object is rolled back when it is several", async () => {
    const init = patch({ shelf: "x" }, "return=representation");
    const response = await shop.request("books?pages=gt.900", { ...init, headers: { ...init.headers, ...single } });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([406, "PGRST116"]);
    expect(await booksWhere("shelf = 'x'")).toEqual([]);
  });

  test("cannot be taken back by its caller: how a transaction ends is not theirs to prefer", async () => {
    const refused = await shop.request("books?id=eq.1", patch({ shelf: "x" }, "handling=strict, tx=rollback"));
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([400, "PGRST122"]);
    expect(await booksWhere("shelf = 'x'")).toEqual([]);

    const response = await shop.request("books?id=eq.1", patch({ shelf: "x" }, "tx=rollback,count=exact"));
    expect([response.status, response.headers.get("content-range")]).toEqual([204, "0-0/1"]);
    expect(response.headers.get("preference-applied")).toBe("count=exact");
    expect(await booksWhere("shelf = 'x'")).toHaveLength(1);
  });

  test.each(["[]", "{}", "[{}]"])("with %s changes nothing", async (body) => {
    const ask = (headers: Record<string, string>) => shop.request("books?id=eq.1", { method: "PATCH", body, headers });
    const minimal = await ask({});
    expect([minimal.status, await minimal.text()]).toEqual([204, ""]);
    const representation = await ask({ prefer: "return=representation" });
    expect([representation.status, await representation.json()]).toEqual([200, []]);
    const one = await ask({ ...single, prefer: "return=representation" });
    expect([one.status, ((await one.json()) as { code: string }).code]).toEqual([406, "PGRST116"]);
  });

  test("takes one object", async () => {
    for (const body of [[{ shelf: "x" }], "x", null]) {
      expect((await shop.request("books?id=eq.1", patch(body))).status).toBe(400);
    }
  });

  test("a view that cannot be written is the caller's fault", async () => {
    await shop.db.inspect("grant all on public.authors to service_role");
    await shop.db.inspect("notify pgrst");
    const change = async () => (await shop.request("authors?author=eq.Voltaire", patch({ author: "x" }))).status;
    await expect.poll(change).toBe(400);
  });
});

describe("Deleting", () => {
  test("answers 204, or the rows that went", async () => {
    expect((await shop.request("books?id=eq.1", { method: "DELETE" })).status).toBe(204);
    const headers = { prefer: "return=representation,count=exact" };
    const response = await shop.request("books?id=lt.3&select=id", { method: "DELETE", headers });
    expect([response.status, response.headers.get("content-range"), await response.json()]).toEqual([
      200,
      "*/1",
      [{ id: 2 }],
    ]);
    expect(await booksWhere("id < 3")).toEqual([]);
  });

  test("without a filter is refused", async () => {
    const response = await shop.request("books", { method: "DELETE" });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, "21000"]);
    expect(await booksWhere("true")).toHaveLength(8);
  });

  test("a row that others point to is 409", async () => {
    await shop.db.inspect("insert into public.loans values (1, $1)", [randomUUID()]);
    const response = await shop.request("books?id=eq.1", { method: "DELETE" });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([409, "23503"]);
  });
});

describe("Row-level security", () => {
  const [reader, other] = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];

  async function loanCount(condition: string): Promise<number> {
    return (await shop.db.inspect(`select from public.loans where ${condition}`)).rowCount;
  }

  beforeEach(async () => {
    await shop.db.inspect("insert into public.loans (book_id, reader_id) values (1, $1), (2, $2)", [reader, other]);
  });

  test("A customer reads their own rows, and counts only those", async () => {
    const as = { token: await shop.tokenOf(reader) };
    const response = await shop.request("loans?select=book_id", { as, headers: { prefer: "count=exact" } });
    expect([await response.json(), response.headers.get("content-range")]).toEqual([[{ book_id: 1 }], "0-0/1"]);
  });

  test("A customer adds no row for someone else: 403", async () => {
    const as = { token: await shop.tokenOf(reader) };
    expect((await shop.request("loans", { ...post({ book_id: 3, reader_id: reader }), as })).status).toBe(201);
    const response = await shop.request("loans", { ...post({ book_id: 3, reader_id: other }), as });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, "42501"]);
    expect(await loanCount("book_id = 3")).toBe(1);
  });

  test("A customer changes nothing of someone else's, and no column without the right to it", async () => {
    const as = { token: await shop.tokenOf(reader) };
    const own = await shop.request("loans?book_id=gt.0", { ...patch({ due_on: "2026-12-24" }, "count=exact"), as });
    expect(own.headers.get("content-range")).toBe("0-0/1");
    expect(await loanCount("due_on is not null")).toBe(1);
    expect((await shop.request("loans?book_id=eq.1", { ...patch({ note: "x" }), as })).status).toBe(403);
    expect((await shop.request("loans?book_id=eq.1", { ...patch({ reader_id: other }), as })).status).toBe(403);
  });

  test("A row that policies hide is deleted without error and without effect", async () => {
    const as = { token: await shop.tokenOf(reader) };
    expect((await shop.request("loans?book_id=eq.2", { method: "DELETE", as })).status).toBe(204);
    expect(await loanCount("true")).toBe(2);
  });
});
