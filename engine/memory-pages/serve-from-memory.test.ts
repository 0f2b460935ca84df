import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";

import { drain } from "#engine/http/drain.ts";

import { type FindAnswer, type MemoryAnswer, serveFromMemory } from "./serve-from-memory.ts";

const bodies: Record<string, Buffer> = {
  "/": Buffer.from("page / ".repeat(2000)),
  "/tarifs": Buffer.from("page /tarifs ".repeat(2000)),
  "/moyen": Buffer.from("m".repeat(60 * 1024)),
  "/grand": Buffer.from("g".repeat(65 * 1024)),
};
const kept = new Map<string, MemoryAnswer>();

/** One answer for each list of encodings, which it repeats. */
const find: FindAnswer = (path, acceptEncoding) => {
  const body = bodies[path];
  if (!body) return undefined;
  const key = `${path} ${acceptEncoding}`;
  const headers = { "content-type": "text/html", "x-accepted": acceptEncoding, "content-length": body.length };
  const answer = kept.get(key) ?? { headers, body };
  kept.set(key, answer);
  return answer;
};

/** Pages as they are; of anything else, what arrived of it. */
const listener: RequestListener = (incoming, response) => {
  const { method, url = "", headers, rawHeaders } = incoming;
  const page = find(url.split("?", 1)[0] ?? "", String(headers["accept-encoding"] ?? ""), String(headers.host));
  const isPlain = method === "GET" && headers.range === undefined && headers["if-none-match"] === undefined;
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    if (page && isPlain) return response.writeHead(200, page.headers).end(page.body);
    const echo = JSON.stringify({ method, url, rawHeaders, body: Buffer.concat(chunks).toString("latin1") });
    return response.writeHead(404, { "content-length": Buffer.byteLength(echo) }).end(echo);
  });
};

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen<T extends Server>(server: T): Promise<T> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

type Options = ServerOptions & { firstByteTimeout?: number };

const openMemoryFirst = ({ firstByteTimeout, ...options }: Options = {}, inFull = listener) => {
  const server = createServer(options, inFull);
  serveFromMemory(server, find, firstByteTimeout);
  return listen(server);
};

async function open(server: Server): Promise<Socket> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", noDelay: true });
  socket.on("error", () => {}); // it shows as the end of what was received
  await once(socket, "connect");
  return socket;
}

/** All that a server says to these bytes, sent in turn, until it or we have nothing more to say. */
async function converse(server: Server, parts: (string | Buffer)[]): Promise<string> {
  const socket = await open(server);
  const received: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => received.push(chunk));
  for (const part of parts) {
    socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
    await new Promise((resolve) => setTimeout(resolve, parts.length > 1 ? 15 : 0));
  }
  socket.end();
  if (!socket.closed) await once(socket, "close");
  return Buffer.concat(received)
    .toString("latin1")
    .replaceAll(/^Date: .*$/gim, (date) => "Date: now".padEnd(date.length));
}

