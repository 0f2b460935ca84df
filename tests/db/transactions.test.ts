import { beforeEach, describe, expect, test } from "vitest";

import type { Caller, Tx } from "#engine/db/database.ts";
import { DatabaseUnavailable, isSqlError } from "#engine/db/database-errors.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const anon: Caller = { role: "anon", claims: {} };
const customer: Caller = {
  role: "authenticated",
  claims: { sub: "3f0c8a3e-0000-4000-8000-000000000001", aal: "aal1" },
};

const identityText = `
  select current_user::text as role, coalesce(current_setting('request.jwt.claims', true), '') as claims,
         coalesce(current_setting('request.method', true), '') as method`;

const db = await openDatabaseForFile({ isOwn: true });
await db.inspect("create table private.notes (id bigint generated always as identity, text text unique, day date)");
await db.inspect("alter table private.notes owner to site_server");

beforeEach(async () => void (await db.inspect("truncate private.notes")));

describe("Who a transaction runs as", () => {
  test("A caller has its own role and claims, and nothing of the caller before", async () => {
    const first = await db.asCaller(customer, { settings: { "request.method": "POST" } }, whoAmI);
    const second = await db.asCaller(anon, {}, whoAmI);

    expect(first).toEqual({ role: "authenticated", claims: JSON.stringify(customer.claims), method: "POST" });
    expect(second).toEqual({ role: "anon", claims: "{}", method: "" });
  });

  test("Claims with quotes, backslashes and dollars arrive as they are", async () => {
    const claims = { text: `'; reset role; -- \\' "$1" $$ é \u2028` };

    const { claims: received } = await db.asCaller({ role: "anon", claims }, {}, whoAmI);

    expect(JSON.parse(received)).toEqual(claims);
  });

  test("The server is site_server, without superuser rights and without claims", async () => {
    await db.asCaller(customer, {}, whoAmI);

    const server = await db.asServer(whoAmI);
    const { rows } = await db.asServer((tx) =>
      tx.query(`
      select rolsuper or rolbypassrls or rolcreaterole as is_mighty from pg_roles where rolname = current_user`),
    );

    expect(server).toEqual({ role: "site_server", claims: "", method: "" });
    expect(rows).toEqual([{ is_mighty: false }]);
  });

  test.each([
    ["a statement fails", (tx: Tx) => tx.query("select 1 / 0"), "division by zero"],
    ["the work throws", () => Promise.reject(new Error("my own")), "my own"],
    ["a statement cannot be parsed", (tx: Tx) => tx.query("selec"), "syntax error"],
  ])("Role and claims are gone after %s", async (_, failingWork, message) => {
    await expect(db.asCaller(customer, {}, failingWork)).rejects.toThrow(message);

    expect(await db.asServer(whoAmI)).toEqual({ role: "site_server", claims: "", method: "" });
    expect(await db.asCaller(anon, {}, whoAmI)).toEqual({ role: "anon", claims: "{}", method: "" });
  });

  test("Parallel callers never see each other's claims", async () => {
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        db.asCaller({ role: index % 2 ? "anon" : "authenticated", claims: { index } }, {}, whoAmI),
      ),
    );

    expect(seen.map(({ role, claims }) => [role, claims])).toEqual(
      seen.map((_, index) => [index % 2 ? "anon" : "authenticated", JSON.stringify({ index })]),
    );
  });

  test.each(["postgres", "site_server", "authenticator", "__proto__", "ANON", ""])(
    "Nobody acts as %j",
    async (role) => {
      await expect(db.asCaller({ role: role as "anon", claims: {} }, {}, whoAmI)).rejects.toThrow("Nobody may act as");
    },
  );

  test.each(["role", "ROLE", "session_authorization"])("A caller's settings cannot change %s", async (name) => {
    await expect(db.asCaller(anon, { settings: { [name]: "postgres" } }, whoAmI)).rejects.toThrow("may not change");
  });

  test("A caller cannot become another role by SQL", async () => {
    const steal = db.asCaller(customer, {}, (tx) => tx.query("select secret from private.notes"));

    await expect(steal).rejects.toMatchObject({ code: "42501" });
  });
});

