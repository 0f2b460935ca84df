export type Engine = "embedded" | "postgres";

export const engines: readonly Engine[] = ["embedded", "postgres"];

const onBoth = engines;
const onPostgres: readonly Engine[] = ["postgres"];
const onEmbedded: readonly Engine[] = ["embedded"];
const provedOnly: readonly Engine[] = [];

type Rule = { path: string; on: readonly Engine[]; because: string };

/**
 * The engines on which `npm test` runs the integration tests. `npm run prove -- engines` runs all of them on both.
 *
 * On both: what the engines could do in different ways, or, of many files of one kind, the one that shows it. On
 * PostgreSQL alone: what uses only what those tests compare, through the driver that both engines share; it is the
 * engine of production, and asks less than half of the processor's time. Stories live on the embedded one. Before a
 * release alone (`provedOnly`): what takes a tenth of a minute and more of a processor, and of which `npm test` sees
 * the rule elsewhere. Of several rules that fit a file the longest counts.
 */
export const engineRules: readonly Rule[] = [
  {
    path: "tests/db/",
    on: onBoth,
    because: "transactions, roles, deadlines, notices and migrations are each engine's own",
  },
  { path: "tests/db/embedded-folder.test.ts", on: onEmbedded, because: "only that engine keeps a folder of ours" },
  { path: "tests/db/embedded-engine.test.ts", on: onEmbedded, because: "only that engine is opened again" },
  { path: "tests/db/private-files.test.ts", on: onEmbedded, because: "only that engine keeps a folder of ours" },
  { path: "tests/db/postgres-server.test.ts", on: onPostgres, because: "only that engine is a server" },
  { path: "tests/db/pooler.test.ts", on: onPostgres, because: "only a server has a pooler in front" },
  {
    path: "tests/process/project.test.ts",
    on: provedOnly,
    because: "tests/functions/project.test.ts calls another service without a second process",
  },
  { path: "tests/backup/", on: onPostgres, because: "each of its tests goes from one engine to the other" },
  {
    path: "tests/backup/commands.test.ts",
    on: provedOnly,
    because: "round-trip.test.ts and refusals.test.ts go through the functions that the commands call",
  },
  {
    path: "tests/backup/scheduled.test.ts",
    on: provedOnly,
    because: "outbox/scheduled-jobs.test.ts holds when jobs run, round-trip.test.ts what a backup is",
  },
  {
    path: "tests/backup/killed.test.ts",
    on: provedOnly,
    because: "refusals.test.ts refuses what was cut short, whatever cut it",
  },
  {
    path: "tests/policies/",
    on: onPostgres,
    because: "policies are SQL, the same in both; catalogue.test.ts compares which there are on each",
  },
  { path: "tests/policies/catalogue.test.ts", on: onBoth, because: "it reads the catalogue of each engine" },
  {
    path: "tests/leads/",
    on: onPostgres,
    because: "triggers and procedures are SQL, the same in both; questionnaires.test.ts goes through them on each",
  },
  {
    path: "tests/leads/questionnaires.test.ts",
    on: onBoth,
    because: "what a form sends meets every trigger of a lead",
  },
  {
    path: "tests/leads/parallel.test.ts",
    on: onBoth,
    because: "what comes at once waits on one engine for a lock, on the other for its turn",
  },
  {
    path: "tests/leads/numbers-of-before.test.ts",
    on: provedOnly,
    because: "questionnaires.test.ts holds the rule; this reads anew what an older version had stored",
  },
  {
    path: "tests/recipes/",
    on: onPostgres,
    because: "what is asked of the engine is one migration; the copy of the tree is made once",
  },
  {
    path: "tests/recipes/compile.test.ts",
    on: provedOnly,
    because: "it compiles a whole tree; tests/recipes.test.ts holds that each recipe fits the sources",
  },
  {
    path: "tests/live/",
    on: onPostgres,
    because: "what its triggers tell reaches a screen of the embedded engine in e2e/live.story.ts",
  },
  { path: "tests/rest/", on: onPostgres, because: "texts are refused before they reach an engine" },
  { path: "tests/rest/reads.test.ts", on: onBoth, because: "types, casts and orders are as the engine writes them" },
  { path: "tests/rest/writes.test.ts", on: onBoth, because: "conflicts and errors are as the engine tells them" },
  { path: "tests/rest/calls.test.ts", on: onBoth, because: "functions are found and called by the engine" },
  { path: "tests/rest/refusals.test.ts", on: onBoth, because: "errors and deadlines are as the engine tells them" },
  { path: "tests/rest/session-memory.test.ts", on: onBoth, because: "what a session keeps is kept by the engine" },
  {
    path: "tests/outbox/",
    on: onPostgres,
    because:
      "what a receiver answers does not ask the engine; process/stops.test.ts and stories deliver from the other",
  },
  {
    path: "tests/outbox/terms-at-size.test.ts",
    on: provedOnly,
    because: "terms.test.ts holds each term, kills.test.ts what a killed process had committed",
  },
  {
    path: "tests/process/two-processes.test.ts",
    on: onPostgres,
    because: "two processes work on one database at once",
  },
  { path: "tests/process/", on: onEmbedded, because: "that engine lives and dies with the process" },
  {
    path: "tests/process/database-crashes.test.ts",
    on: provedOnly,
    because: "it tries crashes by the dozen, or none",
  },
  { path: "tests/process/synced.test.ts", on: provedOnly, because: "it tries crashes of a disk, or none" },
  {
    path: "tests/process/outages.test.ts",
    on: provedOnly,
    because: "outbox/deliveries.test.ts holds what waits for a receiver, e2e/outage.story.ts what waits in a browser",
  },
  {
    path: "tests/process/soak.test.ts",
    on: provedOnly,
    because: "growth is read from many minutes of traffic: one on a busy machine tells nothing",
  },
  {
    path: "tests/process/deliveries-command.test.ts",
    on: provedOnly,
    because: "outbox/replays.test.ts holds what the command asks of the server",
  },
  {
    path: "tests/process/other-secret.test.ts",
    on: provedOnly,
    because: "db/postgres-server.test.ts refuses a start with another secret; these are eight starts of a process",
  },
  {
    path: "tests/process/pack.test.ts",
    on: onPostgres,
    because: "its demonstration has the embedded database, its production a server",
  },
  {
    path: "tests/process/kills.test.ts",
    on: provedOnly,
    because: "db/embedded-folder.test.ts and outbox/killed-worker.test.ts kill what writes",
  },
  {
    path: "tests/process/killed-import.test.ts",
    on: provedOnly,
    because: "functions/import-leads.test.ts leaves an import in the middle of a call, and goes on",
  },
  { path: "tests/process/drain.test.ts", on: onPostgres, because: "what a proxy sees of a stop, whatever the engine" },
  { path: "tests/process/production.test.ts", on: onPostgres, because: "settings do not depend on the engine" },
  {
    path: "tests/process/production-check.test.ts",
    on: provedOnly,
    because: "scripts/check-production/check-production.test.ts tries each check by itself",
  },
  { path: "tests/process/proxy.test.ts", on: onPostgres, because: "what a proxy passes on does not ask the engine" },
  {
    path: "tests/process/slow-clients.test.ts",
    on: provedOnly,
    because: "engine/http/limit-connections.test.ts and serve-from-memory.test.ts hold when a connection is cut",
  },
  { path: "tests/auth/", on: onPostgres, because: "plain rows, through the driver that both share" },
  { path: "tests/contract/", on: onPostgres, because: "the client's side of what tests/rest compares" },
  { path: "tests/doctor/", on: onPostgres, because: "plain rows, through the driver that both share" },
  { path: "tests/functions/", on: onPostgres, because: "plain rows, around procedures that tests/leads compares" },
  {
    path: "tests/functions/read-health.test.ts",
    on: onBoth,
    because: "notices, size and version are each engine's own",
  },
  { path: "tests/http/", on: onPostgres, because: "requests and answers; plain rows behind them" },
  { path: "tests/http/floods.test.ts", on: provedOnly, because: "rate-limits.test.ts holds who is refused, and when" },
  { path: "tests/http/operations.test.ts", on: onBoth, because: "/readyz says what each engine lacks" },
];