const chrome = [
  "GET /tarifs?utm_source=lettre%20du%20mois HTTP/1.1",
  "Host: localhost:3000",
  "Connection: keep-alive",
  'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"',
  "Upgrade-Insecure-Requests: 1",
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Accept: text/html,application/xhtml+xml,*/*;q=0.8",
  "Accept-Encoding: gzip, deflate, br, zstd",
  "Accept-Language: fr-FR,fr;q=0.9",
  "Cookie: a=1; b=\xe9",
];
const request = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`;
const plain = request("GET / HTTP/1.1", "Host: a");

test.each<[string, ...string[]]>([
  ["a browser's", request(...chrome)],
  ["the shortest", plain],
  ["several, one after the other", plain, request(...chrome), plain],
  ["several at once", plain + plain + request(...chrome)],
  ["a plain one, an odd one, a plain one", plain, request("GET /inconnu HTTP/1.1", "Host: a"), plain],
  ["an odd one with a plain one behind it", request("HEAD / HTTP/1.1", "Host: a") + plain],
  ["a plain one with half of another", `${plain}GET /tarifs HTT`, "P/1.1\r\nHost: a\r\n\r\n"],
  ["in two parts", plain.slice(0, 20), plain.slice(20)],
  ["one byte, then the rest", "G", plain.slice(1)],
  ["never whole", plain.slice(0, -2)],
  ["empty lines first", `\r\n\r\n${plain}`],
  ["something larger than what is kept twice", request("GET /grand HTTP/1.1", "Host: a"), plain],
  ["HTTP/1.0", request("GET / HTTP/1.0", "Host: a")],
  ["HTTP/1.2", request("GET / HTTP/1.2", "Host: a")],
  ["HTTP/2's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["no version", "GET /\r\n\r\n"],
  ["no host", request("GET / HTTP/1.1", "Accept: */*")],
  ["no header at all", request("GET / HTTP/1.1")],
  ["two hosts", request("GET / HTTP/1.1", "Host: a", "Host: b")],
  ["a host in the target", request("GET http://b/ HTTP/1.1", "Host: a")],
  ["a fragment in the target", request("GET /#x HTTP/1.1", "Host: a")],
  ["a space in the target", request("GET / tarifs HTTP/1.1", "Host: a")],
  ["a tab in the target", request("GET /\ttarifs HTTP/1.1", "Host: a")],
  ["a letter of Latin-1 in the target", request("GET /\xe9 HTTP/1.1", "Host: a")],
  ["a zero in the target", request("GET /\0 HTTP/1.1", "Host: a")],
  ["a target that leaves", request("GET /../../etc/passwd HTTP/1.1", "Host: a")],
  ["a small get", request("get / HTTP/1.1", "Host: a")],
  ["another method", request("POST / HTTP/1.1", "Host: a", "Content-Length: 3") + "abc"],
  ["a body", request("GET / HTTP/1.1", "Host: a", "Content-Length: 3") + "abc", plain],
  ["a body that comes later", request("GET / HTTP/1.1", "Host: a", "Content-Length: 3"), "abc", plain],
  ["an empty body", request("GET / HTTP/1.1", "Host: a", "content-length: 0"), plain],
  [
    "a body in chunks",
    `${request("GET / HTTP/1.1", "Host: a", "TRANSFER-ENCODING: chunked")}1\r\na\r\n0\r\n\r\n`,
    plain,
  ],
  [
    "both kinds of body",
    `${request("GET / HTTP/1.1", "Host: a", "Content-Length: 4", "Transfer-Encoding: chunked")}0\r\n\r\n${plain}`,
  ],
  ["a body whose header is folded", `GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n Content-Length: 3\r\n\r\nabc`],
  ["a space before the colon", request("GET / HTTP/1.1", "Host: a", "Content-Length : 3") + "abc"],
  ["a header without a colon", request("GET / HTTP/1.1", "Host: a", "abc")],
  ["a header without a name", request("GET / HTTP/1.1", "Host: a", ": abc")],
  ["line feeds alone", "GET / HTTP/1.1\nHost: a\n\n"],
  ["a line feed alone in a header", request("GET / HTTP/1.1", "Host: a", "X: a\nContent-Length: 3") + "abc"],
  ["a carriage return alone in a header", request("GET / HTTP/1.1", "Host: a", "X: a\rContent-Length: 3")],
  ["a zero in a header", request("GET / HTTP/1.1", "Host: a", "X: a\0b")],
  ["a wish to close", request("GET / HTTP/1.1", "Host: a", "Connection: close"), plain],
  ["two wishes", request("GET / HTTP/1.1", "Host: a", "Connection: keep-alive, close"), plain],
  ["a wish said twice", request("GET / HTTP/1.1", "Host: a", "Connection: keep-alive", "Connection: close"), plain],
  ["another protocol", request("GET / HTTP/1.1", "Host: a", "Connection: Upgrade", "Upgrade: websocket")],
  ["a question before the body", request("GET / HTTP/1.1", "Host: a", "Expect: 100-continue")],
  ["an expectation the server cannot meet", request("GET / HTTP/1.1", "Host: a", "Expect: tea")],
  ["a range", request("GET / HTTP/1.1", "Host: a", "Range: bytes=0-3")],
  ["a condition", request("GET / HTTP/1.1", "Host: a", 'If-None-Match: "a"')],
  ["two lists of encodings", request("GET / HTTP/1.1", "Host: a", "Accept-Encoding: br", "Accept-Encoding: br;q=0")],
  ["headers that are too large", request("GET / HTTP/1.1", "Host: a", `X: ${"a".repeat(20_000)}`)],
  ["a long address", request(`GET /?${"a".repeat(9000)} HTTP/1.1`, "Host: a")],
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
])("A request is answered with the bytes Node would answer with: %s", async (_, ...parts) => {
  const said = await converse(await openMemoryFirst(), parts);
  expect(said).toBe(await converse(await listen(createServer(listener)), parts));
});

test("Whatever the bytes of a request, the answer is the one Node gives", async () => {
  const [ours, node] = [await openMemoryFirst(), await listen(createServer(listener))];
  const base = Buffer.from(request(...chrome), "latin1");
  const interesting = [
    "\r\n",
    "\n",
    "\r",
    " ",
    "\t",
    ":",
    "\0",
    "\xff",
    "\r\n\r\n",
    "Content-Length: 1\r\n",
    "Host: a\r\n",
    "GET ",
    "Connection: close\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Range: bytes=0-1\r\n",
  ];
  const change = fc.record({
    at: fc.oneof(fc.nat(base.length), fc.constantFrom(...linesOf(base))),
    removed: fc.constantFrom(0, 0, 1, 2, 40),
    added: fc.oneof(fc.constantFrom("", ...interesting), fc.string({ unit: "binary-ascii", maxLength: 3 })),
  });

  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      let bytes = base;
      for (const { at, removed, added } of changes) {
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(added, "latin1"), bytes.subarray(at + removed)]);
      }
      const [said, expected] = await Promise.all([converse(ours, [bytes]), converse(node, [bytes])]);
      expect(said).toBe(expected);
    }),
    { numRuns: 400 },
  );
});

