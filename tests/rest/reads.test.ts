import { describe, expect, test } from "vitest";

import { bookRows, openBookshop, type Role } from "./bookshop.ts";

const shop = await openBookshop();
await shop.fill();

const single = { accept: "application/vnd.pgrst.object+json" };
const counted = { prefer: "count=exact" };

async function idsOf(search: string): Promise<number[]> {
  const rows = (await shop.json(`books?select=id&order=id&${search}`)) as { id: number }[];
  return rows.map(({ id }) => id);
}

describe("Rows", () => {
  test("come with every column, as PostgreSQL writes them in JSON", async () => {
    expect(await shop.json("books?id=eq.1")).toEqual([
      {
        id: 1,
        title: "Les Misérables",
        author: "Victor Hugo",
        pages: 1900,
        price: 12.5,
        is_sold: false,
        tags: ["roman", "classique"],
        notes: null,
        published: "1862-04-03",
        added_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        shelf: "unsorted",
        code: null,
      },
    ]);
  });

  test("come with chosen columns, renamed and cast", async () => {
    expect(await shop.json("books?id=eq.1&select=t:title,price::text,n:pages::text,tags")).toEqual([
      { t: "Les Misérables", price: "12.50", n: "1900", tags: ["roman", "classique"] },
    ]);
  });

  test("of a relation with odd names are reached by quoting them", async () => {
    await shop.db.inspect(`insert into public."odd ""names" values (1, 'x', 'y', 'z') on conflict do nothing`);
    const path = `${encodeURIComponent('odd "names')}?select="a b",q:"c\\"d","select",É&"a b"=eq.1&order="c\\"d"`;
    expect(await shop.json(path)).toEqual([{ "a b": 1, q: "x", select: "y", É: "z" }]);
  });

  test("of a view are rows like others", async () => {
    expect(await shop.json("authors?author=like.V*&order=author.desc")).toEqual([
      { author: "Voltaire" },
      { author: "Victor Hugo" },
    ]);
  });
});

