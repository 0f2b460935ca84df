import type { Server } from "node:http";

import type { Logger } from "pino";

import { openBackend } from "./backend.ts";
import { MemoryFirstServer } from "./http/memory-first-server.ts";
import type { Settings } from "./settings.ts";
import { createSite } from "./site/site.ts";

export type RunningServer = {
  /** Answers what is under way (10 s at most), hands back unfinished deliveries, closes the database. */
  stop(): Promise<void>;
};

const stopDeadlineMs = 8_000;

/** What one connection may send, and how long it may take. */
export const serverOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  /** No stream is made for a body that is not there, as in every page view. */
  optimizeEmptyRequests: true,
};

/** Opens the database, renders the pages and listens. @param root folder that contains `dist/` */
export async function startServer(root: string, settings: Settings, log: Logger): Promise<RunningServer> {
  const pages = await createSite(root, settings, log);
  const backend = await openBackend(settings, log, pages);
  const server = new MemoryFirstServer(serverOptions, backend.listener, pages.find);
  await listen(server, settings);
  await backend.startDelivering();

  return {
    async stop() {
      await Promise.all([closeServer(server), backend.stopDelivering()]);
      await backend.close();
    },
  };
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
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), stopDeadlineMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