describe("What a transaction does", () => {
  test("What the work wrote is kept when it ends well, and not when it throws", async () => {
    await db.asServer((tx) => tx.query("insert into private.notes (text) values ($1)", ["kept"]));
    const failing = db.asServer(async (tx) => {
      await tx.query("insert into private.notes (text) values ($1)", ["dropped"]);
      throw new Error("changed my mind");
    });

    await expect(failing).rejects.toThrow("changed my mind");
    expect(await texts()).toEqual(["kept"]);
  });

  test("A caught SQL error does not pass for a success: the caller learns that nothing was written", async () => {
    const careless = db.asServer(async (tx) => {
      await tx.query("insert into private.notes (text) values ($1)", ["lost"]);
      await tx.query("select 1 / 0").catch(() => undefined);
    });

    await expect(careless).rejects.toThrow("Nothing was written");
    expect(await texts()).toEqual([]);
  });

  test("Reading only means that a write is refused", async () => {
    const write = db.asCaller({ role: "service_role", claims: {} }, { isReadOnly: true }, (tx) =>
      tx.query("create table public.nothing ()"),
    );

    await expect(write).rejects.toMatchObject({ code: "25006" });
  });

  test("Several commands in one text are refused, and pass as a script", async () => {
    const several = "insert into private.notes (text) values ('one'); insert into private.notes (text) values ('two')";

    await expect(db.asServer((tx) => tx.query(several))).rejects.toMatchObject({ code: "42601" });
    expect(await texts()).toEqual([]);
    await db.asServer((tx) => tx.runScript(several));
    expect(await texts()).toEqual(["one", "two"]);
  });

  test("A transaction inside another one is refused at once instead of waiting for itself", async () => {
    const nested = db.asServer(() => db.asServer((tx) => tx.query("select 1")));

    await expect(nested).rejects.toThrow("pass the open `tx` down");
    await expect(db.ping()).resolves.toBeUndefined();
  });

  test("An ended transaction can no longer be used", async () => {
    const leaked = await db.asServer((tx) => Promise.resolve(tx));

    await expect(leaked.query("select 1")).rejects.toThrow("over");
    await expect(leaked.runScript("select 1")).rejects.toThrow("over");
  });

  test("Statements sent together in one transaction are answered each with its own rows", async () => {
    const answers = await db.asServer((tx) =>
      Promise.all([1, 2, 3, 4, 5].map((each) => tx.query("select $1::int as each", [each]))),
    );

    expect(answers.map(({ rows }) => rows[0])).toEqual([1, 2, 3, 4, 5].map((each) => ({ each })));
  });

  test("A value that cannot be sent is an error, and the connection serves the next one", async () => {
    await expect(db.asServer((tx) => tx.query("select $1::jsonb", [circular()]))).rejects.toThrow(/circular/i);
    await expect(db.asServer((tx) => tx.query("select $1::text", ["a\0b"]))).rejects.toMatchObject({ code: "22021" });
    expect(await db.asServer(whoAmI)).toMatchObject({ role: "site_server" });
  });

  test("A connection thrown away in the middle of a transaction hands on neither role nor transaction", async () => {
    const losing = (tx: Tx) => tx.query("select $1::jsonb as lost", [circular()]);

    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2
          ? db.asCaller({ role: "authenticated", claims: { index } }, {}, losing).catch(() => "lost")
          : db.asCaller({ role: "anon", claims: { index } }, {}, async (tx) => [await whoAmI(tx), await whoAmI(tx)]),
      ),
    );

    expect(outcomes).toEqual(
      outcomes.map((_, index) => {
        const anonymous = { role: "anon", claims: JSON.stringify({ index }), method: "" };
        return index % 2 ? "lost" : [anonymous, anonymous];
      }),
    );
  });

  test("A SQL error shows a log neither the row nor the statement, and keeps its detail for the answer", async () => {
    await db.asServer((tx) => tx.query("insert into private.notes (text) values ('jeanne@example.test')"));

    const error = await db
      .asServer((tx) => tx.query("insert into private.notes (text) values ($1)", ["jeanne@example.test"]))
      .catch((reason: unknown) => reason as Error & { detail: string });

    expect(error).toMatchObject({ code: "23505" });
    expect(error).toHaveProperty("detail", "Key (text)=(jeanne@example.test) already exists.");
    expect(Object.entries(error).join(" ")).not.toContain("jeanne");
  });

  test("Two million characters go in and come back", async () => {
    const text = "é".repeat(2_000_000);

    const { rows } = await db.asServer((tx) => tx.query("select $1::text as text", [text]));

    expect(rows[0]?.text === text).toBe(true);
  });
});

