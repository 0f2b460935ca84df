import { beforeEach, describe, expect, test } from "vitest";

import type { ProcedureCall } from "#engine/rest/calls.ts";

import { openBookshop } from "./bookshop.ts";

let heard: ProcedureCall[] = [];

const shop = await openBookshop({
  beforeProcedure: {
    note: async (call) => {
      heard.push(call);
      if (call.args.line !== "refused") return undefined;
      return {
        status: 429,
        code: "PT429",
        message: "Later.",
        details: null,
        hint: null,
        headers: { "retry-after": "7" },
      };
    },
  },
});

beforeEach(async () => {
  heard = [];
  await shop.fill();
});

const post = (body: unknown) => ({ method: "POST", body: JSON.stringify(body) });

describe("A scalar", () => {
  test.each<[string, unknown, unknown]>([
    ["rpc/add", { a: 1, b: 2 }, 3],
    ["rpc/add", { a: 1 }, 11],
    ["rpc/add", { a: "1" }, 11],
    ["rpc/add", { a: null }, null],
    ["rpc/echo_text", { value: 5 }, "5"],
    ["rpc/echo_text", { value: { a: 1 } }, '{"a":1}'],
    ["rpc/count_words", { words: ["a", "b"] }, 2],
    ["rpc/describe", { data: { x: [1, null] } }, { got: { x: [1, null] } }],
    ["rpc/describe", { data: "text" }, { got: "text" }],
  ])("%s of %j is answered bare", async (path, body, result) => {
    const response = await shop.request(path, post(body));
    expect([response.status, await response.json()]).toEqual([200, result]);
  });

  test.each([
    ["rpc/add?a=1&b=2", 3],
    ["rpc/count_words?words={a,b}", 2],
    ["rpc/echo_text?value=eq.1", "eq.1"],
    ["rpc/describe?data={%22a%22:1}", { got: { a: 1 } }],
  ])("%s is asked for by GET", async (path, result) => {
    expect(await shop.json(path)).toEqual(result);
  });
});

describe("Rows of a function", () => {
  test("are selected, filtered, ordered, limited and counted", async () => {
    await shop.db.inspect("update public.books set author = 'Victor Hugo' where id in (3, 4)");
    const path = "rpc/books_of?select=n:pages&pages=gt.90&order=pages.desc&limit=2&offset=1";
    const response = await shop.request(path, {
      ...post({ wanted: "Victor Hugo" }),
      headers: { prefer: "count=exact" },
    });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, "1-2/3"]);
    expect(await response.json()).toEqual([{ n: 940 }, { n: 150 }]);
  });

  test("may be asked for one by one", async () => {
    const headers = { accept: "application/vnd.pgrst.object+json" };
    expect(await shop.json("rpc/books_of?wanted=Voltaire&select=id", { headers })).toEqual({ id: 3 });
    expect((await shop.request("rpc/books_of?wanted=Nobody", { headers })).status).toBe(406);
  });

  test("of a table type, of named columns and of plain values are lists", async () => {
    expect(await shop.json("rpc/shelves?size=gt.1")).toEqual([{ shelf: "unsorted", size: 8 }]);
    expect(await shop.json("rpc/numbers?up_to=3")).toEqual([1, 2, 3]);
    expect(await shop.json("rpc/numbers?up_to=0")).toEqual([]);
  });

  test("that are one row by declaration are one object", async () => {
    expect(await shop.json("rpc/first_book?select=id,title")).toEqual({ id: 1, title: "Les Misérables" });
    expect(await shop.json("rpc/split?whole=7")).toEqual({ half: 3, rest: 1 });
  });
});

