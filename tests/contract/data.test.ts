import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { serve } from "@hono/node-server";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { openBookshop } from "#tests/rest/bookshop.ts";

/** The published client, over a real listener: what it shows its callers is the contract. */
const shop = await openBookshop();
const server = serve({ fetch: shop.app.fetch, port: 0, hostname: "127.0.0.1" });
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const trusted = connect(shop.context.settings.secretKey);
const visitor = connect(shop.context.settings.publishableKey);

beforeEach(() => shop.fill());
afterAll(() => void server.close());

function connect(key: string, token?: string): SupabaseClient {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
  return createClient(url, key, { auth, ...(token && { accessToken: async () => token }) });
}

describe("Selecting", () => {
  test("rows, columns, aliases and casts", async () => {
    const { data, error, status, count } = await trusted.from("books").select("id, t:title, price::text").eq("id", 1);
    expect({ data, error, status, count }).toEqual({
      data: [{ id: 1, t: "Les Misérables", price: "12.50" }],
      error: null,
      status: 200,
      count: null,
    });
  });

  test.each<[string, (books: ReturnType<SupabaseClient["from"]>) => PromiseLike<{ data: unknown }>, number[]]>([
    ["eq", (books) => books.select("id").eq("author", "Voltaire"), [3]],
    ["neq", (books) => books.select("id").neq("author", "Victor Hugo"), [3, 4, 6, 7, 8]],
    ["gt and lte", (books) => books.select("id").gt("pages", 3).lte("pages", 150), [3, 4]],
    ["gte and lt", (books) => books.select("id").gte("pages", 150).lt("pages", 1900), [2, 3]],
    ["like", (books) => books.select("id").like("title", "%Paris"), [2]],
    ["ilike", (books) => books.select("id").ilike("title", "%PARIS"), [2]],
    ["is null", (books) => books.select("id").is("author", null), [5]],
    ["is true", (books) => books.select("id").is("is_sold", true), [2, 5, 8]],
    ["in", (books) => books.select("id").in("author", ["Voltaire", "O'Brien"]), [3, 8]],
    [
      "in with reserved characters",
      (books) => books.select("id").in("title", ["Candide, ou l'Optimisme", "null"]),
      [3, 7],
    ],
    ["in of nothing", (books) => books.select("id").in("id", []), []],
    ["notIn", (books) => books.select("id").notIn("id", [1, 2, 3, 4, 5]), [6, 7, 8]],
    ["not", (books) => books.select("id").not("pages", "gt", 3).not("author", "is", null), [6, 7, 8]],
    ["or", (books) => books.select("id").or("pages.eq.1,and(pages.gt.900,is_sold.is.true)"), [2, 6]],
    [
      "or of quoted text",
      (books) => books.select("id").or('title.eq."Candide, ou l\'Optimisme",title.eq."Le \\"Horla\\""'),
      [3, 4],
    ],
    ["match", (books) => books.select("id").match({ author: "Victor Hugo", is_sold: true }), [2]],
    [
      "filter",
      (books) => books.select("id").filter("pages", "not.in", "(1,2,3)").lt("id", 9).gt("pages", 1),
      [1, 2, 3, 4],
    ],
    ["a date", (books) => books.select("id").lt("published", "1800-01-01"), [3]],
    ["a whole array", (books) => books.select("id").eq("tags", "{roman}"), [2]],
  ])("%s", async (_name, ask, ids) => {
    const { data } = await ask(trusted.from("books"));
    expect((data as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
  });

  test("in an order", async () => {
    const { data } = await trusted
      .from("books")
      .select("id")
      .order("is_sold", { ascending: false, nullsFirst: false })
      .order("pages")
      .limit(3);
    expect(data).toEqual([{ id: 8 }, { id: 2 }, { id: 5 }]);
  });

  test("a range with its exact count", async () => {
    const { data, count, status } = await trusted
      .from("books")
      .select("id", { count: "exact" })
      .order("id")
      .range(2, 4);
    expect({ data, count, status }).toEqual({ data: [{ id: 3 }, { id: 4 }, { id: 5 }], count: 8, status: 206 });
  });

  test("only a count", async () => {
    const { data, count, error } = await trusted
      .from("books")
      .select("*", { count: "exact", head: true })
      .gt("pages", 100);
    expect({ data, count, error }).toEqual({ data: null, count: 3, error: null });
  });

  test("a range beyond the end", async () => {
    const { error, status } = await trusted.from("books").select("id", { count: "exact" }).range(100, 110);
    expect([status, error?.code]).toEqual([416, "PGRST103"]);
  });

  test("the single row, or an error with its details", async () => {
    expect((await trusted.from("books").select("id").eq("id", 1).single()).data).toEqual({ id: 1 });
    const { data, error, status } = await trusted.from("books").select("id").eq("id", 0).single();
    expect([data, status]).toEqual([null, 406]);
    expect(error).toMatchObject({
      code: "PGRST116",
      details: "The result contains 0 rows",
      hint: null,
      message: "Cannot coerce the result to a single JSON object",
    });
  });

  test("perhaps one row", async () => {
    expect((await trusted.from("books").select("id").eq("id", 1).maybeSingle()).data).toEqual({ id: 1 });
    expect(await trusted.from("books").select("id").eq("id", 0).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    expect((await trusted.from("books").select("id").lt("id", 3).maybeSingle()).error?.code).toBe("PGRST116");
  });

  test("without nulls", async () => {
    expect((await trusted.from("books").select("id, author").eq("id", 5).stripNulls()).data).toEqual([{ id: 5 }]);
  });

  test.each<[string, (client: SupabaseClient) => PromiseLike<{ error: unknown; status: number }>, number, string]>([
    ["an unknown table", (client) => client.from("nothing").select(), 404, "PGRST205"],
    ["an unknown column", (client) => client.from("books").select("nothing"), 400, "42703"],
    ["an embedded resource", (client) => client.from("books").select("*, loans(*)"), 400, "PGRST200"],
    ["another schema", (client) => client.schema("private").from("submissions").select(), 406, "PGRST106"],
    ["CSV", (client) => client.from("books").select().csv(), 406, "PGRST107"],
    ["full text", (client) => client.from("books").select().textSearch("title", "x"), 400, "PGRST100"],
    ["a value of the wrong type", (client) => client.from("books").select().eq("pages", "many"), 400, "22P02"],
  ])("%s is an error with four keys", async (_name, ask, expectedStatus, code) => {
    const { error, status } = await ask(trusted);
    expect([status, error]).toEqual([
      expectedStatus,
      expect.objectContaining({
        code,
        message: expect.any(String),
        hint: expect.toBeOneOf([null, expect.any(String)]),
      }),
    ]);
  });
});

describe("Writing", () => {
  test("insert", async () => {
    expect(await trusted.from("books").insert({ title: "Germinal" })).toMatchObject({
      data: null,
      error: null,
      status: 201,
    });
    const { data } = await trusted
      .from("books")
      .insert({ title: "Nana", notes: { a: 1 }, tags: ["x"] })
      .select("title, notes, tags")
      .single();
    expect(data).toEqual({ title: "Nana", notes: { a: 1 }, tags: ["x"] });
  });

  test("insert several, with unlike keys and defaults", async () => {
    const rows = [{ title: "A", shelf: "top" }, { title: "B" }];
    const { data, count } = await trusted
      .from("books")
      .insert(rows, { count: "exact", defaultToNull: false })
      .select("title, shelf")
      .order("title");
    expect({ data, count }).toEqual({
      data: [
        { title: "A", shelf: "top" },
        { title: "B", shelf: "unsorted" },
      ],
      count: 2,
    });
    const nulls = await trusted
      .from("books")
      .insert([{ title: "C", shelf: "top" }, { title: "D" }])
      .select("shelf")
      .order("title");
    expect(nulls.data).toEqual([{ shelf: "top" }, { shelf: null }]);
  });

  test("a duplicate is a conflict", async () => {
    const { error, status } = await trusted.from("books").insert({ title: "null" });
    expect([status, error?.code]).toEqual([409, "23505"]);
    expect(error?.message).not.toContain("books_title");
  });

  test("upsert, merging or ignoring", async () => {
    const merged = await trusted
      .from("books")
      .upsert({ title: "null", pages: 7 }, { onConflict: "title" })
      .select("pages, author")
      .single();
    expect(merged.data).toEqual({ pages: 7, author: "NULL" });
    const ignored = await trusted
      .from("books")
      .upsert([{ title: "null", pages: 8 }], { onConflict: "title", ignoreDuplicates: true })
      .select();
    expect(ignored.data).toEqual([]);
  });

  test("update", async () => {
    expect(await trusted.from("books").update({ shelf: "x" }).eq("id", 1)).toMatchObject({
      data: null,
      error: null,
      status: 204,
    });
    const { data, count } = await trusted
      .from("books")
      .update({ shelf: "y" }, { count: "exact" })
      .lt("id", 3)
      .select("id, shelf")
      .order("id");
    expect({ data, count }).toEqual({
      data: [
        { id: 1, shelf: "y" },
        { id: 2, shelf: "y" },
      ],
      count: 2,
    });
    const several = await trusted.from("books").update({ shelf: "z" }).lt("id", 3).select().single();
    expect(several.error?.code).toBe("PGRST116");
    expect((await trusted.from("books").select("id").eq("shelf", "z")).data).toEqual([]);
  });

  test("delete", async () => {
    expect(await trusted.from("books").delete({ count: "exact" }).in("id", [1, 2])).toMatchObject({
      status: 204,
      count: 2,
      error: null,
    });
    expect((await trusted.from("books").delete().eq("id", 3).select("id")).data).toEqual([{ id: 3 }]);
  });

  test("no change or removal of everything by mistake", async () => {
    expect((await trusted.from("books").delete()).error?.code).toBe("21000");
    expect((await trusted.from("books").update({ shelf: "x" })).error?.code).toBe("21000");
    expect((await trusted.from("books").select("id")).data).toHaveLength(8);
  });

  test("no more than the caller allows", async () => {
    const strict = "handling=strict, max-affected=3";
    const { error } = await trusted.from("books").update({ shelf: "x" }).gt("id", 0).setHeader("prefer", strict);
    expect(error?.code).toBe("PGRST124");
    expect((await trusted.from("books").select("id").eq("shelf", "unsorted")).data).toHaveLength(8);
  });

  test("nothing without the right to: 401 for a visitor, 403 for a customer", async () => {
    const customer = connect(
      shop.context.settings.publishableKey,
      await shop.tokenOf("00000000-0000-4000-8000-00000000000a"),
    );
    expect(await visitor.from("books").insert({ title: "x" })).toMatchObject({ status: 401, error: { code: "42501" } });
    expect(await customer.from("books").insert({ title: "x" })).toMatchObject({
      status: 403,
      error: { code: "42501" },
    });
    expect(await customer.from("loans").select()).toMatchObject({ status: 200, data: [] });
  });
});

describe("Calling", () => {
  test("scalars, lists and nothing", async () => {
    expect((await trusted.rpc("add", { a: 1, b: 2 })).data).toBe(3);
    expect((await trusted.rpc("add", { a: 1 }, { get: true })).data).toBe(11);
    expect((await trusted.rpc("count_words", { words: ["a", "b"] }, { get: true })).data).toBe(2);
    expect(await trusted.rpc("note", { line: "x" })).toMatchObject({ data: null, error: null, status: 204 });
  });

  test("rows, filtered and counted", async () => {
    const { data, count } = await trusted
      .rpc("books_of", { wanted: "Victor Hugo" }, { count: "exact" })
      .select("id")
      .gt("pages", 1000)
      .order("id");
    expect({ data, count }).toEqual({ data: [{ id: 1 }], count: 1 });
    expect((await trusted.rpc("books_of", { wanted: "Voltaire" }).single()).data).toMatchObject({ id: 3 });
    expect((await trusted.rpc("numbers", { up_to: 5 }, { head: true, count: "exact" })).count).toBe(5);
    expect((await trusted.rpc("describe", { data: {} }, { head: true, count: "exact" })).count).toBe(1);
  });

  test("errors", async () => {
    expect(await trusted.rpc("nothing")).toMatchObject({ status: 404, error: { code: "PGRST202" } });
    expect(await trusted.rpc("note", { line: "x" }, { get: true })).toMatchObject({
      status: 405,
      error: { code: "25006" },
    });
    expect(await trusted.rpc("complain", { state: "PT409", words: "Autre adresse." })).toMatchObject({
      status: 409,
      error: { code: "PT409", message: "Autre adresse.", details: null, hint: null },
    });
  });
});