/** @param file from the root of the project, with slashes */
export function enginesFor(file: string): readonly Engine[] {
  const fitting = engineRules.filter(({ path }) => file.startsWith(path));
  const rule = fitting.toSorted((a, b) => b.path.length - a.path.length)[0];
  if (!rule) throw new Error(`${file}: no rule of tests/selection.ts says on which engines it runs.`);
  return rule.on;
}

/** Stories that `npm run prove -- stories` runs, and `npm test` does not: single ones stand under `fullTest`. */
const provedStories: Readonly<Record<string, string>> = {
  "e2e/figures.story.ts":
    "statistics and ledger; attention-screens.test.tsx draws them, tests/leads/statistics.test.ts counts",
  "e2e/opened-links.story.ts": "links and codes of mails; tests/auth/ holds each, accounts.story.ts signs in by one",
  "e2e/refused-capabilities.story.ts":
    "a browser that refuses storage or a script; submissions.test.ts and start-afresh.test.ts hold what is kept",
  "e2e/rooms.story.ts": "conferences, newsletter, journal, health; attention-screens.test.tsx draws them",
  "e2e/funnels.story.ts":
    "the other two funnels, to their end; main-job.story.ts goes through one, other-offers.test.tsx through their answers",
  "e2e/gone-files.story.ts": "a page that fails or whose files are gone; start-afresh.test.ts holds what is kept",
  "e2e/one-time-ways-in.story.ts":
    "links and codes on two devices; tests/auth/ holds each, accounts.story.ts opens one",
  "e2e/long-list.story.ts":
    "a list of hundreds is sent and scrolled; live.story.ts and lead-list.story.ts see a short one",
  "e2e/hostile-answers.story.ts":
    "every text in the list, the file and the workshop; tests/rest/hostile.test.ts stores them, React writes text",
  "e2e/oldest-browser.story.ts":
    "a visit in Chromium 109 and without younger methods; tests/http/browser-floor.test.ts reads the built files",
  "e2e/valid-html.story.ts": "every page goes through a checker in Java; axe reads them too, and the crawl their rules",
};

