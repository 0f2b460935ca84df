import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";

import { afterEach, expect, test } from "vitest";

import { refuseLargeHeads } from "./refuse-large-heads.ts";

const words = {
  uri_too_long: "",
  headers_too_large: "Too long a head, é.",
  foreign_host: "",
  not_found: "",
  malformed: "",
  service_unavailable: "",
  unexpected_failure: "",
};
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function open(isOurs: boolean): Promise<Server> {
  const server = createServer({ maxHeaderSize: 16 * 1024 }, (request, response) => {
    request.resume().on("end", () => response.end("read"));
  });
  if (isOurs) refuseLargeHeads(server, words);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function converse(server: Server, ...parts: string[]): Promise<string> {
  const client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  const received: Buffer[] = [];
  client.on("data", (chunk) => received.push(chunk));
  client.on("error", () => {}); // it shows as the end of what was received
  for (const part of parts) {
    client.write(part);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  client.end();
  if (!client.closed) await once(client, "close");
  return Buffer.concat(received).toString();
}

const chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
const longHead = (length: number) => `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${"c".repeat(length)}\r\n\r\n`;

test.each([17, 100, 1000])("A head of %i KB is refused in JSON, also while more of it comes", async (kilobytes) => {
  const text = longHead(kilobytes * 1024);
  const half = text.length / 2;
  const said = await converse(await open(true), text.slice(0, half), text.slice(half));

  const [head = "", body = ""] = said.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  expect(head).toContain("content-type: application/json; charset=utf-8");
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  expect(head).toContain("connection: close");
  expect(JSON.parse(body)).toEqual({ error: words.headers_too_large, code: "headers_too_large" });
});

test.each([
  ["no HTTP", "\x16\x03\x01\r\n\r\n"],
  ["no host", "GET / HTTP/1.1\r\n\r\n"],
  ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na"],
  ["an endless extension of a chunk", `${chunked}1;${"e".repeat(20_000)}`],
])("What is not readable for another reason is answered as Node answers it: %s", async (_, text) => {
  const withoutDate = (said: string) => said.replaceAll(/^Date: .*$/gm, "Date: now");
  const expected = withoutDate(await converse(await open(false), text));
  expect(expected).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(withoutDate(await converse(await open(true), text))).toBe(expected);
});
