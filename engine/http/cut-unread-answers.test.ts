import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

import { afterEach, expect, test, vi } from "vitest";

import { type FindAnswer, serveFromMemory } from "#engine/memory-pages/serve-from-memory.ts";

import { cutUnreadAnswers } from "./cut-unread-answers.ts";

/** More than systems take over by themselves on one machine (some 4 MB), several times. */
const film = Buffer.alloc(16 * 1024 * 1024, "film ");
const page = Buffer.alloc(60 * 1024, "page ");
const limits = { patienceMs: 1_000, leastTaken: 20_000, lookEveryMs: 50 };

const find: FindAnswer = (path) =>
  path === "/page" ? { headers: { "content-length": page.length }, body: page } : undefined;

const listener: RequestListener = ({ url }, response) => {
  if (url === "/film") return void response.end(film);
  if (url === "/silence") return void response.write("begun");
  const speaking = setInterval(() => response.write("."), 100);
  response.on("close", () => clearInterval(speaking));
};

const servers: Server[] = [];
const clients: Socket[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A client that asks and does not read yet, with the server's end of its connection. */
async function ask(path: string): Promise<{ client: Socket; socket: Socket }> {
  const server = createServer(listener);
  serveFromMemory(server, find);
  cutUnreadAnswers(server.listen(0, "127.0.0.1"), limits);
  servers.push(server);
  await once(server, "listening");
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  clients.push(client);
  client.on("error", () => {}).pause(); // it shows as the end of the connection
  const [socket] = await accepted;
  client.write(requestFor(path));
  await vi.waitUntil(() => socket.bytesRead > 0, patiently);
  return { client, socket };
}

const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const patiently = { timeout: 15_000, interval: 2 };

/** Each as a request of its own: two in one piece are Node's. */
async function askUntilItWaits(client: Socket, socket: Socket): Promise<void> {
  while (socket.writableLength === 0) {
    const read = socket.bytesRead;
    client.write(requestFor("/page"));
    await vi.waitUntil(() => socket.bytesRead > read, patiently);
  }
}

/** Reads a piece every few milliseconds. @returns all that it got, once the connection is over or `isEnough` */
function readSteadily(client: Socket, isEnough: (length: number) => boolean = () => false): Promise<number> {
  return new Promise((resolve) => {
    let length = 0;
    const stop = () => {
      client.destroy();
      resolve(length);
    };
    client.on("data", (chunk) => {
      length += chunk.length;
      if (isEnough(length)) return stop();
      client.pause();
      setTimeout(() => client.resume(), 5);
    });
    client.once("close", stop);
    client.resume();
  });
}

test("A client that asks and never reads is cut on the fast path", async () => {
  const { client, socket } = await ask("/page");
  await askUntilItWaits(client, socket);
  await vi.waitFor(() => expect(socket.closed).toBe(true), patiently);
});

test("A client that asks and never reads is cut on Node's way", async () => {
  const { socket } = await ask("/film");
  await vi.waitFor(() => expect(socket.writableLength).toBeGreaterThan(0), patiently);
  await vi.waitFor(() => expect(socket.closed).toBe(true), patiently);
});

test("A client that reads a drop now and then is cut", async () => {
  const { client, socket } = await ask("/film");
  const sip = setInterval(() => client.read(1), 20);
  await vi.waitFor(() => expect(socket.closed).toBe(true), patiently);
  clearInterval(sip);
});

test("A client that asks again and again without reading is cut", async () => {
  const { client, socket } = await ask("/film");
  const asking = setInterval(() => client.write(requestFor("/page")), 50);
  await vi.waitFor(() => expect(socket.closed).toBe(true), patiently);
  clearInterval(asking);
});

test("A client that reads slowly but steadily gets a large answer whole, long past the patience for one look", async () => {
  const { client } = await ask("/film");
  const startedAt = performance.now();
  expect(await readSteadily(client, (length) => length >= film.length)).toBeGreaterThanOrEqual(film.length);
  expect(performance.now() - startedAt).toBeGreaterThan(1.4 * limits.patienceMs);
});

test("A stream that says little, and a silent one, last as long as they are read", async () => {
  const { socket: silent } = await ask("/silence");
  const { client } = await ask("/whispers");
  const startedAt = performance.now();
  await readSteadily(client, () => performance.now() - startedAt > 2 * limits.patienceMs);
  expect(performance.now() - startedAt).toBeGreaterThan(2 * limits.patienceMs);
  expect(silent.destroyed).toBe(false);
});

test("A pause of the process cuts no connection", async () => {
  const { client, socket } = await ask("/film");
  await vi.waitFor(() => expect(socket.writableLength).toBeGreaterThan(0), patiently);
  const resumeAt = performance.now() + 1.5 * limits.patienceMs;
  while (performance.now() < resumeAt); // nothing else runs
  expect(await readSteadily(client, (length) => length >= film.length)).toBeGreaterThanOrEqual(film.length);
});
