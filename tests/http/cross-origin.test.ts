import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import { send, type JsonAnswer } from "#tests/support/http-client.ts";
import { serveTests } from "#tests/support/http-server.ts";

import { makeCredentials } from "./credentials.ts";

const { db, server } = await serveTests();
const credentials = await makeCredentials(server, db);
let customerId: string;

beforeAll(async () => {
  const { rows } = await db.inspect<{ id: string }>("select id from auth.users where email like 'cliente@%'");
  customerId = rows[0]?.id ?? "";
  await db.inspect(
    `insert into private.deliveries (kind, event, body, status) values ('mail', 'mail.recovery', '{"to": ""}', 'dead')`,
  );
});
beforeEach(() => db.inspect("delete from private.rate_buckets"));

const home = "http://localhost:3000";
const strangers = ["https://evil.example", "null", "http://localhost:3000.evil.example", "http://localhost:3001"];
/** What a form of any page may send, and what only a script with permission may. */
const contentTypes = [
  "application/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  undefined,
];

type Endpoint = {
  method?: string;
  path: string;
  body: object | string | undefined;
  needs?: "customer" | "administrator" | "secret";
};

const endpoints: Endpoint[] = [
  { path: "/auth/v1/signup", body: { email: "piege@exemple.example", password: "Bruyère-Matin-57" } },
  { path: "/auth/v1/recover", body: { email: "cliente@exemple.example" } },
  { path: "/auth/v1/logout?scope=others", body: {}, needs: "customer" },
  { method: "PUT", path: "/auth/v1/user", body: { data: { a: 1 } }, needs: "customer" },
  {
    path: "/rest/v1/rpc/create_lead_without_auth",
    body: { email_param: "piege@exemple.example", funnel_origin_param: "secretariat" },
  },
  {
    path: "/rest/v1/rpc/create_profile_if_not_exists",
    body: { registration_path_param: "/inscription-secretariat" },
    needs: "customer",
  },
  {
    method: "PATCH",
    path: "/rest/v1/leads?funnel_origin=eq.secretariat",
    body: { lead_status: "client" },
    needs: "administrator",
  },
  { method: "DELETE", path: "/rest/v1/leads?funnel_origin=eq.secretariat", body: undefined, needs: "administrator" },
  {
    path: "/functions/v1/create-account",
    body: { lead_id: "00000000-0000-4000-8000-000000000000" },
    needs: "administrator",
  },
  { path: "/functions/v1/delete-account", body: { email: "cliente@exemple.example" }, needs: "customer" },
  {
    path: "/functions/v1/delete-user",
    body: { user_id: "00000000-0000-4000-8000-000000000000" },
    needs: "administrator",
  },
  { path: "/functions/v1/replay-deliveries", body: { receiver_id: "mail" }, needs: "administrator" },
  { path: "/functions/v1/export-account", body: {}, needs: "customer" },
  { path: "/functions/v1/signed-in", body: { path: "/" }, needs: "customer" },
  {
    path: "/operations/administrators",
    body: { email: "piege@exemple.example", password: "un-mot-de-passe-long" },
    needs: "secret",
  },
  { path: "/demo/switches", body: "webhooks=down" },
  { path: "/demo/reset", body: "" },
  { path: "/demo/paiement/marketing", body: "answer=pay&prefilled_email=x" },
  { method: "PUT", path: "/demo/switches.json", body: { mail: "down" } },
  { method: "DELETE", path: "/demo/payments.json", body: undefined },
];

const simpleTypes = /^(?:text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)/;

type PageRequest = { origin: string; method: string; path: string; headers: Record<string, string>; body?: unknown };

/** What a browser does for a page of this origin: it asks first, unless a form could have sent the same. */
async function sendFromPage({ origin, method, path, headers, body }: PageRequest): Promise<JsonAnswer | undefined> {
  const asked = Object.keys(headers).filter(
    (name) => name !== "content-type" || !simpleTypes.test(headers[name] ?? ""),
  );
  const isSimple = ["GET", "HEAD", "POST"].includes(method) && asked.length === 0;
  const own = origin === home ? "same-origin" : origin === "http://localhost:3001" ? "same-site" : "cross-site";
  const site = { origin, "sec-fetch-site": own };
  if (!isSimple && origin !== home) {
    const { headers: answer } = await send(server.port, "OPTIONS", path, {
      headers: { ...site, "access-control-request-method": method, "access-control-request-headers": asked.join(",") },
    });
    if (!["*", origin].includes(answer.get("access-control-allow-origin") ?? "")) return undefined;
  }
  return send(server.port, method, path, {
    headers: { ...site, ...(body !== undefined && { "content-type": "" }), ...headers },
    body,
  });
}

