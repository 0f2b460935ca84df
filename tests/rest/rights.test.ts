import { expect, test } from "vitest";

import type { Database, DatabaseRole } from "#engine/db/database.ts";
import { isSqlError } from "#engine/db/database-errors.ts";
import { createCatalogSource, quoteName } from "#engine/rest/catalog.ts";

import { mount, openBookshop } from "./bookshop.ts";

const roles: DatabaseRole[] = ["anon", "authenticated", "service_role"];

const shop = await openBookshop();
await shop.fill();

/** What the database says itself, asked as the role; nothing is kept. */
async function isAllowed(role: DatabaseRole, text: string): Promise<boolean> {
  try {
    await shop.db.asCaller({ role, claims: {} }, {}, async (tx) => {
      await tx.query(text);
      throw new Error("allowed");
    });
  } catch (error) {
    return !(isSqlError(error) && error.code === "42501");
  }
  throw new Error("The transaction ended well.");
}

test("For every role, column and command the catalog refuses what the database refuses, and nothing else", async () => {
  const { context, db } = shop;
  const catalog = await createCatalogSource(db, context.log, context.now).current();
  const views = (
    await db.inspect<{ name: string }>("select viewname as name from pg_views where schemaname = 'public'")
  ).rows.map(({ name }) => name);
  const differences: string[] = [];
  const counts = { allowed: 0, refused: 0 };

  for (const role of roles) {
    for (const { name, sql, columns, rights } of catalog.relations.values()) {
      const { select, insert, update, delete: remove } = rights[role];
      const first = quoteName([...columns.keys()][0] ?? "");
      const cases: [text: string, isSaid: boolean][] = [...columns.keys()].map((each) => [
        `select ${quoteName(each)} from ${sql} limit 0`,
        select.has(each),
      ]);
      cases.push([`delete from ${sql} where false`, remove]);
      // whether any column may be written: where none may, the first may not
      if (!insert) cases.push([`insert into ${sql} (${first}) select null where false`, false]);
      if (!update) cases.push([`update ${sql} set ${first} = null where false`, false]);
      for (const [text, isSaid] of cases) {
        const isTrue = await isAllowed(role, text);
        counts[isSaid ? "allowed" : "refused"] += 1;
        // a view may be refused for the tables under it
        if (isSaid ? !isTrue && !views.includes(name) : isTrue) differences.push(`${role}: ${text}`);
      }
    }
  }
  expect(differences).toEqual([]);
  expect(Math.min(counts.allowed, counts.refused)).toBeGreaterThan(100);
});

test("What the role may not do is refused before the database hears of it", async () => {
  const asked: string[] = [];
  const spied: Database = {
    ...shop.db,
    asCaller: (caller, options, work) => {
      asked.push(`${caller.role} ${options.settings?.["request.path"]}`);
      return shop.db.asCaller(caller, options, work);
    },
    readAsCaller: (caller, settings, statement) => {
      asked.push(`${caller.role} ${statement.text}`);
      return shop.db.readAsCaller(caller, settings, statement);
    },
  };
  const app = mount({ ...shop.context, db: spied });
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { apikey: shop.context.settings.publishableKey, "content-type": "application/json" };
    const response = await app.request(`http://site.test/rest/v1/${path}`, { headers, ...init });
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  await shop.db.inspect("revoke execute on function public.shelves from anon, public");
  await shop.db.inspect("notify pgrst");
  await expect.poll(() => ask("rpc/shelves?select=size")).toEqual([401, "42501"]);
  asked.length = 0;

  for (const path of [
    "books",
    "books?select=id,title,a:author",
    "books?select=id&author=eq.x",
    "books?select=id&or=(id.eq.1,not.and(pages.gt.2,id.eq.2))",
    "books?select=id&order=author",
    "loans?select=note",
    "rpc/shelves?select=size&size=gt.1",
  ]) {
    expect([path, await ask(path)]).toEqual([path, [401, "42501"]]);
  }
  expect(await ask("books", { method: "POST", body: '{"title":"x"}' })).toEqual([401, "42501"]);
  expect(await ask("books?id=eq.1", { method: "PATCH", body: '{"title":"x"}' })).toEqual([401, "42501"]);
  expect(await ask("books?id=eq.1", { method: "DELETE" })).toEqual([401, "42501"]);
  expect(asked).toEqual([]);

  expect(
    (
      await app.request("http://site.test/rest/v1/books?select=id,title", {
        headers: { apikey: shop.context.settings.publishableKey },
      })
    ).status,
  ).toBe(200);
  expect(asked).toHaveLength(1);
});

test("A right that a migration grants counts when it says so, one granted in silence a minute later", async () => {
  let passedMs = 0;
  const app = mount({ ...shop.context, now: () => new Date(Date.now() + passedMs) });
  const read = async (column: string) => {
    const headers = { apikey: shop.context.settings.publishableKey };
    return (await app.request(`http://site.test/rest/v1/books?select=${column}`, { headers })).status;
  };
  expect([await read("pages"), await read("price")]).toEqual([401, 401]);

  await shop.db.inspect("grant select (pages) on public.books to anon");
  await shop.db.inspect("notify pgrst, 'reload schema'"); // as a start does after its migrations
  await expect.poll(() => read("pages")).toBe(200);

  await shop.db.inspect("grant select (price) on public.books to anon");
  passedMs = 61_000;
  await expect.poll(() => read("price")).toBe(200);

  await shop.db.inspect("revoke select (pages, price) on public.books from anon");
  expect([await read("pages"), await read("price")]).toEqual([401, 401]);
});
