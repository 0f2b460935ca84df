import { mkdtempSync, rmSync } from "node:fs";
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { secretariat } from "#tests/leads/sending.ts";
import { writeCompleteConfig } from "#tests/support/complete-config.ts";
import { isFull } from "#tests/support/depth.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { bestGrade, firstScore, judgeHeaders } from "#tests/support/security-headers.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { type Proxy, startProxy } from "./proxy-server.ts";
import { administrator, type SiteProcess, startSite } from "./site-process.ts";

const secretKey = "sb_secret_behind_the_proxy";
const publishableKey = "sb_publishable_behind_the_proxy";

let instance: TestInstance;
let folder: string;
let site: SiteProcess;
let proxy: Proxy;
let client: ClientHttp2Session;
let ports: { http: number; https: number; site: number };

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

// nginx is not on every machine, so npm test leaves this to npm run prove S-24.
describe.runIf(isFull)("Behind deploy/nginx.conf", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "proxy-"));
    instance = await createTestInstance();
    ports = { http: await findFreePort(), https: await findFreePort(), site: await findFreePort() };
    site = await startSite(instance, {
      NODE_ENV: "production",
      PORT: String(ports.site),
      SITE_URL: `https://localhost:${ports.https}`,
      TRUSTED_PROXY: "127.0.0.1",
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "Site <site@exemple.example>",
      SITE_CONFIG: writeCompleteConfig(folder),
      SECRET_KEY: secretKey,
      PUBLISHABLE_KEY: publishableKey,
      ADMIN_SECOND_FACTOR: "optional",
      LOG_LEVEL: "error",
    });
    proxy = await startProxy(folder, ports);
    client = connect(`https://localhost:${ports.https}`, { rejectUnauthorized: false });
  });
  afterAll(async () => {
    client?.destroy();
    await proxy?.kill();
    await site?.kill();
    rmSync(folder, { recursive: true, force: true });
    await instance?.remove();
  });

  test("a page comes over HTTP/2 and TLS, compressed, with every header of protection", async () => {
    const { status, headers } = await ask("GET", "/", { "accept-encoding": "br" });
    expect(client.alpnProtocol).toBe("h2");
    expect([status, headers["content-encoding"], headers.server]).toEqual([200, "br", "nginx"]);
    expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");

    const points = Object.values(judgeHeaders(headersOf(headers), true));
    expect(points.filter((each) => each < 0)).toEqual([]);
    const score = points.reduce((sum, each) => sum + each, firstScore);
    expect(score).toBeGreaterThanOrEqual(bestGrade);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    console.log(`S-24: ${score} points behind TLS, HTTP/2`);
  });

  test("a file whose name says its content is kept for a year", async () => {
    const path = /src="(\/assets\/[^"]+\.js)"/.exec((await ask("GET", "/")).text)?.[1] ?? "";
    const { status, headers } = await ask("GET", path);
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  });

  test("who asks without TLS is sent to the same address with it", async () => {
    const answer = await fetch(`http://localhost:${ports.http}/tarifs?a=1`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      301,
      `https://localhost:${ports.https}/tarifs?a=1`,
    ]);
  });

  test("a body over 64 KiB is refused in the words of its surface", async () => {
    const json = { "content-type": "application/json", apikey: publishableKey };
    const large = JSON.stringify({ text: "a".repeat(65 * 1024) });
    const { status, text } = await ask("POST", "/rest/v1/rpc/create_lead_without_auth", json, large);
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  test("live events come one by one, and an export whole", async () => {
    const token = await signIn();
    const stream = client.request({
      ":path": "/functions/v1/lead-events",
      authorization: `Bearer ${token}`,
    });
    onTestFinished(() => stream.close());
    let told = "";
    stream.setEncoding("utf8").on("data", (text: string) => (told += text));
    await expect.poll(() => told).toContain("event: ready");
    await sendLead();
    await expect.poll(() => told).toContain('"change":"created"');

    const exported = await ask(
      "POST",
      "/functions/v1/export-leads",
      { "content-type": "application/json", apikey: publishableKey, authorization: `Bearer ${token}` },
      JSON.stringify({ query: "" }),
    );
    expect(exported.status).toBe(200);
    expect(exported.text).toContain("@exemple.example");
  });

  test("a client is counted by its own address, whatever it says of itself", async () => {
    const json = { "content-type": "application/json", apikey: publishableKey };
    const wrongCode = JSON.stringify({ type: "signup", email: "x@exemple.example", token: "00000000" });
    const statuses = new Set<number>();
    for (let n = 0; n < 40 && !statuses.has(429); n += 1) {
      const headers = { ...json, "x-forwarded-for": `198.51.100.${n}` };
      statuses.add((await ask("POST", "/auth/v1/verify", headers, wrongCode)).status);
    }
    expect(statuses).toContain(429);
  });

  test("while the site starts again, callers are told when to come back", async () => {
    await site.kill();
    const { status, headers } = await ask("GET", "/");
    expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "5", "no-store"]);
  });
});

function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = client.request({ ":method": method, ":path": path, ...headers });
    let answered: IncomingHttpHeaders & IncomingHttpStatusHeader = {};
    let text = "";
    request.on("response", (received) => (answered = received));
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => resolve({ status: answered[":status"] ?? 0, headers: answered, text }));
    request.on("error", reject);
    request.end(body);
  });
}

function headersOf(received: IncomingHttpHeaders): Headers {
  const named = Object.entries(received).filter(([name]) => !name.startsWith(":"));
  return new Headers(named.map(([name, value]) => [name, String(value)]));
}

async function signIn(): Promise<string> {
  const { text } = await ask(
    "POST",
    "/auth/v1/token?grant_type=password",
    { "content-type": "application/json", apikey: secretKey },
    JSON.stringify(administrator),
  );
  return String((JSON.parse(text) as { access_token?: string }).access_token);
}

async function sendLead(): Promise<void> {
  const { status, text } = await ask(
    "POST",
    "/rest/v1/rpc/create_lead_without_auth",
    { "content-type": "application/json", apikey: publishableKey },
    JSON.stringify({ ...secretariat, email_param: `${crypto.randomUUID()}@exemple.example` }),
  );
  expect([status, text]).toEqual([200, expect.stringContaining("accepted")]);
}
