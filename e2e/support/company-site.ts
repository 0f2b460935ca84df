import { siteOn } from "#subjects/offers/rules/site-on-day.ts";
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SiteConfig } from "#domain/site/site-config.ts";
import type { PaymentLinks, SiteSettings } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { composeMail } from "#server/mail/compose-mail.ts";
import { readSettings } from "#server/settings/settings.ts";
import { loadBuiltSite } from "#server/site/built-site.ts";
import { fillDataFolder, makeDump } from "#tests/support/database-dump.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { listMailExamples } from "#tests/support/mail-examples.ts";
import { shortLivedFlags } from "#tests/support/short-lived.ts";
import type { Production } from "#tests/support/production-rules.ts";

import { type MailServer, startMailServer } from "./mail-server.ts";
import type { Turn } from "./server-by-turns.ts";

/** What a company writes: its configuration, and its payment links where it has some. */
export type CompanyFiles = { config: SiteConfig; payments?: PaymentLinks };

export type CompanySite = {
  url: string;
  admin: { email: string; password: string };
  mails: MailServer;
  /** What the server's pages are drawn from. */
  site: SiteSettings;
};

/** All that was seen of a company's site, each by where it was. */
export type Seen = Production & {
  pages: ReadonlyMap<string, string>;
  /** For machines. */
  files: ReadonlyMap<string, string>;
  /** One of each kind. */
  mails: ReadonlyMap<string, string>;
};

/**
 * A company whose server is stopped and started with other files, as when its owner edits them: one address, one
 * database, one mail server for all of them.
 */
export async function foundCompany(today: CivilDate) {
  const folder = await mkdtemp(join(tmpdir(), "company-"));
  fillDataFolder(folder, await makeDump());
  const mails = await startMailServer();
  const port = String(await findFreePort());
  const url = `http://localhost:${port}`;
  const admin = { email: "chef@zephyr-standard.fr", password: "Bruyère-Matin-57" };
  const { renderer, assets } = await loadBuiltSite(process.cwd());
  const server = startServerByTurns();
  const written = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  /** @param links which the visit saw, those of the pages apart */
  async function readAll(
    { config, payments }: CompanyFiles,
    site: SiteSettings,
    links: readonly string[],
  ): Promise<Seen> {
    const read = async (path: string): Promise<[string, string]> => [path, await (await fetch(url + path)).text()];
    const readEach = async (paths: readonly string[]) => new Map(await Promise.all(paths.map(read)));
    const drawn = renderer.listFiles({ site, today, assets }).map(({ path }) => path);
    const pages = await readEach(renderer.listPagePaths(site));
    const files = await readEach([...drawn, "/.well-known/security.txt"]);
    const there = new Set([...pages.keys(), ...files.keys()]);
    const linked = [...links, ...[...pages.values()].flatMap(linksIn)].filter((path) => !there.has(path));
    await Promise.all(
      [...new Set(linked)].map(async (path) => {
        if ((await fetch(url + path, { method: "HEAD" })).ok) there.add(path);
      }),
    );
    const named = JSON.stringify([config, payments]).matchAll(/https?:\/\/([^/"]+)/g);
    return {
      origin: url,
      hosts: [...named].map(([, host = ""]) => host),
      isThere: (path) => there.has(path),
      pageAt: (path) => pages.get(path),
      pages,
      files,
      mails: new Map(),
    };
  }

  return {
    async open(files: CompanyFiles, visit: (site: CompanySite) => Promise<readonly string[]>): Promise<Seen> {
      const environment = {
        NODE_ENV: "production",
        BRAND_NAME: "Zéphyr",
        PORT: port,
        SITE_URL: url,
        AUTH_SECRET: "bruyere7matin2lande9genet4ajonc1",
        SMTP_URL: mails.url,
        MAIL_FROM: "Zéphyr <bonjour@zephyr-standard.fr>",
        SITE_CONFIG: written(`${Math.random()}.ts`, `export default ${JSON.stringify(files.config)};`),
        DATA_DIR: folder,
        // Each visit is another visitor's: see newVisitor() in pages.ts.
        TRUSTED_PROXY: "127.0.0.1",
        ADMIN_SECOND_FACTOR: "optional",
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        PAYMENT_LINKS_FILE: files.payments ? written("links.json", JSON.stringify(files.payments)) : "",
      };
      const paymentLinksText = files.payments && JSON.stringify(files.payments);
      const { site, mail } = readSettings({
        environment,
        config: files.config,
        paymentLinksText,
        demoSecret: () => "",
      });
      await server.take({ start: environment });
      try {
        const links = await visit({ url, admin, mails, site });
        const seen = await readAll(files, site, links);
        const sender = {
          brand: site.brand,
          from: mail.from,
          site: { ...siteOn(site, today), today },
          authSecret: environment.AUTH_SECRET,
          drawLetter: renderer.drawLetter,
        };
        return { ...seen, mails: composeAll(sender) };
      } finally {
        await server.take({});
      }
    },
    async close() {
      await server.end();
      await mails.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function startServerByTurns() {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: "node_modules/.cache/compiled" };
  const child = fork("e2e/support/server-by-turns.ts", { execArgv: shortLivedFlags, env });
  const exited = once(child, "exit");
  return {
    async take(turn: Turn): Promise<void> {
      child.send(turn);
      await Promise.race([
        once(child, "message"),
        exited.then(() => Promise.reject(new Error("The site did not start: see its messages above."))),
      ]);
    },
    async end(): Promise<void> {
      child.disconnect();
      await exited;
    },
  };
}

export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*?\shref="(\/[^"#?]*)/g)].map(([, path = ""]) => path);
}

/** Every mail that the site may send, both parts. */
function composeAll(sender: Parameters<typeof composeMail>[2]): Map<string, string> {
  return new Map(
    listMailExamples(sender.site.origin).map(({ name, template, data }) => {
      const message = composeMail(mailId, { to: "lucie@reliure-aubert.fr", template, data }, sender);
      if (!message.ok) throw new Error(`${name}: ${message.problem}`);
      const { subject, text, html } = message.value;
      return [name, [subject, text, html].join("\n")];
    }),
  );
}

const mailId = "7d444840-9dc0-11d1-b245-5ffdce74fad2";
