import { describe, expect, test } from "vitest";

import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import { testEngine } from "#tests/support/database.ts";

import { mount, openBookshop } from "./bookshop.ts";

const shop = await openBookshop();
await shop.fill();

async function codeOf(response: Response): Promise<[status: number, code: string]> {
  const problem = (await response.json()) as { code: string };
  expect(Object.keys(problem)).toEqual(["code", "details", "hint", "message"]);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  return [response.status, problem.code];
}

describe("Who asks", () => {
  test.each([
    ["no key", {}, "PGRST302"],
    ["a wrong key", { apikey: "sb_publishable_wrong" }, "PGRST301"],
    ["no bearer", { authorization: "Basic eDp5" }, "PGRST301"],
    ["a bearer that is no token", { authorization: "Bearer x.y.z" }, "PGRST301"],
    ["an unsigned token", { authorization: "Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0." }, "PGRST301"],
  ])("with %s gets 401 and is told how to authenticate", async (_name, headers, code) => {
    for (const path of ["books", "nothing", "rpc/add?a=1"]) {
      const response = await shop.app.request(`http://site.test/rest/v1/${path}`, { headers });
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
      expect(await codeOf(response)).toEqual([401, code]);
    }
  });

  test("with a token that has expired is told so", async () => {
    const token = await shop.tokenOf("00000000-0000-4000-8000-000000000001");
    const late = { ...shop.context, now: () => new Date(Date.now() + 2 * 3600 * 1000) };
    const headers = { apikey: shop.context.settings.publishableKey, authorization: `Bearer ${token}` };
    const response = await mount(late).request("http://site.test/rest/v1/books", { headers });
    expect(response.headers.get("www-authenticate")).toContain("JWT expired");
    expect(await codeOf(response)).toEqual([401, "PGRST303"]);
  });

  test("without the right is 401 as a visitor and 403 as a customer", async () => {
    expect(await codeOf(await shop.request("loans", { as: "anon" }))).toEqual([401, "42501"]);
    const token = await shop.tokenOf("00000000-0000-4000-8000-000000000001");
    expect(await codeOf(await shop.request("ledger", { as: { token } }))).toEqual([403, "42501"]);
  });

  test("repeating the public key as bearer is the public", async () => {
    const { publishableKey } = shop.context.settings;
    const as = { token: publishableKey };
    expect((await shop.request("books?select=id", { as })).status).toBe(200);
    expect((await shop.request("books", { as })).status).toBe(401);
  });
});

