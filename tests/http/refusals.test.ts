import { gzipSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import { exchange, headerLines, send } from "#tests/support/http-client.ts";
import { serveTests } from "#tests/support/http-server.ts";

import { findFault } from "./answer-faults.ts";
import { makeCredentials } from "./credentials.ts";

const { db, server } = await serveTests();
const credentials = await makeCredentials(server, db);

/** One address of each surface that reads a body, with a caller who may send one. */
const endpoints = [
  "/auth/v1/signup",
  "/rest/v1/rpc/create_lead_without_auth",
  "/rest/v1/leads",
  "/functions/v1/signed-in",
  "/functions/v1/delete-user",
  "/operations/administrators",
];

function keysFor(path: string): [string, string][] {
  const { publishableKey, secretKey, customer, administrator } = credentials;
  if (path.startsWith("/operations")) return [["authorization", `Bearer ${secretKey}`]];
  if (path === "/rest/v1/leads") return [["apikey", secretKey]];
  if (path.endsWith("signed-in"))
    return [
      ["apikey", publishableKey],
      ["authorization", `Bearer ${customer}`],
    ];
  if (path.endsWith("delete-user"))
    return [
      ["apikey", publishableKey],
      ["x-admin-token", administrator],
    ];
  return [["apikey", publishableKey]];
}

type Body = { bytes: Buffer | string; headers?: [string, string][]; isChunked?: boolean };

async function post(path: string, { bytes, headers = [["content-type", "application/json"]], isChunked }: Body) {
  const payload = Buffer.from(bytes);
  const framing: [string, string] = isChunked
    ? ["transfer-encoding", "chunked"]
    : ["content-length", String(payload.length)];
  const head = `POST ${path} HTTP/1.1\r\n${headerLines([["host", "localhost"], ["connection", "close"], ...keysFor(path), ...headers, framing])}\r\n`;
  const sent = isChunked ? [`${payload.length.toString(16)}\r\n`, payload, "\r\n0\r\n\r\n"] : [payload];
  return exchange(server.port, Buffer.concat([Buffer.from(head), ...sent.map((part) => Buffer.from(part))]));
}

const json: [string, string] = ["content-type", "application/json"];
const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
const wide = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, key) => [`k${key}`, 1])));
const long = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;

const bodies: [name: string, status: number, body: Body][] = [
  ["compressed", 415, { bytes: gzipSync("{}"), headers: [json, ["content-encoding", "gzip"]] }],
  ["said to be compressed", 415, { bytes: "{}", headers: [json, ["content-encoding", "br"]] }],
  ["a form", 415, { bytes: "a=b", headers: [["content-type", "application/x-www-form-urlencoded"]] }],
  ["plain text", 415, { bytes: "{}", headers: [["content-type", "text/plain"]] }],
  ["of no type", 415, { bytes: "{}", headers: [] }],
  ["of two types", 415, { bytes: "{}", headers: [["content-type", "text/plain, application/json"]] }],
  ["of 64 KiB and a byte", 413, { bytes: long(64 * 1024 + 1) }],
  ["of 64 KiB and a byte in chunks", 413, { bytes: long(64 * 1024 + 1), isChunked: true }],
  ["of 5 MB in chunks", 413, { bytes: long(5_000_000), isChunked: true }],
  ["nested 33 deep", 400, { bytes: nested(33) }],
  ["nested 30,000 deep", 400, { bytes: nested(30_000) }],
  ["of 201 keys", 400, { bytes: wide(201) }],
  ["cut short", 400, { bytes: '{"a":' }],
  [
    "in Latin-1",
    400,
    { bytes: Buffer.from('{"a":"é"}', "latin1"), headers: [["content-type", "application/json; charset=iso-8859-1"]] },
  ],
  ["of two values", 400, { bytes: "{}{}" }],
  ["a list", 400, { bytes: "[[]]" }],
  ["a text", 400, { bytes: '"text"' }],
];

