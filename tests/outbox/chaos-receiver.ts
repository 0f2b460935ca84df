import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

export type Received = {
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
  /** The status it was answered with, once it was. */
  answered: number | undefined;
};

/** Answers one request, well or badly. `received.answered` is noted by `reply`. */
export type Behaviour = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

export type ChaosReceiver = {
  url(path?: string): string;
  received: Received[];
  /** How every path without a behaviour of its own answers. */
  behave(behaviour: Behaviour): void;
  /** Resolves once the condition holds; asked at each arrival and each answer. */
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
};

export const reply =
  (status: number, headers: Record<string, string> = {}, body = ""): Behaviour =>
  (response, received) => {
    received.answered = status;
    response.writeHead(status, headers).end(body);
  };

/** A receiver that does what a test tells it, and remembers everything. */
export async function startChaosReceiver(
  behaviour: Behaviour = reply(200),
  tls?: { key: string; cert: string },
): Promise<ChaosReceiver> {
  const received: Received[] = [];
  let current = behaviour;
  let waiting: { condition: () => boolean; resolve: () => void }[] = [];

  const look = () => {
    const done = waiting.filter(({ condition }) => condition());
    waiting = waiting.filter((waiter) => !done.includes(waiter));
    for (const { resolve } of done) resolve();
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one: Received = {
      id: String(request.headers["webhook-id"]),
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      at: performance.now(),
      answered: undefined,
    };
    received.push(one);
    response.on("close", look);
    current(response, one, request);
    look();
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response).catch(() => response.destroy());
  const server: Server = tls ? createTlsServer(tls, onRequest) : createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: (path = "/") => `${tls ? "https" : "http"}://127.0.0.1:${port}${path}`,
    received,
    behave: (next) => void (current = next),
    until: (condition) => new Promise((resolve) => (condition() ? resolve() : waiting.push({ condition, resolve }))),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