describe("A read that leaves whole", () => {
  const identity = { text: identityText, values: [] };

  test("Runs as its caller, with the caller's claims and settings, and leaves nothing to the next", async () => {
    const first = await db.readAsCaller(customer, { "request.method": "GET" }, identity);
    const second = await db.readAsCaller(anon, {}, identity);

    expect(first.rows).toEqual([{ role: "authenticated", claims: JSON.stringify(customer.claims), method: "GET" }]);
    expect(second.rows).toEqual([{ role: "anon", claims: "{}", method: "" }]);
    expect(await db.asServer(whoAmI)).toEqual({ role: "site_server", claims: "", method: "" });
  });

  test("Is answered with its own rows, however many run at once", async () => {
    const text = "select $1::int as index, current_setting('request.jwt.claims') as claims";
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        db.readAsCaller({ role: "anon", claims: { index } }, {}, { text, values: [index] }),
      ),
    );

    expect(answers.map(({ rows }) => rows)).toEqual(
      answers.map((_, index) => [{ index, claims: JSON.stringify({ index }) }]),
    );
  });

  test("Writes nothing", async () => {
    const server: Caller = { role: "service_role", claims: {} };
    const write = db.readAsCaller(server, {}, { text: "create table public.nothing ()", values: [] });

    await expect(write).rejects.toMatchObject({ code: "25006" });
  });

  test.each([
    ["fails", "select 1 / 0", [], /division by zero/],
    ["cannot be parsed", "selec", [], /syntax error/],
    ["may not be run", "select text from private.notes", [], /permission denied/],
    ["carries what cannot be sent", "select $1::jsonb", [circular()], /circular/i],
  ])("Says its own error when it %s, and the connection serves the next one", async (_, text, values, problem) => {
    await expect(db.readAsCaller(customer, {}, { text, values })).rejects.toThrow(problem);

    expect((await db.readAsCaller(anon, {}, identity)).rows).toMatchObject([{ role: "anon", claims: "{}" }]);
    expect(await db.asServer(whoAmI)).toEqual({ role: "site_server", claims: "", method: "" });
  });

  test("Is refused inside a transaction, and for a role that no caller may have", async () => {
    await expect(db.asServer(() => db.readAsCaller(anon, {}, identity))).rejects.toThrow("pass the open `tx` down");
    await expect(db.readAsCaller({ role: "postgres" as "anon", claims: {} }, {}, identity)).rejects.toThrow("Nobody");
  });
});

describe("A statement of the server's own, alone", () => {
  const countNotes = "select count(*) as count from private.notes where text = $1";

  test("Runs as the server with the settings of its transactions, and leaves no setting of its own", async () => {
    const settings = `select current_user::text as role, current_setting('search_path') as path,
                             current_setting('statement_timeout') as timeout`;
    const { rows } = await db.asServer((tx) => tx.query(settings));

    expect((await db.runAsServer(settings)).rows).toEqual(rows);
    expect(rows).toMatchObject([{ role: "site_server" }]);
    await db.runAsServer("select set_config('statement_timeout', '5', true)");
    for (let turn = 0; turn < 12; turn += 1) expect((await db.runAsServer(settings)).rows).toEqual(rows);
  });

  test("Is written whole or not at all", async () => {
    const twice = "insert into private.notes (text) select 'alone' from generate_series(1, 2)";
    const insert = "insert into private.notes (text) values ($1)";
    await db.runAsServer(insert, ["alone, once"]);

    await expect(db.runAsServer(twice)).rejects.toMatchObject({ code: "23505" });
    expect((await db.runAsServer(countNotes, ["alone"])).rows).toEqual([{ count: 0 }]);
    expect((await db.runAsServer(countNotes, ["alone, once"])).rows).toEqual([{ count: 1 }]);
  });

  test("Is refused inside a transaction, and as several commands", async () => {
    await expect(db.asServer(() => db.runAsServer("select 1"))).rejects.toThrow("pass the open `tx` down");
    await expect(db.runAsServer("select 1; select 2")).rejects.toMatchObject({ code: "42601" });
  });
});

