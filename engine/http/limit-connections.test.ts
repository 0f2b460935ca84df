import { once } from "node:events";
import { createServer, get, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

import { afterEach, expect, test, vi } from "vitest";

import { serveFromMemory } from "#engine/memory-pages/serve-from-memory.ts";

import { limitConnections } from "./limit-connections.ts";

const servers: Server[] = [];
const clients: Socket[] = [];
let logged: object[] = [];
const log = { warn: (fields: object) => void logged.push(fields) };

afterEach(() => {
  vi.restoreAllMocks();
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  logged = [];
});

async function open(limits: { inAll?: number; ofOneVisitor?: number }, trustedProxies: string[] = []): Promise<Server> {
  const server = createServer((_, response) => response.end("page"));
  serveFromMemory(server, () => undefined);
  servers.push(server);
  limitConnections(server, { inAll: 100, ofOneVisitor: 100, ...limits }, trustedProxies, { log });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Asks for a page and keeps the connection. @returns whether it was answered, or closed */
async function isLetIn(server: Server, localAddress: string): Promise<boolean> {
  const client = connect({ port: portOf(server), host: "127.0.0.1", localAddress });
  clients.push(client);
  const outcome = new Promise<boolean>((resolve) => {
    client.once("data", () => resolve(true));
    client.once("error", () => {}); // it shows as the end of the connection
    client.once("close", () => resolve(false));
  });
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  return outcome;
}

async function countLetIn(server: Server, addresses: string[]): Promise<number> {
  let count = 0;
  for (const address of addresses) if (await isLetIn(server, address)) count += 1;
  return count;
}

const six = (address: string) => Array.from({ length: 6 }, () => address);

test("One visitor holds so many connections and no more, and others are let in", async () => {
  const server = await open({ ofOneVisitor: 4 });
  expect(await countLetIn(server, six("127.0.0.30"))).toBe(4);
  expect(await countLetIn(server, six("127.0.0.31"))).toBe(4);
});

test("A visitor who closes one may open another", async () => {
  const server = await open({ ofOneVisitor: 4 });
  await countLetIn(server, six("127.0.0.32"));
  clients[0]?.destroy();
  await vi.waitFor(async () => expect(await isLetIn(server, "127.0.0.32")).toBe(true));
  expect(await isLetIn(server, "127.0.0.32")).toBe(false);
});

test.each([
  ["a trusted proxy", "127.0.0.33", ["127.0.0.33"]],
  ["a range of trusted proxies", "127.0.0.34", ["10.0.0.1", "127.0.0.32/28"]],
  ["the machine itself", "127.0.0.1", []],
])("All visitors come through %s: it is not counted as one of them", async (_, address, trustedProxies) => {
  const server = await open({ ofOneVisitor: 4 }, trustedProxies);
  expect(await countLetIn(server, six(address))).toBe(6);
});

/** What a connection from elsewhere tells of itself. */
function arriveFrom(server: Server, remoteAddress: string): boolean {
  const socket = connect({ port: portOf(server), host: "127.0.0.1" }).on("error", () => {});
  clients.push(socket);
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  server.emit("connection", socket);
  return !socket.destroyed;
}

test.each<[string, string[], boolean[]]>([
  ["one network of IPv6", ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2", "2001:db8:1:2::3"], [true, true, false]],
  ["two networks of IPv6", ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:3::1"], [true, true, true]],
  ["IPv4 written as IPv6", ["::ffff:192.0.2.1", "192.0.2.1", "::ffff:c000:201"], [true, true, false]],
  ["two of IPv4 written as IPv6", ["::ffff:192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"], [true, true, true]],
])("Visitors are told apart as everywhere else: %s", async (_, addresses, letIn) => {
  const server = await open({ ofOneVisitor: 2 });
  expect(addresses.map((address) => arriveFrom(server, address))).toEqual(letIn);
});

test("A network of 48 bits holds connections of eight visitors, and takes the next ones as they close", async () => {
  const server = await open({ ofOneVisitor: 2 });
  const arrive = (network: number) => arriveFrom(server, `2001:db8:1:${network.toString(16)}::1`);
  const letIn = Array.from({ length: 20 }, (_, network) => arrive(network));
  expect(letIn.filter(Boolean)).toHaveLength(16);
  expect(arriveFrom(server, "2001:db8:2::1")).toBe(true);

  const [first] = clients;
  first?.destroy();
  await vi.waitFor(() => expect(arrive(40)).toBe(true));
  expect(arrive(41)).toBe(false);
});

test("The limit of all connections holds for all addresses together", async () => {
  const server = await open({ inAll: 5 }, ["127.0.0.40"]);
  expect(await countLetIn(server, ["127.0.0.1", "127.0.0.40", ...six("127.0.0.41")])).toBe(5);
});

test("Refused connections are logged at most once a minute, all of them, without an address", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1_000_000);
  const limits = { inAll: 100, ofOneVisitor: 4 };
  const server = await open(limits);
  await countLetIn(server, [...six("127.0.0.50"), "127.0.0.50"]);
  expect(logged).toEqual([{ refused: { inAll: 0, ofOneVisitor: 1 }, limits }]);

  clock.mockReturnValue(1_060_000);
  await isLetIn(server, "127.0.0.50");
  expect(logged.slice(1)).toEqual([{ refused: { inAll: 0, ofOneVisitor: 3 }, limits }]);
});

test("The limits hold for Node's own server as well", async () => {
  const server = createServer((_, response) => response.end("page")).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  limitConnections(server, { inAll: 100, ofOneVisitor: 0 }, []);
  expect(await isLetIn(server, "127.0.0.51")).toBe(false);
  const request = get({ port: portOf(server), host: "127.0.0.1", agent: false });
  const [response] = (await once(request, "response")) as [{ statusCode: number }];
  expect(response.statusCode).toBe(200);
});