/** Where its lines begin. */
function linesOf(bytes: Buffer): number[] {
  return [...bytes.toString("latin1").matchAll(/^/gm)].map(({ index }) => index);
}

test("What is kept is answered without Node's server, as long as nothing else was asked", async () => {
  const asked: (string | undefined)[] = [];
  const inFull: RequestListener = ({ url }, response) => {
    asked.push(url);
    response.end();
  };
  const server = await openMemoryFirst({}, inFull);
  await converse(server, [plain, request(...chrome)]);
  expect(asked).toEqual([]);
  await converse(server, [plain, request("GET /inconnu HTTP/1.1", "Host: a"), plain]);
  expect(asked).toEqual(["/inconnu", "/"]);
});

const medium = request("GET /moyen HTTP/1.1", "Host: a");

/** Asks for 60 KB again and again, and reads nothing. @returns how often, once the server has stopped reading too */
async function askUntilItWaits(client: Socket, socket: Socket): Promise<number> {
  client.pause();
  for (let asked = 1; asked <= 1000; asked += 1) {
    client.write(medium);
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (socket.isPaused()) return asked;
  }
  throw new Error(`The server goes on reading, with ${socket.writableLength} bytes to send.`);
}

test("Back-pressure: a client that does not read is paused, then receives all answers", async () => {
  const server = await openMemoryFirst();
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const client = await open(server);
  const [socket] = await accepted;
  const asked = await askUntilItWaits(client, socket);
  expect(socket.writableLength).toBeLessThan(128 * 1024);

  let length = 0;
  client.on("data", (chunk) => (length += chunk.length));
  client.resume();
  const { length: lengthOfOne } = await converse(server, [medium]);
  await vi.waitFor(() => expect(length).toBe(asked * lengthOfOne));

  client.write(medium);
  await vi.waitFor(() => expect(length).toBe((asked + 1) * lengthOfOne));
});

test("A client that disconnects in the middle of an answer does not disturb others", async () => {
  const server = await openMemoryFirst();
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const client = await open(server);
  const [socket] = await accepted;
  await askUntilItWaits(client, socket);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  client.resetAndDestroy();
  await closed;
  expect(await converse(server, [plain])).toContain("200 OK");
});

const shortTimeouts = {
  headersTimeout: 60,
  requestTimeout: 60,
  keepAliveTimeout: 30,
  keepAliveTimeoutBuffer: 30,
  connectionsCheckingInterval: 20,
};

test.each([
  ["says nothing", ""],
  ["says nothing more", plain],
  ["stops in the middle", plain.slice(0, 10)],
])("A connection that %s is closed", async (_, said) => {
  const client = await open(await openMemoryFirst(shortTimeouts));
  client.resume();
  client.write(said);
  await vi.waitFor(() => expect(client.closed).toBe(true));
});

test("A new connection that says nothing is closed before one that is slow to ask", async () => {
  const client = await open(
    await openMemoryFirst({ ...shortTimeouts, firstByteTimeout: 30, headersTimeout: 60_000, requestTimeout: 60_000 }),
  );
  client.resume();
  await vi.waitFor(() => expect(client.closed).toBe(true));
});

test("An answer that takes longer than an idle connection lives still comes", async () => {
  const late: RequestListener = (_, response) => void setTimeout(() => response.end("late"), 200);
  const server = await openMemoryFirst(shortTimeouts, late);
  const client = await open(server);
  client.write(plain);
  await once(client, "data");
  client.write(request("GET /inconnu HTTP/1.1", "Host: a"));
  let received = "";
  client.setEncoding("latin1").on("data", (chunk: string) => (received += chunk));
  await once(client, "close");
  expect(received).toContain("late");
});

test("Closing idle connections closes those on the fast path, and the server with them", async () => {
  const server = await openMemoryFirst();
  const client = await open(server);
  client.write(plain);
  client.resume();
  await once(client, "data");
  let isClosed = false;
  server.close(() => (isClosed = true));
  server.closeIdleConnections();
  await vi.waitFor(() => expect(isClosed).toBe(true));
});

test("While a server drains, each answer closes its connection, from memory or from Node", async () => {
  const server = await openMemoryFirst();
  const [kept, known] = [await open(server), await open(server)];
  known.write(request("GET /inconnu HTTP/1.1", "Host: a"));
  kept.write(plain);
  await Promise.all([once(known, "data"), once(kept, "data")]);

  drain(server);
  const received = await Promise.all(
    [kept, known].map(async (client, index) => {
      let text = "";
      client.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
      client.write(index === 0 ? plain : request("GET /inconnu HTTP/1.1", "Host: a"));
      await once(client, "end");
      return text.slice(0, text.indexOf("\r\n\r\n"));
    }),
  );

  expect(received.map((head) => head.slice(9, 12))).toEqual(["200", "404"]);
  for (const head of received) expect(head.toLowerCase()).toContain("connection: close");
});
