import { expect, test } from "vitest";

import { createCatalogSource } from "#engine/rest/catalog.ts";
import { parseQuery, readParameters } from "#engine/rest/grammar.ts";
import { readMediaType } from "#engine/rest/media-type.ts";
import { findRelation, planRead } from "#engine/rest/planner.ts";

import { openBookshop } from "./bookshop.ts";

const shop = await openBookshop();
await shop.fill();

async function readCachedBytes(): Promise<number> {
  const { rows } = await shop.db.inspect<{ bytes: number }>(
    "select sum(used_bytes)::int as bytes from pg_backend_memory_contexts where name in ('CacheMemoryContext', 'Record information cache')",
  );
  return rows[0]?.bytes ?? 0;
}

test("A session keeps nothing of the names that callers make up", async () => {
  const { log, now } = shop.context;
  const books = findRelation(await createCatalogSource(shop.db, log, now).current(), "books");
  const columns = [...books.columns.keys()];
  const output = { media: readMediaType(undefined), isCounted: false, hasBody: true, maxBytes: 5000 };
  const ask = async (number: number) => {
    const named = Array.from({ length: 40 }, (_, index) => `n${number}_${index}:${columns[index % columns.length]}`);
    const { text, values } = planRead(
      books,
      parseQuery(readParameters(`select=${named.join(",")}`)),
      { offset: 0, limit: 10 },
      output,
    );
    await shop.db.inspect(text, values);
  };

  for (let number = 0; number < 20; number += 1) await ask(number);
  const before = await readCachedBytes();
  for (let number = 20; number < 220; number += 1) await ask(number);
  expect((await readCachedBytes()) - before).toBeLessThan(100_000);
});