describe("How it is asked", () => {
  test.each([
    ["", "GET", 404, "PGRST125"],
    ["nothing", "GET", 404, "PGRST205"],
    ["pg_class", "GET", 404, "PGRST205"],
    ["books/1", "GET", 404, "PGRST125"],
    ["rpc", "GET", 404, "PGRST205"],
    ["rpc/add/more", "POST", 404, "PGRST125"],
    ["books", "PUT", 405, "PGRST117"],
    ["books", "OPTIONS", 405, "PGRST117"],
    ["books", "QUERY", 405, "PGRST117"],
  ])("/%s by %s is %i %s", async (path, method, status, code) => {
    expect(await codeOf(await shop.request(path, { method }))).toEqual([status, code]);
  });

  test.each([
    ["GET", "accept-profile"],
    ["POST", "content-profile"],
    ["PATCH", "content-profile"],
    ["DELETE", "content-profile"],
  ])("%s in another schema is 406", async (method, header) => {
    for (const schema of ["private", "auth", "pg_catalog", "PUBLIC", "'; --"]) {
      const response = await shop.request("books?id=eq.0", { method, headers: { [header]: schema } });
      expect(await codeOf(response)).toEqual([406, "PGRST106"]);
    }
  });

  test("Naming the one schema changes nothing", async () => {
    expect((await shop.request("rpc/add?a=1", { headers: { "accept-profile": "public" } })).status).toBe(200);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/csv", ""])(
    "A body of type %s is 415",
    async (type) => {
      const response = await shop.request("books", {
        method: "POST",
        body: '{"title":"x"}',
        headers: { "content-type": type },
      });
      expect(await codeOf(response)).toEqual([415, "PGRST102"]);
    },
  );

  test("A body that is encoded, too large, too deep or no JSON is refused", async () => {
    const post = (body: string, headers = {}) => shop.request("books", { method: "POST", body, headers });
    expect(await codeOf(await post("{}", { "content-encoding": "gzip" }))).toEqual([415, "PGRST102"]);
    expect(await codeOf(await post(JSON.stringify({ title: "x".repeat(70_000) })))).toEqual([413, "PGRST102"]);
    expect(await codeOf(await post(`${"[".repeat(40)}${"]".repeat(40)}`))).toEqual([400, "PGRST102"]);
    for (const body of ["", "{", "{'a':1}", "undefined", '{"title":"x"}}']) {
      expect(await codeOf(await post(body))).toEqual([400, "PGRST102"]);
    }
  });

  test("A media type we do not have is 406", async () => {
    for (const accept of ["text/csv", "application/geo+json", "application/vnd.pgrst.plan+json"]) {
      expect(await codeOf(await shop.request("books", { headers: { accept } }))).toEqual([406, "PGRST107"]);
    }
  });
});

describe("When the database", () => {
  test("is away, the answer is 503 with the time to wait", async () => {
    const away = async (): Promise<never> => {
      throw new DatabaseUnavailable("unreachable", "connect ECONNREFUSED 10.0.0.1:5432");
    };
    const app = mount({ ...shop.context, db: { ...shop.db, readAsCaller: away } });
    const headers = { apikey: shop.context.settings.secretKey };
    const response = await app.request("http://site.test/rest/v1/books", { headers });
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await codeOf(response)).toEqual([503, "PGRST001"]);
  });

  test("was away at the first request, the next one finds it", async () => {
    let isAway = true;
    const app = mount({
      ...shop.context,
      db: {
        ...shop.db,
        asServer: (work) =>
          isAway ? Promise.reject(new DatabaseUnavailable("unreachable", "away")) : shop.db.asServer(work),
      },
    });
    const ask = () =>
      app.request("http://site.test/rest/v1/books?limit=1", { headers: { apikey: shop.context.settings.secretKey } });
    expect((await ask()).status).toBe(503);
    isAway = false;
    expect((await ask()).status).toBe(200);
  });

  test("has a bug of ours to report, the answer is a bare 500", async () => {
    const broken = async (): Promise<never> => {
      throw new TypeError("cannot read secret of undefined");
    };
    const app = mount({ ...shop.context, db: { ...shop.db, readAsCaller: broken } });
    const response = await app.request("http://site.test/rest/v1/books", {
      headers: { apikey: shop.context.settings.secretKey },
    });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
  });

  // The embedded engine ends a long statement with its worker, and an in-memory database goes with it.
  test.runIf(testEngine === "postgres")("cuts a statement at its deadline, the answer is 400", async () => {
    expect(await codeOf(await shop.request("rpc/nap?seconds=5"))).toEqual([400, "57014"]);
    expect((await shop.request("books?limit=1")).status).toBe(200);
  });
});

test("Procedures read of the request what is not secret", async () => {
  await shop.db.inspect(
    "create function public.seen(name text) returns text language sql stable as 'select current_setting(name, true)'",
  );
  await shop.db.inspect("notify pgrst");
  await expect.poll(async () => (await shop.request("rpc/seen?name=request.method")).status).toBe(200);
  const seen = async (name: string) =>
    (await shop.json(`rpc/seen?name=${name}`, { headers: { "x-test": "yes", cookie: "a=b" } })) as string;
  expect(await seen("request.method")).toBe("GET");
  expect(await seen("request.path")).toBe("/rpc/seen");
  const headers = JSON.parse(await seen("request.headers")) as Record<string, string>;
  expect(headers["x-test"]).toBe("yes");
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["apikey"]));
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["cookie"]));
});