export const isProvedOnly = (story: string): boolean => story in provedStories;

/**
 * What `npm run test:quick` runs: the tests beside their source and what breaks first when a right or a procedure
 * changes, on the engine that is there at once. No browser, no process of its own, no built site.
 */
const quickPaths = [
  "tests/policies/matrix.test.ts",
  "tests/policies/catalogue.test.ts",
  "tests/leads/",
  "tests/rest/calls.test.ts",
];
/** Of those, what draws whole pages. */
const slowPaths = ["app/render/", "app/pages/golden-prices.test.tsx"];

/** @param project of vitest.config.ts */
export function isQuick(file: string, project: string): boolean {
  const isIn = (paths: readonly string[]) => paths.some((path) => file.startsWith(path));
  if (isIn(slowPaths)) return false;
  return project.startsWith("unit") || (project === "embedded" && isIn(quickPaths));
}

/**
 * What takes longest, the longest first: it begins first, so that nothing long is left for the end, when a core would
 * have nothing else to do. Vitest knows durations of earlier runs only.
 */
export const longestFiles: readonly string[] = [
  // Those on the exclusive site stand apart: one waits for the other.
  "e2e/outage.story.ts",
  "e2e/consent.story.ts",
  "e2e/orders.story.ts",
  "e2e/payments.story.ts",
  "e2e/production-walk.story.ts",
  "e2e/main-job.story.ts",
  "e2e/crawl.story.ts",
  "e2e/site.story.ts",
  "e2e/back-office.story.ts",
  "e2e/dashboard.story.ts",
  "e2e/lead-file.story.ts",
  "e2e/team.story.ts",
  "e2e/today.story.ts",
  "e2e/lead-list.story.ts",
  "e2e/every-page.story.ts",
  "e2e/second-factor.story.ts",
  "e2e/live.story.ts",
  "e2e/focus-and-movement.story.ts",
  "e2e/accounts.story.ts",
  "e2e/board.story.ts",
  "e2e/landing-pages.story.ts",
  "e2e/attention.story.ts",
  "e2e/sign-up-links.story.ts",
  "e2e/funnel.story.ts",
  "e2e/resume-link.story.ts",
  "e2e/keys.story.ts",
  "e2e/bulk.story.ts",
  "e2e/hostile-answers.story.ts",
  "e2e/funnels.story.ts",
  "e2e/visitor-mails.story.ts",
  "tests/db/embedded-folder.test.ts",
  "tests/db/migrations.test.ts",
  "tests/policies/matrix.test.ts",
  "tests/db/deadlines.test.ts",
  "tests/process/stops.test.ts",
  "tests/process/kills.test.ts",
  "tests/outbox/terms.test.ts",
  "tests/backup/round-trip.test.ts",
  "tests/db/postgres-server.test.ts",
  "tests/auth/bad-input.test.ts",
  "tests/functions/export-leads.test.ts",
  "app/admin/shell/admin-app.test.tsx",
  "tests/backup/refusals.test.ts",
  "tests/live/journal.test.ts",
  "tests/outbox/deliveries.test.ts",
  "tests/http/bad-fields.test.ts",
  "engine/http/cut-unread-answers.test.ts",
  "tests/functions/delete-account.test.ts",
  "tests/auth/phones.test.ts",
  "tests/leads/list.test.ts",
  "tests/outbox/mails.test.ts",
  "tests/rest/product.test.ts",
  "tests/db/private-files.test.ts",
  "tests/http/rate-limits.test.ts",
];
