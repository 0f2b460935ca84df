// Sites beside the one that all stories share, for the processes of a run: each starts when a story first asks for it,
// serves all that ask after it, and stops with the run.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { dayInParis } from "#kit/civil-date.ts";
import { offersOn } from "#tests/support/company-config.ts";
import { writeCompleteConfig } from "#tests/support/complete-config.ts";
import { findFreePort } from "#tests/support/free-port.ts";

import { startMailServer } from "./mail-server.ts";
import { publishableKey, secretKey, type RunningSite, startSite, stripeSecret } from "./site.ts";

export type SitesServer = {
  url: string;
  stop(): Promise<void>;
};

/**
 * Answers `GET /exclusive` and `GET /production` with a site's address, and `GET /mails/ADDRESS` with the texts of the
 * mails that the production has sent there, oldest first. The exclusive site is its asker's until the connection
 * closes.
 */
export async function serveSites(): Promise<SitesServer> {
  const exclusive = startedOnce(startExclusiveSite);
  const production = startedOnce(startProductionSite);
  let turn = Promise.resolve();

  async function lend(answer: ServerResponse): Promise<void> {
    const hasLeft = once(answer, "close");
    const mine = turn.then(() => exclusive.get());
    turn = mine.then(
      () => hasLeft.then(() => undefined),
      () => undefined,
    );
    const { url } = await mine;
    answer.write(`${JSON.stringify(url)}\n`);
  }

  async function reply(path: string, answer: ServerResponse): Promise<void> {
    if (path === "/exclusive") return lend(answer);
    const { url, mails } = await production.get();
    const address = decodeURIComponent(path.replace("/mails/", ""));
    answer.end(JSON.stringify(path === "/production" ? url : mails.textsTo(address)));
  }

  const server = createServer((request, answer) => {
    reply(request.url ?? "", answer).catch((error: unknown) => answer.writeHead(500).end(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await Promise.all([exclusive.stop(), production.stop()]);
    },
  };
}

function startedOnce<T extends Pick<RunningSite, "stop">>(start: () => Promise<T>) {
  let started: Promise<T> | undefined;
  return {
    get: () => (started ??= start()),
    stop: async () => (await started)?.stop(),
  };
}

/** In demonstration mode, on the embedded engine. */
function startExclusiveSite(): Promise<RunningSite> {
  return startSite({
    environment: { PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: stripeSecret },
  });
}

/** Of a company whose offers have ended, and whose administrators need a second factor. */
async function startProductionSite() {
  const folder = mkdtempSync(join(tmpdir(), "site-config-"));
  const mails = await startMailServer();
  const port = String(await findFreePort());
  const { ended } = offersOn(dayInParis(new Date()));
  const site = await startSite({
    environment: {
      NODE_ENV: "production",
      PORT: port,
      SITE_URL: `http://localhost:${port}`,
      AUTH_SECRET: "a-secret-for-stories-only-0123456789abcdef",
      SMTP_URL: mails.url,
      MAIL_FROM: "Site <site@exemple.example>",
      SITE_CONFIG: writeCompleteConfig(folder, undefined, `{ ...complete, offers: ${JSON.stringify(ended)} }`),
    },
  });
  return {
    url: site.url,
    mails,
    async stop() {
      await site.stop();
      await mails.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
