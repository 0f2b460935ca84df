import { isDeepStrictEqual } from "node:util";

import type { Logger } from "pino";

import type { ComparedSite, DayCompared } from "#domain/site/page-renderer.ts";
import type { SiteDocument } from "#domain/site/site-config.ts";
import type { Database } from "#engine/db/database.ts";
import { type Settings, SettingsError, takeSite } from "#server/settings/settings.ts";

import { createArticleShelf } from "./stored-articles.ts";
import { keepFirstVersion, readApplying, type StoredVersion, versionsChannel } from "./stored-versions.ts";

/** What is drawn of the site: told that it is another one. */
type Drawn = {
  redraw(): void;
  undrawn(): readonly string[];
  compare(compared: ComparedSite): Promise<DayCompared[]>;
};

export type LiveSite = {
  /** The version that this process answers with; undefined before the first was read. */
  version(): number | undefined;
  /** What `SITE_CONFIG` and `PAYMENT_LINKS_FILE` said when this process started. */
  fileDocument: SiteDocument;
  /** Versions that have begun, are newer than the one that is shown, and cannot be shown: each with why. */
  refused(): ReadonlyMap<number, readonly string[]>;
  /** Pages that could not be drawn, and are shown as they were. */
  undrawn(): readonly string[];
  /** What a site that is not published yet says on those days. */
  compare: Drawn["compare"];
  /**
   * The settings with another document, and the texts of the articles that it names.
   *
   * @throws SettingsError with one sentence per mistake
   */
  readWith(document: SiteDocument): Promise<Settings>;
  /** Reads the version that applies, and answers with it from then on. */
  refresh(): Promise<void>;
  /**
   * Keeps the file's as the first version of an empty database, then follows what any process publishes, until `stop`.
   */
  follow(drawn: Drawn): Promise<void>;
  stop(): Promise<void>;
};

/** Notices are told again after a lost connection; this is for what no notice tells. */
const lookAnywayMs = 30_000;
const retryMs = 500;

/** One site for the process: `settings` are those that every service reads, and change in place. */
export function createLiveSite({ db, log, settings }: { db: Database; log: Logger; settings: Settings }): LiveSite {
  const fileDocument = settings.document;
  const readArticles = createArticleShelf(db);
  const refused = new Map<number, readonly string[]>();
  let version: number | undefined;
  let drawn: Drawn | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  let isStopped = false;
  let reading: Promise<void> | undefined;
  let isDueAgain = false;
  /** A draft is compared when it is looked at, and again when it is published. */
  let compared: { key: string; days: Promise<DayCompared[]> } | undefined;

  async function read(): Promise<void> {
    let msToNext: number | undefined;
    let isShown = false;
    while (!isShown) {
      const begun = await db.asServer((tx) => readApplying(tx, [...refused.keys()]));
      for (const each of begun.unread) refuse(each, ["this release does not read it"]);
      isShown = begun.applying === undefined || (await show(begun.applying));
      msToNext = begun.msToNext;
    }
    lookIn(Math.min(msToNext === undefined ? lookAnywayMs : Math.max(msToNext, 0) + 5, lookAnywayMs));
  }

  /** @returns whether this is what the process answers with now; else it is among those that are refused */
  async function show(applying: StoredVersion): Promise<boolean> {
    if (applying.version === version) return true;
    try {
      const isOther = !isDeepStrictEqual(applying.document, settings.document);
      // A file that names articles has no texts.
      if (isOther || (applying.document.articles && !settings.site.articles)) {
        takeSite(settings, await readWith(applying.document));
        drawn?.redraw();
      }
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      refuse(applying.version, error.problems);
      return false;
    }
    version = applying.version;
    // One that a newer one stands above is no trouble any more.
    for (const each of refused.keys()) if (each < version) refused.delete(each);
    return true;
  }

  async function readWith(document: SiteDocument): Promise<Settings> {
    const read = await settings.readWith(document);
    if (document.articles === undefined) return read;
    return { ...read, site: { ...read.site, articles: await readArticles(document) } };
  }

  function refuse(each: number, problems: readonly string[]): void {
    if (refused.has(each)) return;
    refused.set(each, problems);
    log.error({ version: each, problems }, "a version of the site cannot be shown: the one before it stays");
  }

  function lookIn(ms: number): void {
    clearTimeout(timer);
    if (drawn && !isStopped) timer = setTimeout(look, ms).unref();
  }

  function look(): void {
    refresh().catch((error: unknown) => {
      log.warn({ err: error }, "the versions of the site were not read, trying again");
      lookIn(retryMs);
    });
  }

  /** One reading at a time; what is asked for meanwhile is read after it. */
  function refresh(): Promise<void> {
    if (reading) {
      isDueAgain = true;
      return reading;
    }
    reading = (async () => {
      do {
        isDueAgain = false;
        await read();
      } while (isDueAgain);
    })().finally(() => (reading = undefined));
    return reading;
  }

  return {
    version: () => version,
    fileDocument,
    refused: () => refused,
    undrawn: () => drawn?.undrawn() ?? [],
    compare(asked) {
      if (!drawn) throw new Error("Nothing is drawn yet: there is nothing to compare.");
      const key = JSON.stringify(asked);
      if (compared?.key !== key) {
        const days = drawn.compare(asked);
        compared = { key, days };
        // What failed is tried again.
        days.catch(() => (compared = undefined));
      }
      return compared.days;
    },
    readWith,
    refresh,
    async follow(pages) {
      drawn = pages;
      stopListening = await db.listen(versionsChannel, look);
      await db.asServer((tx) => keepFirstVersion(tx, fileDocument));
      await refresh();
      if (!isDeepStrictEqual(settings.document, fileDocument)) {
        log.warn(
          { version },
          "SITE_CONFIG or PAYMENT_LINKS_FILE says something else than the site shows: see `npm run settings -- import`",
        );
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await stopListening?.();
      await reading?.catch(() => undefined);
    },
  };
}
