import pino from "pino";
import { beforeAll, describe, expect, test } from "vitest";

import { insertAccount } from "#engine/auth/accounts/accounts.ts";
import { openDatabase } from "#engine/db/open-database.ts";
import { testEngine } from "#tests/support/database.ts";
import { exchange, send } from "#tests/support/http-client.ts";
import { serveTests, startHttpServer } from "#tests/support/http-server.ts";
import { createTestInstance } from "#tests/support/test-instance.ts";

const { db, server } = await serveTests({ TRUSTED_PROXY: "127.0.0.30" });

/** The status of these bytes' answer; what the connection did instead. */
async function statusOf(request: string): Promise<number | string> {
  const result = await exchange(server.port, request);
  return result.end === "answered" ? result.answer.status : result.end;
}

describe("In the demonstration, the measures", () => {
  test("are open to a program of this machine, and to callers with the key", async () => {
    const withKey = { "x-forwarded-for": "192.0.2.1", authorization: `Bearer ${server.context.settings.secretKey}` };

    expect((await send(server.port, "GET", "/metrics")).text).toContain("site_deliveries");
    expect((await send(server.port, "GET", "/metrics", { headers: withKey })).status).toBe(200);
  });

  test.each([
    ["X-Forwarded-For", "127.0.0.1"],
    ["Forwarded", "for=127.0.0.1"],
    ["X-Real-IP", "127.0.0.1"],
    ["Via", "1.1 proxy"],
  ])(
    "are closed to what a proxy of this machine passes on with %s, as is all that asks for it",
    async (name, value) => {
      const headers = { [name]: value };
      const authorization = `Bearer ${server.context.settings.secretKey}`;
      const findings = { headers: { ...headers, authorization } };

      expect((await send(server.port, "GET", "/metrics", { headers })).status).toBe(401);
      expect((await send(server.port, "GET", "/operations/findings", findings)).status).toBe(401);
    },
  );
});

describe("The finder of a vulnerability", () => {
  test("reads where to write, until a day that is to come", async () => {
    const { status, headers, text } = await send(server.port, "GET", "/.well-known/security.txt");
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
    expect(headers.get("cache-control")).toBe("public, max-age=86400");
    const fields = new Map(
      text
        .trim()
        .split("\n")
        .map((line) => line.split(/: (.*)/, 2) as [string, string]),
    );
    expect([...fields.keys()]).toEqual(["Contact", "Expires", "Preferred-Languages", "Canonical"]);
    expect(fields.get("Contact")).toBe("mailto:bonjour@ariane.example");
    expect(fields.get("Canonical")).toBe(`${server.context.settings.site.origin}/.well-known/security.txt`);
    const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });
});

describe("The signing keys", () => {
  const kids = async () => {
    const { body } = await send(server.port, "GET", "/auth/v1/.well-known/jwks.json");
    return (body.keys as { kid: string }[]).map(({ kid }) => kid);
  };
  const ask = async (body: unknown, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${server.context.settings.secretKey}`;
    return send(server.port, "POST", "/operations/signing-keys", { headers: { authorization, ...headers }, body });
  };

  test("are rotated and given up for a caller with the secret key, on this machine", async () => {
    const before = await kids();
    expect((await ask({ now: false })).status).toBe(200);
    const rotated = await kids();
    expect((await ask({ now: true })).status).toBe(200);
    const renewed = await kids();

    expect(rotated.filter((kid) => before.includes(kid))).toHaveLength(2);
    expect(renewed.filter((kid) => rotated.includes(kid))).toEqual([]);
    const { rows } = await db.inspect(
      "select actor, action from private.audit_log where action like 'signing_keys.%' order by id",
    );
    expect(rows).toEqual([
      { actor: null, action: "signing_keys.rotated" },
      { actor: null, action: "signing_keys.retired" },
    ]);
  });

  test("and for no other caller, nor for an unknown body", async () => {
    const before = await kids();

    expect((await ask({ now: true }, { authorization: "Bearer x" })).status).toBe(401);
    expect((await ask({ now: true }, { "x-real-ip": "127.0.0.1" })).status).toBe(401);
    expect((await ask({ now: "yes" })).status).toBe(400);
    expect((await ask("{")).status).toBe(400);
    expect(await kids()).toEqual(before);
  });
});

describe("A reset of second factors", () => {
  const email = "perdu@exemple.example";
  const ask = (body: unknown, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${server.context.settings.secretKey}`;
    return send(server.port, "POST", "/operations/factor-resets", { headers: { authorization, ...headers }, body });
  };
  const count = async (text: string) => (await db.inspect(text, [email])).rowCount;
  const left = () => count("select from auth.mfa_factors join auth.users on users.id = user_id where email = $1");
  const mails = () => count("select from private.deliveries where body ->> 'to' = $1");
  const lines = () =>
    count(`select from private.audit_log join auth.users on users.id::text = detail ->> 'userId'
           where action = 'administrator.factors_reset' and actor is null and email = $1`);

  beforeAll(async () => {
    const now = server.context.now();
    await db.asServer(async (tx) => {
      const userId = await insertAccount(tx, { email, isEmailConfirmed: true }, now);
      await tx.query(
        "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'sealed')",
        [userId],
      );
    });
  });

  test("is refused without the secret key, from elsewhere, and for an unknown account", async () => {
    const unknown = await ask({ email: "personne@exemple.example" });

    expect((await ask({ email }, { authorization: "Bearer x" })).status).toBe(401);
    expect((await ask({ email }, { "x-forwarded-for": "127.0.0.1" })).status).toBe(401);
    expect(unknown).toMatchObject({ status: 400, body: { error: "nobody has an account with this address." } });
    expect((await ask({ email: "perdu" })).body.error).toBe("this is not an e-mail address.");
    expect((await ask({})).body.error).toBe("An e-mail is needed.");
    expect((await ask("{")).status).toBe(400);
    expect([await left(), await mails(), await lines()]).toEqual([1, 0, 0]);
  });

  test("takes them away, with a line and a mail; a second one finds none, and says so again", async () => {
    expect((await ask({ email: "Perdu@Exemple.example" })).status).toBe(200);
    expect([await left(), await mails(), await lines()]).toEqual([0, 1, 1]);

    expect((await ask({ email })).status).toBe(200);
    expect([await left(), await mails(), await lines()]).toEqual([0, 2, 2]);
  });
});

