import { createServer, type Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";

import { openBackend } from "./backend.ts";
import { cutUnreadAnswers } from "#engine/http/cut-unread-answers.ts";
import { refuseLargeHeads } from "#engine/http/refuse-large-heads.ts";
import { countOpenableFiles, limitConnections } from "#engine/http/limit-connections.ts";
import { drain } from "#engine/http/drain.ts";
import { serveFromMemory } from "#engine/memory-pages/serve-from-memory.ts";
import type { Settings } from "./settings/settings.ts";
import { isOwnHost } from "#engine/settings/public-demo.ts";
import { createSite, type Site } from "./site/site.ts";

export type RunningServer = {
  /**
   * Says that it is not ready for as long as `DRAIN_SECONDS`, still answering; then answers what is under way (10 s at
   * most), hands back unfinished deliveries, closes the database.
   */
  stop(): Promise<void>;
};

const stopDeadlineMs = 8_000;

/** How often slow clients are looked for, in milliseconds. */
const lookEveryMs = 1_000;

/**
 * What one connection may send, and how long it may take, in milliseconds. Whatever a client is slow at, it is cut
 * within 15 s (promise S-23): Node counts a request from its first byte, so silence, request and look are added.
 */
export const serverOptions = {
  /** Above what is served (`request-handler.ts`), so that a longer head is refused in the shape of its surface. */
  maxHeaderSize: 64 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: lookEveryMs,
  /** No stream is made for a body that is not there, as in every page view. */
  optimizeEmptyRequests: true,
};

/** Of a new connection, before its headers begin. */
export const firstByteTimeoutMs = 3_000;

/** A client that reads 10 KB a second, as a telephone at the edge of its network, gets everything in the end. */
const readingLimits = { patienceMs: 10_000, leastTaken: 20_000, lookEveryMs };

/** A company behind one address has 40 browsers of 6 connections. */
const connectionLimits = { inAll: 10_000, ofOneVisitor: 256 };

/**
 * The part of the files the system lets us open that connections may take: the rest is for the database and the disk.
 */
const connectionsPerFile = 0.75;

/** Opens the database, renders the pages and listens. @param root folder that contains `dist/` */
export async function startServer(root: string, settings: Settings, log: Logger): Promise<RunningServer> {
  await tryToListen(settings);
  const pages = await createSite(root, settings, log);
  const backend = await openBackend(settings, log, pages);
  const server = createServer(serverOptions, backend.listener);
  serveFromMemory(server, forOwnHosts(settings, pages.find), firstByteTimeoutMs);
  refuseLargeHeads(server, settings.words.refusals);
  limitServer(server, settings, { log, measures: backend.measures });
  await listen(server, settings);
  await backend.startDelivering();

  return {
    async stop() {
      backend.sayNotReady();
      drain(server);
      await wait(settings.drainSeconds * 1000);
      backend.endStreams();
      await Promise.all([closeServer(server), backend.stopDelivering()]);
      await backend.close();
    },
  };
}

type Find = Site["find"];

/** What is asked of a demonstration under a foreign name is refused by its listener, pages in memory too. */
function forOwnHosts({ isDemoForThisMachine, site }: Settings, find: Find) {
  return (path: string, acceptEncoding: string, host: string) =>
    isDemoForThisMachine && !isOwnHost(host, site.origin) ? undefined : find(path, acceptEncoding);
}

/** Puts every limit on what a client may hold of the server, which does not listen yet. */
export function limitServer(
  server: Server,
  { trustedProxies }: Pick<Settings, "trustedProxies">,
  watchers: Parameters<typeof limitConnections>[3] = {},
): void {
  const inAll = Math.min(connectionLimits.inAll, Math.floor(countOpenableFiles() * connectionsPerFile));
  limitConnections(server, { ...connectionLimits, inAll }, trustedProxies, watchers);
  cutUnreadAnswers(server, readingLimits);
}

/** Before anything is made: a place that is taken or not this machine's is told at once. */
async function tryToListen(settings: Settings): Promise<void> {
  const server = createServer();
  await listen(server, settings);
  await new Promise((resolve) => server.close(resolve));
}

function listen(server: Server, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Again and again: a connection that a browser or a proxy keeps is idle once its last answer has left.
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), stopDeadlineMs);
  await closed;
  clearInterval(closing);
  clearTimeout(cut);
}