describe("What columns become", () => {
  test("Whole numbers are numbers, days are their text, instants are dates", async () => {
    const { rows } = await db.asServer((tx) =>
      tx.query(`select 9007199254740991::bigint as large, count(*) as count, date '2025-10-30' as day,
                       timestamptz '2025-10-30T10:00:00Z' as instant, array['a,b', 'c"d'] as list,
                       '{"a":[1]}'::jsonb as json, 1.50::numeric(4,2) as price, null::int as nothing`),
    );

    expect(rows[0]).toEqual({
      large: 9007199254740991,
      count: 1,
      day: "2025-10-30",
      instant: new Date("2025-10-30T10:00:00Z"),
      list: ["a,b", 'c"d'],
      json: { a: [1] },
      price: "1.50",
      nothing: null,
    });
  });

  test("A whole number too large to be exact is refused rather than rounded", async () => {
    const large = db.asServer((tx) => tx.query("select 9007199254740993::bigint"));

    await expect(large).rejects.toThrow("too large");
  });
});

describe("Prepared statements", () => {
  const countIn = (tx: Tx) => tx.query<{ count: number }>("select count(*) as count from pg_prepared_statements");

  test("No more than 120 stay prepared, and all go on working", async () => {
    for (let batch = 0; batch < 11; batch += 1) {
      await db.asServer(async (tx) => {
        for (let each = 0; each < 40; each += 1) await tx.query(`select ${batch * 20 + (each % 20)} as number`);
      });
    }

    const { rows } = await db.asServer(countIn);
    expect(rows[0]?.count).toBeLessThanOrEqual(121);
    expect(rows[0]?.count).toBeGreaterThan(60);
    expect((await db.asServer((tx) => tx.query("select 0 as number"))).rows).toEqual([{ number: 0 }]);
  });

  test("A text stays prepared from its second time on, the longer the fewer of them", async () => {
    const long = (number: number) => `select ${number} as number, '${"x".repeat(8000)}' as text`;
    const isKept =
      "select exists (select from pg_prepared_statements where statement like 'select ' || $1 || ' as%') as kept";
    const ask = (number: number) => db.asServer((tx) => tx.query(long(number)));
    const keeps = async (number: number) =>
      (await db.asServer((tx) => tx.query(isKept, [String(number)]))).rows[0]?.kept;

    await ask(1);
    expect(await keeps(1)).toBe(false);
    await ask(1);
    expect(await keeps(1)).toBe(true);
    expect((await ask(1)).rows[0]?.number).toBe(1);

    for (let number = 100; number < 140; number += 1) for (let time = 0; time < 2; time += 1) await ask(number);
    const { rows } = await db.asServer(countIn);
    expect(rows[0]?.count).toBeLessThanOrEqual(50);
    expect([await keeps(1), await keeps(139)]).toEqual([false, true]);
  });

  test("A table that changes under a prepared statement costs one error at most", async () => {
    const readAll = () => db.asServer((tx) => tx.query("select * from private.notes"));
    await db.inspect("insert into private.notes (text) values ('before')");
    await readAll();
    await db.inspect("alter table private.notes add column colour text default 'red'");

    const code = await readAll().then(
      () => "none",
      (error: unknown) => isSqlError(error) && error.code,
    );

    expect(["none", "0A000"]).toContain(code);
    expect((await readAll()).rows).toMatchObject([{ text: "before", colour: "red" }]);
    expect(await db.asServer(whoAmI)).toMatchObject({ role: "site_server" });
  });
});

type Identity = { role: string; claims: string; method: string };

async function whoAmI(tx: Tx): Promise<Identity> {
  const { rows } = await tx.query<Identity>(identityText);
  if (!rows[0]) throw new Error("No row.");
  return rows[0];
}

function circular(): unknown {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

async function texts(): Promise<unknown[]> {
  const { rows } = await db.inspect("select text from private.notes order by id");
  return rows.map(({ text }) => text);
}

test("When too many wait for a connection, the next is told at once, and those that wait are served", async () => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const told: unknown[] = [];
  const firstTold = Promise.withResolvers<void>();
  const all = Array.from({ length: 200 }, () =>
    db
      .asServer(() => release)
      .catch((error: unknown) => {
        told.push(error);
        firstTold.resolve();
      }),
  );
  await firstTold.promise; // before any caller was served
  expect(told.length).toBeGreaterThan(50);
  expect(told.every((error) => error instanceof DatabaseUnavailable && error.code === "busy")).toBe(true);
  const toldEarly = told.length;
  resolve();
  await Promise.all(all);
  expect(told).toHaveLength(toldEarly);
});