describe("A health check in HTTP/1.0, without Host,", () => {
  test.each(["/healthz", "/readyz"])("of %s is answered", async (path) => {
    expect(await statusOf(`GET ${path} HTTP/1.0\r\n\r\n`)).toBe(200);
    expect(await statusOf(`GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`)).toBe(200);
  });

  test.each([
    ["the same in HTTP/1.1", "GET /healthz HTTP/1.1\r\n\r\n"],
    ["a call in HTTP/1.0", "GET /rest/v1/leads HTTP/1.0\r\n\r\n"],
    ["the measures in HTTP/1.0", "GET /metrics HTTP/1.0\r\n\r\n"],
    ["a Host that is none", "GET /healthz HTTP/1.0\r\nHost: a b\r\n\r\n"],
  ])("opens no other door: %s is 400", async (_, request) => {
    expect(await statusOf(request)).toBe(400);
  });
});

test.each([
  "203.0.113.7:4711",
  "[2001:db8::1]:4711",
  "fe80::1%eth0",
  "localhost",
  "1.2.3",
  "[",
  "%00",
  ",,,",
  ":::::",
  "é",
])("No X-Forwarded-For of a trusted proxy is an error of ours: %j", async (hop) => {
  const headers = { "x-forwarded-for": hop, apikey: server.context.settings.publishableKey };
  const body = { email: "personne@zeta.example", password: "un-mauvais-mot-de-passe" };
  const signIn = await send(server.port, "POST", "/auth/v1/token?grant_type=password", {
    headers,
    body,
    from: "127.0.0.30",
  });

  expect(signIn.status).toBeLessThan(500);
});

test("Two visitors behind a proxy that writes ports are two, and one with two ports is one", async () => {
  const measure = async (hop: string) => {
    const { rows } = await db.inspect<{ count: number }>("select count(*)::int as count from private.rate_buckets");
    await send(server.port, "POST", "/functions/v1/record-consent", {
      headers: { "x-forwarded-for": hop, apikey: server.context.settings.publishableKey },
      body: {},
      from: "127.0.0.30",
    });
    const after = await db.inspect<{ count: number }>("select count(*)::int as count from private.rate_buckets");
    return (after.rows[0]?.count ?? 0) - (rows[0]?.count ?? 0);
  };

  expect([await measure("203.0.113.8:1"), await measure("203.0.113.9:1"), await measure("203.0.113.8:2")]).toEqual([
    1, 1, 0,
  ]);
});

describe("/readyz", () => {
  const ready = { status: "ready", database: "reachable", outbox: "running" };

  test("says that all is well, in three words", async () => {
    expect((await send(server.port, "GET", "/readyz")).body).toEqual(ready);
  });

  test.runIf(testEngine === "embedded")("says that the disk is too full to write, until there is room", async () => {
    const instance = await createTestInstance();
    let freeBytes = 127 * 1024 * 1024;
    const options = { readFreeBytes: () => Promise.resolve(freeBytes) };
    const full = await openDatabase({ ...instance.settings, authSecret: "unused" }, pino({ level: "silent" }), options);
    const site = await startHttpServer({ db: full });
    const answer = async () => {
      const { status, body } = await send(site.port, "GET", "/readyz");
      return [status, body];
    };
    try {
      expect(await answer()).toEqual([503, { ...ready, status: "not ready", database: "short of space" }]);
      freeBytes = 129 * 1024 * 1024;
      await expect.poll(answer).toEqual([200, ready]);
    } finally {
      await site.close();
      await full.close();
      await instance.remove();
    }
  });

  test.runIf(testEngine === "postgres")("says that the server takes no writes, until it does again", async () => {
    const { rows } = await db.inspect<{ name: string }>("select quote_ident(current_database()) as name");
    const setReadOnly = async (value: string) => {
      await db.inspect(
        `begin read write; alter database ${rows[0]?.name} set default_transaction_read_only = ${value}; commit`,
      );
      // Of this database only: the server has those of other files.
      await db.inspect(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename like 'site\\_server\\_%'`,
      );
    };
    const answers = async (expected: object) => {
      await expect.poll(async () => (await send(server.port, "GET", "/readyz")).body).toEqual(expected);
    };

    await setReadOnly("on");
    await answers({ ...ready, status: "not ready", database: "read-only" });
    const refused = await send(server.port, "GET", "/readyz");
    await setReadOnly("off");
    await answers(ready);

    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  });
});
