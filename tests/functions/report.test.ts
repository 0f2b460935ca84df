import { beforeEach, describe, expect, test } from "vitest";

import { mountFunctions } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { Registry } from "prom-client";

const db = await openDatabaseForFile();

const reports = "application/reports+json";
let context: ReturnType<typeof createTestContext>;
let measures: Registry;

beforeEach(async () => {
  await db.reset();
  context = createTestContext({ db });
  measures = new Registry();
  context.reports.register(measures);
});

function post(body: unknown, type = reports): Promise<Response> {
  return Promise.resolve(
    mountFunctions(context).request("/functions/v1/report", {
      method: "POST",
      headers: { "content-type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
}

async function counted(): Promise<string[]> {
  const lines = (await measures.metrics()).split("\n");
  return lines.filter((line) => line.startsWith("site_"));
}

const page = "http://localhost:3000/inscription-secretariat?email=helene.ravel@exemple.example";
const violation = {
  type: "csp-violation",
  age: 10,
  url: page,
  user_agent: "Mozilla/5.0",
  body: {
    documentURL: page,
    effectiveDirective: "script-src-elem",
    blockedURL: "inline",
    sample: "Hélène Ravel",
    disposition: "enforce",
    statusCode: 200,
  },
};
const older = {
  "csp-report": {
    "document-uri": page,
    "violated-directive": "img-src 'self' data:",
    "blocked-uri": "https://ailleurs.example/pixel.gif?email=helene.ravel@exemple.example",
  },
};
const networkError = {
  type: "network-error",
  url: page,
  body: { phase: "connection", type: "tcp.timed_out", server_ip: "192.0.2.1", elapsed_time: 3000 },
};

describe("What browsers report by themselves", () => {
  test("is counted by directive and by kind of what was refused, whichever way they write", async () => {
    for (const [body, type] of [
      [[violation, violation], reports],
      [older, "application/csp-report"],
      [older, "application/csp-report; charset=utf-8"],
      [[networkError], reports],
    ] as const) {
      const answer = await post(body, type);
      expect([answer.status, await answer.text()]).toEqual([204, ""]);
    }
    expect(await counted()).toEqual([
      'site_csp_reports_total{directive="script-src-elem",kind="inline"} 2',
      'site_csp_reports_total{directive="img-src",kind="foreign"} 2',
      'site_network_error_reports_total{phase="connection"} 1',
    ]);
  });

  test("is kept nowhere: neither what was typed, nor whose page it was", async () => {
    await post([violation, networkError]);
    await post(older, "application/csp-report");
    expect(await measures.metrics()).not.toMatch(/ravel|192\.0\.2|Mozilla|inscription/i);
    const { rows } = await db.inspect<{ found: boolean }>(
      `select xmlserialize(document query_to_xml(format('select * from %I.%I', schemaname, tablename), true, false, '')
         as text) ~* 'ravel@exemple|inscription-secretariat.email' as found
       from pg_tables where schemaname in ('public', 'private', 'auth')`,
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ found }) => found)).toEqual([]);
  });

  test.each([
    ["of another site", { ...violation, body: { ...violation.body, documentURL: "https://ailleurs.example/" } }],
    ["of another kind", { ...violation, type: "deprecation" }],
    ["without a page", { type: "csp-violation", body: { effectiveDirective: "img-src" } }],
    ["without a body", { type: "csp-violation", url: page }],
  ])("counts nothing when it is %s", async (what, body) => {
    expect((await post([body])).status).toBe(204);
    expect((await counted()).length).toBe(what === "without a body" ? 1 : 0);
  });

  test("adds no series for invented names", async () => {
    const made = Array.from({ length: 50 }, (_, number) => ({
      ...violation,
      body: { ...violation.body, effectiveDirective: `x-${number}`, blockedURL: `x-${number}:` },
    }));
    await post(made);
    expect(await counted()).toEqual(['site_csp_reports_total{directive="other",kind="foreign"} 50']);
  });

  test("is refused when it is too large, no JSON, or something else", async () => {
    expect((await post([{ ...violation, sample: "a".repeat(65_536) }])).status).toBe(413);
    expect((await post("{")).status).toBe(400);
    expect((await post({})).status).toBe(400);
    expect((await post(violation, "text/plain")).status).toBe(415);
    expect(await counted()).toEqual([]);
  });

  test("comes with a media type that no other function takes: browsers send it across sites unasked", async () => {
    const answer = await mountFunctions(context).request("/functions/v1/record-consent", {
      method: "POST",
      headers: { "content-type": "application/csp-report" },
      body: JSON.stringify({ id: "abcdefgh-1", version: "2025-10-01", analytics: true, marketing: false }),
    });
    expect(answer.status).toBe(415);
  });
});