describe("A body", () => {
  test.each(bodies)("%s is %i on every surface, in its shape", async (_, status, body) => {
    // The page of the sign-in is a detail of that announcement: it is made without.
    const isOtherShape = /^(?:\[\[|")/.test(body.bytes.toString());
    for (const path of endpoints.filter((each) => !isOtherShape || !each.endsWith("signed-in"))) {
      const result = await post(path, body);
      if (result.end !== "answered") throw new Error(`${path}: the connection ${result.end}.`);
      expect([path, result.answer.status, result.answer.text]).toEqual([path, status, result.answer.text]);
      expect(findFault({ method: "POST", target: path, sent: "" }, result.answer)).toBeUndefined();
    }
  });

  test("at each of these limits is read", async () => {
    for (const bytes of [long(64 * 1024), nested(32), wide(200)]) {
      for (const path of endpoints.filter((each) => each.startsWith("/functions") || each.startsWith("/auth"))) {
        const result = await post(path, { bytes });
        const code =
          result.end === "answered"
            ? (JSON.parse(result.answer.text) as { error_code?: string; code?: string })
            : undefined;
        expect([path, code?.error_code ?? code?.code]).not.toEqual([path, "bad_json"]);
        expect([path, result.end === "answered" && [413, 415].includes(result.answer.status)]).toEqual([path, false]);
      }
    }
  });
});

describe("A head", () => {
  const surfaces = ["/auth/v1/signup", "/rest/v1/leads", "/functions/v1/signed-in", "/readyz", "/demo", "/"];

  test("with an address of more than 8 KiB is 414, in the shape of its surface; at 8 KiB it is read", async () => {
    for (const path of surfaces) {
      const pad = (length: number) => `${path}?${"a".repeat(length - path.length - 1)}`;
      const answer = await send(server.port, "GET", pad(8 * 1024 + 1));
      expect([path, answer.status]).toEqual([path, 414]);
      expect(findFault({ method: "GET", target: path, sent: "" }, answer)).toBeUndefined();
      expect([path, (await send(server.port, "GET", pad(8 * 1024))).status]).not.toEqual([path, 414]);
    }
  });

  test("of more than 16 KiB is 431, in JSON; up to 64 KiB, in the shape of its surface", async () => {
    for (const path of surfaces) {
      const answer = await send(server.port, "GET", path, { headers: { "x-long": "a".repeat(17 * 1024) } });
      expect([path, answer.status]).toEqual([path, 431]);
      expect(findFault({ method: "GET", target: path, sent: "" }, answer)).toBeUndefined();
      const { status, body } = await send(server.port, "GET", path, { headers: { "x-long": "a".repeat(65 * 1024) } });
      expect([path, status, body.code]).toEqual([path, 431, "headers_too_large"]);
    }
  });

  test("of more than 16 KiB tells a page of an allowed origin why, and no other page", async () => {
    const origin = "http://127.0.0.1:3000";
    const ask = (from: string) =>
      send(server.port, "GET", "/rest/v1/leads", { headers: { origin: from, cookie: "c".repeat(17 * 1024) } });
    const answer = await ask(origin);
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([431, origin]);
    expect(answer.body.message).toBe("Les en-têtes de la demande sont trop longs.");
    expect((await ask("https://evil.example")).headers.has("access-control-allow-origin")).toBe(false);
  });

  test("with an address of 20 KB tells the published client why, in a page of each allowed origin", async () => {
    const origin = "http://127.0.0.1:3000";
    const long = `/rest/v1/leads?id=in.(${Array.from({ length: 550 }, () => crypto.randomUUID()).join()})`;
    const answer = await send(server.port, "GET", long, { headers: { origin } });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([414, origin]);
    expect(answer.body.message).toBe("L’adresse demandée est trop longue.");
    const strange = await send(server.port, "GET", long, { headers: { origin: "https://evil.example" } });
    expect(strange.headers.has("access-control-allow-origin")).toBe(false);
  });

  test("with a host that is none is 400, in the shape of its surface", async () => {
    for (const path of surfaces.slice(0, 4)) {
      for (const host of ["", "a b", "[::1", "x/y", "localhost:99999"]) {
        const answer = await send(server.port, "GET", path, { headers: { host } });
        expect([path, host, answer.status]).toEqual([path, host, 400]);
        expect(findFault({ method: "GET", target: path, sent: "" }, answer)).toBeUndefined();
      }
    }
  });
});

test("With the demonstration's wires cut, every surface is 503 in its shape, with a time to come back", async () => {
  await send(server.port, "PUT", "/demo/switches.json", { body: { api: "down" } });
  for (const [path, keys] of [
    ["/auth/v1/user", "code,error_code,msg"],
    ["/rest/v1/leads", "code,details,hint,message"],
    ["/functions/v1/signed-in", "error,code"],
  ] as const) {
    const { status, headers, body } = await send(server.port, "POST", path, { body: {} });
    expect([path, status, headers.get("retry-after"), Object.keys(body).join()]).toEqual([path, 503, "1", keys]);
  }
  const named = await send(server.port, "POST", "/auth/v1/token", {
    body: {},
    headers: { "x-supabase-api-version": "2024-01-01" },
  });
  expect([named.status, Object.keys(named.body), named.headers.get("x-supabase-api-version")]).toEqual([
    503,
    ["code", "message"],
    "2024-01-01",
  ]);
  await send(server.port, "PUT", "/demo/switches.json", { body: { api: "ok" } });
});

test("A method that an address has not is refused by name, and TRACE gives nothing back", async () => {
  for (const [path, method, status] of [
    ["/auth/v1/signup", "GET", 405],
    ["/rest/v1/leads", "PUT", 405],
    ["/rest/v1/rpc/search_leads", "DELETE", 405],
    ["/functions/v1/delete-user", "GET", 405],
  ] as const) {
    const answer = await send(server.port, method, path, { headers: { apikey: credentials.publishableKey } });
    expect([path, method, answer.status]).toEqual([path, method, status]);
    expect(answer.headers.get("allow")).toBeTruthy();
    const traced = await send(server.port, "TRACE", path, {
      headers: { apikey: credentials.publishableKey, "x-mark": "spoken-back" },
    });
    expect(traced.status).toBeGreaterThanOrEqual(400);
    expect(traced.text).not.toContain("spoken-back");
  }
});