/** Everything that a request could have changed, but for the counters of requests. */
async function fingerprint(): Promise<unknown> {
  const { rows: tables } = await db.inspect<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth') and tablename <> 'rate_buckets' order by 1`,
  );
  const hash = ({ name }: { name: string }) =>
    `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as rows from ${name} as t`;
  const { rows } = await db.inspect(tables.map(hash).join(" union all "));
  const demo = ["switches", "payments", "mail", "webhooks"].map(
    async (name) => (await send(server.port, "GET", `/demo/${name}.json`)).text,
  );
  return [rows, await Promise.all(demo)];
}

function tokenFor({ needs }: Endpoint): Record<string, string> {
  if (needs === undefined) return { apikey: credentials.publishableKey };
  const token = needs === "secret" ? credentials.secretKey : credentials[needs];
  return { apikey: credentials.publishableKey, authorization: `Bearer ${token}`, "x-admin-token": token };
}

function bodyOf({ path, body }: Endpoint): string | undefined {
  if (body === undefined || typeof body === "string") return body;
  return JSON.stringify(path.endsWith("profile_if_not_exists") ? { ...body, user_id_param: customerId } : body);
}

describe("A page of another site", () => {
  const tries = strangers.length * contentTypes.length * endpoints.length * 2;

  test(`changes nothing in ${tries} tries, even with keys and tokens in hand`, async () => {
    await send(server.port, "POST", "/demo/paiement/closing", {
      body: "answer=pay",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const before = await fingerprint();
    let tried = 0;
    for (const origin of strangers) {
      for (const contentType of contentTypes) {
        for (const endpoint of endpoints) {
          for (const keys of [{}, tokenFor(endpoint)]) {
            const headers = { ...keys, ...(contentType && { "content-type": contentType }) };
            await sendFromPage({
              origin,
              method: endpoint.method ?? "POST",
              path: endpoint.path,
              headers,
              body: bodyOf(endpoint),
            });
            tried += 1;
          }
        }
      }
      expect([origin, await fingerprint()]).toEqual([origin, before]);
    }
    console.log(`S-22: ${tried} cross-origin tries, 0 state changes`);
    expect(tried).toBe(tries);
  });

  test("gets nowhere without the type either, were its browser to send without asking", async () => {
    const before = await fingerprint();
    // Signing out reads no body: what stops a stranger there is the token.
    const apis = endpoints.filter(({ path }) => !path.startsWith("/demo") && !path.includes("logout"));
    for (const contentType of contentTypes.slice(1)) {
      for (const endpoint of apis.filter(({ body }) => body !== undefined)) {
        const headers = { ...tokenFor(endpoint), origin: strangers[0] ?? "", "content-type": contentType ?? "" };
        const { status } = await send(server.port, endpoint.method ?? "POST", endpoint.path, {
          headers,
          body: bodyOf(endpoint),
        });
        expect([endpoint.path, contentType, status]).toEqual([endpoint.path, contentType, 415]);
      }
    }
    expect(await fingerprint()).toEqual(before);
  });

  test("gets nowhere with a form whose address has the publishable key", async () => {
    const before = await fingerprint();
    const open = endpoints.filter(({ path, needs, body }) => !path.startsWith("/demo") && !needs && body !== undefined);
    for (const contentType of contentTypes.slice(1)) {
      for (const endpoint of open) {
        const path = `${endpoint.path}?apikey=${credentials.publishableKey}`;
        const headers = { "content-type": contentType ?? "" };
        const answer = await sendFromPage({
          origin: strangers[0] ?? "",
          method: "POST",
          path,
          headers,
          body: bodyOf(endpoint),
        });
        expect([path, contentType, answer?.status]).toEqual([path, contentType, contentType ? 415 : undefined]);
      }
    }
    expect(open).toHaveLength(3);
    expect(await fingerprint()).toEqual(before);
  });

  test("is the only one held back: a page of this site does each of these things", async () => {
    for (const endpoint of endpoints.filter(
      ({ path }) => !/logout|create-account|delete-account|delete-user/.test(path),
    )) {
      const type =
        endpoint.path.startsWith("/demo") && typeof endpoint.body === "string"
          ? "application/x-www-form-urlencoded"
          : "application/json";
      const headers = { ...tokenFor(endpoint), "content-type": type };
      const answer = await sendFromPage({
        origin: home,
        method: endpoint.method ?? "POST",
        path: endpoint.path,
        headers,
        body: bodyOf(endpoint),
      });
      expect([endpoint.path, (answer?.status ?? 599) < 400, answer?.text]).toEqual([endpoint.path, true, answer?.text]);
    }
  });
});

describe("Other origins", () => {
  const preflight = (origin: string, path: string) =>
    send(server.port, "OPTIONS", path, {
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "apikey,content-type",
      },
    });

  test.each(["/auth/v1/signup", "/rest/v1/leads", "/functions/v1/delete-user"])(
    "are named one by one, never as *: %s",
    async (path) => {
      for (const origin of [home, "http://127.0.0.1:3000"]) {
        for (const answer of [
          await preflight(origin, path),
          await send(server.port, "POST", path, { headers: { origin }, body: {} }),
        ]) {
          expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
          expect(answer.headers.get("vary")).toMatch(/\borigin\b/i);
          expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
        }
      }
      const near = [
        "http://LOCALHOST:3000",
        "https://localhost:3000",
        "http://localhost",
        "http://localhost:30000",
        "http://localhost:3000/",
        "http://localhost:3000, https://evil.example",
        "file://",
      ];
      for (const origin of [...strangers, ...near]) {
        for (const answer of [
          await preflight(origin, path),
          await send(server.port, "POST", path, { headers: { origin }, body: {} }),
        ]) {
          expect([origin, answer.headers.get("access-control-allow-origin")]).toEqual([origin, undefined]);
        }
      }
    },
  );

  test("may send and read exactly what the published client does", async () => {
    const { status, headers } = await preflight(home, "/rest/v1/leads");
    const list = (name: string) =>
      (headers.get(name) ?? "")
        .split(",")
        .map((each) => each.trim().toLowerCase())
        .toSorted();
    expect(status).toBe(204);
    expect(list("access-control-allow-methods")).toEqual(["delete", "get", "head", "options", "patch", "post", "put"]);
    expect(list("access-control-allow-headers")).toEqual([
      "accept-profile",
      "apikey",
      "authorization",
      "baggage",
      "content-profile",
      "content-type",
      "idempotency-key",
      "prefer",
      "range",
      "range-unit",
      "traceparent",
      "tracestate",
      "x-admin-token",
      "x-client-info",
      "x-region",
      "x-retry-count",
      "x-supabase-api-version",
    ]);
    const read = await send(server.port, "GET", "/rest/v1/leads", { headers: { origin: home } });
    expect(read.headers.get("access-control-expose-headers")?.toLowerCase().split(",").toSorted()).toEqual([
      "content-location",
      "content-range",
      "link",
      "preference-applied",
      "proxy-status",
      "retry-after",
      "x-request-id",
      "x-sb-error-code",
      "x-supabase-api-version",
      "x-total-count",
    ]);
  });

  test("find no page, switch or number of ours open to them", async () => {
    for (const path of ["/", "/admin", "/healthz", "/metrics", "/demo", "/demo/mail.json", "/demo/switches.json"]) {
      const { headers } = await send(server.port, "GET", path, { headers: { origin: strangers[0] ?? "" } });
      expect([path, headers.get("access-control-allow-origin")]).toEqual([path, undefined]);
      expect([path, headers.has("set-cookie")]).toEqual([path, false]);
    }
  });
});

test("The publishable key may stand in the address, as on a hosted project; the secret key may not", async () => {
  const key = credentials.publishableKey;
  const asked = (path: string, headers = {}) =>
    send(server.port, path.startsWith("/auth") ? "POST" : "GET", path, {
      headers,
      ...(path.startsWith("/auth") && { body: { email: "personne@exemple.example" } }),
    });
  for (const path of ["/auth/v1/recover", "/rest/v1/leads?select=id&limit=1"]) {
    const mark = path.includes("?") ? "&" : "?";
    await db.inspect("delete from private.rate_buckets");
    const named = await asked(path, { apikey: key });
    await db.inspect("delete from private.rate_buckets");
    const inAddress = await asked(`${path}${mark}apikey=${key}`);
    expect([path, inAddress.status, inAddress.text]).toEqual([path, named.status, named.text]);
    expect([path, (await asked(`${path}${mark}apikey=${credentials.secretKey}`)).status]).toEqual([path, 401]);
    expect([path, (await asked(`${path}${mark}apikey=x`)).status]).toEqual([path, 401]);
  }
});

describe("A name that is pointed at this machine", () => {
  const rebound = { host: "evil.example:3000", origin: "http://evil.example:3000", "sec-fetch-site": "same-origin" };

  test.each([
    ["GET", "/demo/mail.json"],
    ["GET", "/demo"],
    ["POST", "/demo/switches"],
    ["GET", "/auth/v1/settings"],
    ["GET", "/healthz"],
  ])("%s %s of the demonstration is refused, and nothing changes", async (method, path) => {
    const before = await fingerprint();
    const answer = await send(server.port, method, path, {
      headers: { ...rebound, ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }) },
      ...(method === "POST" && { body: "webhooks=down" }),
    });
    expect(answer.status).toBe(421);
    expect(answer.text).toContain("Cette démonstration ne répond pas à ce nom");
    expect(await fingerprint()).toEqual(before);
  });

  test.each(["localhost", "site.localhost:4000", "127.0.0.1", "192.168.1.20:3000", "[::1]"])(
    "%s is a name of its own, or an address",
    async (host) => {
      expect((await send(server.port, "GET", "/demo/mail.json", { headers: { host } })).status).toBe(200);
    },
  );
});
