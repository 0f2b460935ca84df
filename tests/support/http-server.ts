import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import pino from "pino";
import { afterAll } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import type { Database } from "#engine/db/database.ts";
import { createRequestHandler } from "#server/request-handler.ts";
import { serveFromMemory } from "#engine/memory-pages/serve-from-memory.ts";
import { firstByteTimeoutMs, limitServer, serverOptions } from "#server/start-server.ts";
import { createSite } from "#server/site/site.ts";
import { refuseLargeHeads } from "#engine/http/refuse-large-heads.ts";
import type { Traces } from "#engine/traces/traces.ts";

import { createTestContext } from "./context.ts";
import { openDatabaseForFile, type TestDatabase } from "./database.ts";

export type HttpServer = {
  port: number;
  context: ServerContext;
  /** What the server wrote to its log as a failure of its own. */
  failures: string[];
  close(): Promise<void>;
};

/** Drawn once for each set of variables: a restart draws the same ones. */
const drawnPages = new Map<string, ReturnType<typeof createSite>>();

type Options = { db: Database; environment?: Record<string, string>; traces?: Traces };

/**
 * The whole product behind a real socket, in this process: every service, the pages of the last build and the limits of
 * the real server, without outbox. A second one on the same database is the same site after a restart.
 */
export async function startHttpServer({ db, environment, traces }: Options): Promise<HttpServer> {
  const failures: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void failures.push(line) });
  const context = { ...createTestContext({ db, ...(environment && { environment }), ...(traces && { traces }) }), log };
  const variables = JSON.stringify(environment ?? {});
  const drawing = drawnPages.get(variables) ?? createSite(process.cwd(), context.settings);
  drawnPages.set(variables, drawing);
  const pages = await drawing;
  const { listener } = await createRequestHandler(context, pages, {
    isOutboxRunning: () => true,
    isStopping: () => false,
  });

  const server = createServer(serverOptions, listener);
  serveFromMemory(server, pages.find, firstByteTimeoutMs);
  refuseLargeHeads(server, context.settings.words.refusals);
  limitServer(server, context.settings);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    context,
    failures,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** That for the tests of one file, on a database of their own, until the last of them has run. */
export async function serveTests(
  environment?: Record<string, string>,
): Promise<{ db: TestDatabase; server: HttpServer }> {
  const db = await openDatabaseForFile();
  const server = await startHttpServer({ db, ...(environment && { environment }) });
  afterAll(() => server.close());
  return { db, server };
}