describe("Writing", () => {
  test("through a function without result answers 204", async () => {
    const response = await shop.request("rpc/note", post({ line: "x" }));
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect((await shop.db.inspect("select line from public.ledger")).rows).toEqual([{ line: "x" }]);
  });

  test("by GET is refused: 405", async () => {
    for (const method of ["GET", "HEAD"]) {
      expect((await shop.request("rpc/note?line=x", { method })).status).toBe(405);
    }
    expect((await shop.db.inspect("select from public.ledger")).rowCount).toBe(0);
  });

  test("is rolled back when the result is not the one row, or the range, that was asked for", async () => {
    await shop.request("rpc/note_and_list", post({ line: "kept" }));
    const single = { accept: "application/vnd.pgrst.object+json" };
    expect(
      (await shop.request("rpc/note_and_list?line=eq.other", { ...post({ line: "x" }), headers: single })).status,
    ).toBe(406);
    const counted = { prefer: "count=exact" };
    expect(
      (await shop.request("rpc/note_and_list?offset=9", { ...post({ line: "x" }), headers: counted })).status,
    ).toBe(416);
    expect((await shop.db.inspect("select line from public.ledger")).rows).toEqual([{ line: "kept" }]);
  });
});

describe("Calls that cannot be", () => {
  test.each([
    ["rpc/nothing", {}, 404, "PGRST202"],
    ["rpc/add", {}, 404, "PGRST202"],
    ["rpc/add", { a: 1, c: 1 }, 404, "PGRST202"],
    ["rpc/twin", { a: 1 }, 300, "PGRST203"],
    ["rpc/nameless", { "": 1 }, 404, "PGRST202"],
    ["rpc/add", [1], 400, "PGRST102"],
    ["rpc/add", "x", 400, "PGRST102"],
    ["rpc/add", { a: "many" }, 400, "22P02"],
    ["rpc/add", { a: 2147483647 }, 400, "22003"],
    ["rpc/count_words", { words: "x" }, 400, "22P02"],
    ["rpc/add?id=eq.1", { a: 1 }, 400, "42703"],
    ["rpc/books_of?nothing=eq.1", { wanted: "x" }, 400, "42703"],
    ["rpc/complain", { state: "P0001", words: "Trop tard." }, 400, "P0001"],
    ["rpc/complain", { state: "PT409", words: "Autre adresse." }, 409, "PT409"],
    ["rpc/complain", { state: "23505", words: "a secret" }, 409, "23505"],
    ["rpc/complain", { state: "42501", words: "a secret" }, 403, "42501"],
    ["rpc/complain", { state: "40P01", words: "a secret" }, 503, "40P01"],
    ["rpc/complain", { state: "XX000", words: "a secret" }, 500, "XX000"],
    ["rpc/complain", { state: "PT200", words: "a secret" }, 400, "PT200"],
  ])("%s with %j is refused: %i %s", async (path, body, status, code) => {
    const response = await shop.request(path, post(body));
    const problem = (await response.json()) as { code: string; message: string };
    expect([response.status, problem.code]).toEqual([status, code]);
    expect(problem.message).not.toContain("a secret".repeat(code === "PT200" ? 2 : 1));
  });

  test("What our procedures raise is said in their words", async () => {
    expect(await shop.json("rpc/complain", post({ state: "PT409", words: "Autre adresse." }))).toEqual({
      code: "PT409",
      details: null,
      hint: null,
      message: "Autre adresse.",
    });
  });

  test("Only GET, HEAD and POST call a function", async () => {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const response = await shop.request("rpc/add?a=1", { method });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([405, "PGRST101"]);
    }
  });
});

describe("What runs before a procedure", () => {
  test("hears the arguments, the caller and the address", async () => {
    await shop.request("rpc/note", { ...post({ line: "x" }), headers: { "x-test-address": "192.0.2.7" } });
    expect(heard).toMatchObject([
      { args: { line: "x" }, caller: { role: "service_role" }, clientAddress: "192.0.2.7" },
    ]);
    expect(heard[0]?.requestId).toBeTruthy();
  });

  test("answers in its place", async () => {
    const response = await shop.request("rpc/note", post({ line: "refused" }));
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await response.json()).toEqual({ code: "PT429", details: null, hint: null, message: "Later." });
    expect((await shop.db.inspect("select from public.ledger")).rowCount).toBe(0);
  });

  test("is not asked about a call that is refused anyway", async () => {
    await shop.request("rpc/note", post({ wrong: "x" }));
    await shop.request("rpc/note?line=x");
    expect(heard).toEqual([]);
  });
});
