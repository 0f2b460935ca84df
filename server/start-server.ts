import type { RequestListener } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";

import { openBackend } from "./backend.ts";
import { cutUnreadAnswers } from "#engine/http/cut-unread-answers.ts";
import { countOpenableFiles, limitConnections } from "#engine/http/limit-connections.ts";
import { type FindAnswer, MemoryFirstServer } from "#engine/http/memory-first-server.ts";
import type { Settings } from "./settings/settings.ts";
import { isOwnHost } from "#engine/settings/public-demo.ts";
import { createSite } from "./site/site.ts";

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
const serverOptions = {
  /** Above what is served (`request-handler.ts`), so that a longer head is refused in the shape of its surface. */
  maxHeaderSize: 64 * 1024,
  firstByteTimeout: 3_000,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: lookEveryMs,
  /** No stream is made for a body that is not there, as in every page view. */
  optimizeEmptyRequests: true,
};

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
  const pages = await createSite(root, settings, log);
  const backend = await openBackend(settings, log, pages);
  const server = createLimitedServer(backend.listener, findFor(settings, pages.find), settings, {
    log,
    measures: backend.measures,
  });
  await listen(server, settings);
  await backend.startDelivering();

  return {
    async stop() {
      backend.sayNotReady();
      server.drain();
      await wait(settings.drainSeconds * 1000);
      backend.endStreams();
      await Promise.all([closeServer(server), backend.stopDelivering()]);
      await backend.close();
    },
  };
}

/** What is asked of a demonstration under a foreign name is refused by its listener, pages in memory too. */
function findFor({ isDemoForThisMachine, site }: Settings, find: FindAnswer): FindAnswer {
  if (!isDemoForThisMachine) return find;
  return (path, acceptEncoding, host) => (isOwnHost(host, site.origin) ? find(path, acceptEncoding, host) : undefined);
}

/** The server that visitors reach, not yet listening, with every limit on what a client may hold of it. */
export function createLimitedServer(
  listener: RequestListener,
  find: FindAnswer,
  { trustedProxies }: Pick<Settings, "trustedProxies">,
  watchers: Parameters<typeof limitConnections>[3] = {},
): MemoryFirstServer {
  const server = new MemoryFirstServer(serverOptions, listener, find);
  const inAll = Math.min(connectionLimits.inAll, Math.floor(countOpenableFiles() * connectionsPerFile));
  limitConnections(server, { ...connectionLimits, inAll }, trustedProxies, watchers);
  cutUnreadAnswers(server, readingLimits);
  return server;
}

function listen(server: MemoryFirstServer, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function closeServer(server: MemoryFirstServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Again and again: a connection that a browser or a proxy keeps is idle once its last answer has left.
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), stopDeadlineMs);
  await closed;
  clearInterval(closing);
  clearTimeout(cut);
}