describe("Filters", () => {
  test.each<[string, number[]]>([
    ["pages=eq.150", [3]],
    ["pages=neq.150", [1, 2, 4, 6, 7, 8]],
    ["pages=gt.150&pages=lt.1000", [2]],
    ["pages=gte.940", [1, 2]],
    ["pages=lte.2", [6, 7]],
    ["price=eq.0", [5]],
    ["published=lt.1800-01-01", [3]],
    ["title=eq.", [6]],
    ["title=eq.null", [7]],
    ["title=eq.100%25+(pure)+%5C+*star*", [5]],
    ["title=like.*Paris", [2]],
    ["title=like.*paris", []],
    ["title=ilike.*PARIS", [2]],
    ["title=ilike.%25paris", [2]],
    ["author=is.null", [5]],
    ["author=is.not_null", [1, 2, 3, 4, 6, 7, 8]],
    ["author=not.is.null", [1, 2, 3, 4, 6, 7, 8]],
    ["is_sold=is.true", [2, 5, 8]],
    ["is_sold=is.unknown", [3, 7]],
    ["is_sold=eq.false", [1, 4, 6]],
    ["author=in.(Voltaire,O'Brien)", [3, 8]],
    ['author=not.in.(Voltaire,"Victor Hugo")', [4, 6, 7, 8]],
    ["author=in.()", []],
    ['title=in.("",null)', [6, 7]],
    ["tags=eq.{roman}", [2]],
    ["or=(pages.eq.1,author.eq.Voltaire)", [3, 6]],
    ["not.or=(pages.lt.900,pages.is.null)", [1, 2]],
    ["or=(and(pages.gt.900,is_sold.is.true),not.and(pages.gt.1,pages.not.eq.3))&pages=not.is.null", [2, 6, 8]],
    ["pages=gt.1&or=(pages.lt.4,author.ilike.*maupassant)", [4, 7, 8]],
  ])("%s finds books %j", async (search, ids) => {
    expect(await idsOf(search)).toEqual(ids);
  });

  test.each([
    ["pages=eq.many", 400, "22P02"],
    ["pages=eq.99999999999", 400, "22003"],
    ["published=eq.2025-02-30", 400, "22008"],
    ["code=eq.x", 400, "22P02"],
    ["title=eq.%00", 400, "22021"],
    ["author=like.V%5C", 400, "22025"],
    ["pages=like.1*", 404, "42883"],
    ["title=is.true", 400, "42804"],
    ["tags=eq.roman", 400, "22P02"],
    ["nothing=eq.1", 400, "42703"],
    ["select=id,nothing", 400, "42703"],
    ["order=nothing.desc", 400, "42703"],
    ["or=(id.eq.1,nothing.eq.1)", 400, "42703"],
    ["pages=1", 400, "PGRST100"],
    ["loans.note=eq.1", 400, "PGRST108"],
    ["select=loans(*)", 400, "PGRST200"],
    ["select=id::regclass", 400, "PGRST100"],
    ["select=count()", 400, "PGRST123"],
    ["columns=id", 400, "PGRST100"],
    ["limit=-1", 416, "PGRST103"],
  ])("%s is refused: %i %s", async (search, status, code) => {
    const response = await shop.request(`books?${search}`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });
});

describe("A column that is not there", () => {
  const problemOf = (search: string, as: Role = "service") => shop.json(`books?${search}`, { as });

  test.each(["select=pges", "pges=eq.1", "order=pges"])("is named as PostgREST names it: %s", async (search) => {
    expect(await problemOf(search)).toEqual({
      code: "42703",
      details: null,
      hint: null,
      message: "column books.pges does not exist",
    });
  });

  test("is refused as one that may not be seen is not: no hint names that one", async () => {
    expect(await problemOf("select=pages", "anon")).toMatchObject({ code: "42501" });
    expect(await problemOf("select=pges", "anon")).toMatchObject({ code: "42703", hint: null });
  });

  test("is not repeated when it is no name", async () => {
    expect(await problemOf("select=a%20secret")).not.toMatchObject({ message: expect.stringContaining("secret") });
  });
});

describe("Order", () => {
  test.each<[string, number[]]>([
    ["order=pages", [6, 7, 8, 4, 3, 2, 1, 5]],
    ["order=pages.desc", [5, 1, 2, 3, 4, 8, 7, 6]],
    ["order=pages.desc.nullslast", [1, 2, 3, 4, 8, 7, 6, 5]],
    ["order=pages.nullsfirst&limit=2", [5, 6]],
    ["order=is_sold.desc.nullslast,pages.asc&limit=3", [8, 2, 5]],
  ])("%s answers books %j", async (search, ids) => {
    const rows = (await shop.json(`books?select=id&${search}`)) as { id: number }[];
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });
});

describe("Pages and counts", () => {
  test.each([
    ["books?limit=3", {}, 200, "0-2/*", 3],
    ["books?limit=3", counted, 206, "0-2/8", 3],
    ["books?limit=3&offset=6", counted, 206, "6-7/8", 2],
    ["books", counted, 200, "0-7/8", 8],
    ["books?id=eq.0", counted, 200, "*/0", 0],
    ["books?id=eq.0", {}, 200, "*/*", 0],
    ["books?limit=0", counted, 206, "*/8", 0],
    ["books?offset=8", counted, 206, "*/8", 0],
    ["books?offset=100", {}, 200, "*/*", 0],
    ["books", { range: "2-4", "range-unit": "items" }, 200, "2-4/*", 3],
    ["books", { range: "2-4", ...counted }, 206, "2-4/8", 3],
    ["books?limit=2", { prefer: "count=planned" }, 206, "0-1/8", 2],
    ["books?limit=2", { prefer: "count=estimated" }, 206, "0-1/8", 2],
  ])("%s with %j is %i %s", async (path, headers, status, contentRange, rowCount) => {
    const response = await shop.request(path, { headers });
    expect([response.status, response.headers.get("content-range")]).toEqual([status, contentRange]);
    expect(response.headers.get("preference-applied")).toBe("prefer" in headers ? "count=exact" : null);
    expect(await response.json()).toHaveLength(rowCount);
  });

  test("An offset beyond a counted end is 416 and says what there is", async () => {
    const response = await shop.request("books?offset=100", { headers: counted });
    expect(response.status).toBe(416);
    expect(await response.json()).toEqual({
      code: "PGRST103",
      details: "An offset of 100 was requested, but there are only 8 rows.",
      hint: null,
      message: "Requested range not satisfiable",
    });
  });

  test("HEAD answers the headers of GET and no body", async () => {
    for (const path of [
      "books?limit=3",
      "books?select=id,title&pages=gt.100",
      "rpc/numbers?up_to=5&limit=2",
      "rpc/add?a=1",
    ]) {
      const [get, head] = [
        await shop.request(path, { headers: counted }),
        await shop.request(path, { method: "HEAD", headers: counted }),
      ];
      expect(head.status).toBe(get.status);
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
      expect(await head.text()).toBe("");
    }
  });

  test.each([
    ["books?nothing=eq.1", 400, "42703"],
    ["books?id=eq.x", 400, "22P02"],
    ["books?offset=100", 416, "PGRST103"],
    ["nothing", 404, "PGRST205"],
    ["rpc/nothing", 404, "PGRST202"],
  ])("HEAD of %s fails as GET does, and says the code in a header", async (path, status, code) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await shop.request(path, { method, headers: counted });
      expect([response.status, response.headers.get("proxy-status")]).toEqual([status, `PostgREST; error=${code}`]);
    }
  });

  test("One answer holds at most 1000 rows, whatever is asked", async () => {
    expect(await shop.json("rpc/numbers?up_to=1500")).toHaveLength(1000);
    const response = await shop.request("rpc/numbers?up_to=1500&limit=1200", { headers: counted });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, "0-999/1500"]);
  });
});

describe("One object", () => {
  test("is answered bare for exactly one row", async () => {
    const response = await shop.request("books?id=eq.1&select=id", { headers: single });
    expect(await response.text()).toBe('{"id":1}');
    expect(response.headers.get("content-type")).toBe("application/vnd.pgrst.object+json; charset=utf-8");
  });

  test.each([
    ["books?id=eq.0", 0],
    ["books?id=lt.3", 2],
  ])("%s is 406 with its number of rows", async (path, rowCount) => {
    const response = await shop.request(path, { headers: single });
    expect(response.status).toBe(406);
    expect(await response.json()).toEqual({
      code: "PGRST116",
      details: `The result contains ${rowCount} rows`,
      hint: null,
      message: "Cannot coerce the result to a single JSON object",
    });
  });

  test("and lists leave out nulls when asked to", async () => {
    const accept = "application/vnd.pgrst.array+json;nulls=stripped";
    expect(await shop.json("books?id=eq.5&select=id,author", { headers: { accept } })).toEqual([{ id: 5 }]);
  });
});

test("The schema cache learns of a new table when told so, and not before", async () => {
  expect((await shop.request("magazines")).status).toBe(404);
  await shop.db.inspect("create table public.magazines (id int)");
  await shop.db.inspect("grant select on public.magazines to service_role");
  expect((await shop.request("magazines")).status).toBe(404);
  await shop.db.inspect("notify pgrst, 'reload schema'");
  await expect.poll(async () => (await shop.request("magazines")).status).toBe(200);
});

test("The rows of this file are those that were arranged", async () => {
  expect(await shop.json("books?select=id")).toHaveLength(bookRows.length);
});
