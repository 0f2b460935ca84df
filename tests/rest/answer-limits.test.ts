import { describe, expect, test } from "vitest";

import { dataProblems } from "#content/shared/data-problems.ts";

import { openBookshop } from "./bookshop.ts";

const reader = "00000000-0000-4000-8000-00000000000b";
const loanCount = 30;

const shop = await openBookshop();
await shop.fill();
const as = { token: await shop.tokenOf(reader) };
await shop.db.inspect(
  "create function public.long_text(size int) returns text language sql stable as $$ select repeat('x', size) $$",
);
await shop.db.inspect("grant execute on function public.long_text to anon, service_role");
await shop.db.inspect("insert into public.books (title) select 'Tome ' || n from generate_series(1, $1::int) as n", [
  loanCount,
]);
// three megabytes for one reader
await shop.db.inspect(
  "insert into public.loans (book_id, reader_id, note) select id, $1, repeat('é', 50000) from public.books where title like 'Tome %'",
  [reader],
);

async function expectTooLarge(response: Response): Promise<void> {
  expect([response.status, await response.json()]).toEqual([
    413,
    { code: "54000", details: null, hint: null, message: dataProblems.answerTooLarge },
  ]);
}

describe("An answer past its bytes", () => {
  test("is refused in a sentence; fewer rows or columns are answered whole", async () => {
    await expectTooLarge(await shop.request("loans", { as }));
    await expectTooLarge(await shop.request("loans?select=book_id,a:note,b:note&limit=11", { as }));
    await expectTooLarge(
      await shop.request("loans", { as, headers: { accept: "application/vnd.pgrst.array+json;nulls=stripped" } }),
    );

    expect(await shop.json("loans?select=book_id,note&limit=20&order=book_id", { as })).toHaveLength(20);
    expect(await shop.json("loans?select=book_id", { as })).toHaveLength(loanCount);
    expect((await shop.request("loans", { as, method: "HEAD" })).status).toBe(200);
  });

  test("still says first that it is not the one row asked for", async () => {
    const accept = "application/vnd.pgrst.object+json";
    expect((await shop.request("loans", { as, headers: { accept } })).status).toBe(406);
  });

  test("undoes the write it would have answered", async () => {
    const init = { as, method: "PATCH", body: '{"due_on":"2025-11-20"}' };
    const filter = `loans?reader_id=eq.${reader}`;
    await expectTooLarge(await shop.request(filter, { ...init, headers: { prefer: "return=representation" } }));
    expect(await shop.json(`${filter}&due_on=not.is.null&select=book_id`, { as })).toEqual([]);

    expect((await shop.request(filter, init)).status).toBe(204);
    expect(await shop.json(`${filter}&due_on=not.is.null&select=book_id`, { as })).toHaveLength(loanCount);
  });

  test("is that of a function too, and of more bytes for a trusted server", async () => {
    expect(await shop.json("rpc/long_text?size=1900000", { as: "anon" })).toHaveLength(1_900_000);
    await expectTooLarge(await shop.request("rpc/long_text?size=2200000", { as: "anon" }));
    expect(await shop.json("rpc/long_text?size=2200000")).toHaveLength(2_200_000);
  });
});

test("A column asked for more than four times is refused in a sentence", async () => {
  const aliases = (count: number) => Array.from({ length: count }, (_, index) => `a${index}:title`).join(",");
  const response = await shop.request(`books?select=${aliases(5)}`, { as: "anon" });
  expect([response.status, await response.json()]).toEqual([
    400,
    { code: "PGRST100", details: null, hint: null, message: dataProblems.columnTooOften },
  ]);
  expect((await shop.request(`books?select=${aliases(4)}`, { as: "anon" })).status).toBe(200);
  expect((await shop.request(`books?select=*,${aliases(4)}`)).status).toBe(400);
  const written = await shop.request(`books?select=${aliases(190)}&id=eq.1`, {
    method: "PATCH",
    body: '{"shelf":"x"}',
    headers: { prefer: "return=representation" },
  });
  expect(written.status).toBe(400);
});
