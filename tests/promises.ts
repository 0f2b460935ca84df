export type Project = "unit" | "embedded" | "postgres" | "e2e";

/** Tests that show a promise, in one run for each project. */
export type TestProof = {
  /** Files, or folders of files. */
  files: readonly string[];
  /** Parts of titles, as they stand in the files: these tests alone. */
  only?: readonly string[];
  /** Of vite.config.ts, where it is not what the folder says: both engines for tests/, e2e, or else unit. */
  projects?: readonly Project[];
  /** Instead of vite.config.ts, for tests that are not ours. */
  config?: string;
  /** As often as this, in a row. */
  runs?: number;
  /** As `npm test` runs them, where the sizes are proved by other lines. */
  isSample?: boolean;
};

/** A program that prints the promise with its figures, and what it is proved on. */
export type ProgramProof = { program: string; options: readonly string[]; engine: Project };

export type Proof = TestProof | ProgramProof;

export type Promised = {
  id: string;
  says: string;
  /** What was promised: how many, how fast, how long. */
  figure: string;
  proofs: readonly Proof[];
  /** What of the figure no proof reaches. */
  thinner?: string;
};

const postgres: readonly Project[] = ["postgres"];
const embedded: readonly Project[] = ["embedded"];
const bothEngines: readonly Project[] = ["embedded", "postgres"];

/** Proved by several processes of the product and of Debian's programs: see bench/cluster/run.ts. */
function onMachines(name: string, engine: Project = "postgres"): ProgramProof {
  const program = "bench/cluster/run.ts";
  return { program, options: [program, name, engine], engine };
}

/** Proved with older versions, taken from the history of the repository. */
function onOlderVersions(engine: Project): ProgramProof {
  const program = "bench/upgrades/run.ts";
  return { program, options: [program, engine], engine };
}

/** Durability and delivery. */
const reliability: Promised[] = [
  {
    id: "R-01",
    says: "acknowledged leads survive kill -9, each with its event",
    figure: "10,000 leads, 200 kills, 0 lost",
    proofs: [{ files: ["tests/process/kills.test.ts"] }],
  },
  {
    id: "R-02",
    says: "nothing is acknowledged before it is on the disk",
    figure: "1,000 answers, 0 before its fdatasync",
    proofs: [{ files: ["tests/process/synced.test.ts"], projects: postgres }],
    thinner:
      "a sync of the server within the time of each request, whichever transaction asked for it; " +
      "with the clock of the test instead of strace's one full run of three found 2 of 1,000 without; " +
      "with strace's none of three",
  },
  {
    id: "R-03",
    says: "a database that falls costs nothing acknowledged, and visitors a moment",
    figure: "5 crashes in 60 s under 50 requests/s, 0 lost, no wait over 5 s, served 3 s after it is back",
    proofs: [{ files: ["tests/process/database-crashes.test.ts"], projects: postgres }],
  },
  {
    id: "R-04",
    says: "a killed database opens again with all it had said yes to, and to one process",
    figure: "50 restarts of 50 within 5 s; a second process refused within 2 s",
    proofs: [{ files: ["tests/db/embedded-folder.test.ts"], projects: embedded }],
  },
  {
    id: "R-05",
    says: "what was submitted while receivers, mails, payments or the API were down arrives once",
    figure: "10,000 events through 30 minutes, 0 twice, drained within 60 s",
    proofs: [
      { files: ["tests/process/outages.test.ts"], only: ["With receiver, mail and payment down"] },
      {
        files: ["tests/outbox/deliveries.test.ts"],
        only: ["While a receiver is down", "An endpoint that hangs delays no other", "Nothing is tried for longer"],
      },
    ],
    thinner: "the 30 minutes are 18 s of the real schedule, made 100 times faster; by the clock, see `outages`",
  },
  {
    id: "R-06",
    says: "a sender killed in mid-delivery loses nothing and repeats one event at most",
    figure: "200 kills, 0 lost, at most one repeat for each",
    proofs: [
      { files: ["tests/outbox/killed-worker.test.ts"] },
      { files: ["tests/outbox/deliveries.test.ts"], only: ["What a worker leased and never renewed"] },
    ],
  },
  {
    id: "R-07",
    says: "each answer of a receiver has the effect that is specified",
    figure: "14 kinds of answers",
    proofs: [{ files: ["tests/outbox/answers.test.ts"] }],
    thinner: "the 15 s of a hang are one second, by the schedule of tests",
  },
  {
    id: "R-08",
    says: "deliveries are signed as the published library verifies, and nothing that was changed passes",
    figure: "all deliveries, 0 forged accepted, 2 secrets while one replaces the other",
    proofs: [
      {
        files: ["tests/outbox/deliveries.test.ts"],
        only: ["An event that commits is posted", "Signatures hold for the old and the new secret"],
      },
    ],
  },
  {
    id: "R-09",
    says: "the same submission twice is one lead",
    figure: "100 at once, 10 profiles at once, 40 lost answers; 5 times",
    proofs: [{ files: ["tests/http/repeats.test.ts"], runs: 5 }],
  },
  {
    id: "R-10",
    says: "with the API down the steps come, and the lead arrives by itself",
    figure: "100 submissions, 0 lost, 0 twice",
    proofs: [
      { files: ["tests/process/outages.test.ts"], only: ["With the API down at step 3"] },
      { files: ["e2e/outage.story.ts"] },
    ],
  },
  {
    id: "R-11",
    says: "a stop answers what is in flight",
    figure: "50 in flight, exit 0 within 10 s, 20 times",
    proofs: [{ files: ["tests/process/stops.test.ts"], only: ["with requests in flight"], runs: 20 }],
  },
  {
    id: "R-12",
    says: "a full disk refuses writes in a sentence, keeps what was said yes to, and ends by itself",
    figure: "5 times full and free again, accepted 10 s after",
    proofs: [
      { files: ["tests/db/embedded-folder.test.ts"], only: ["A disk that is nearly full"], projects: embedded },
      { files: ["tests/http/operations.test.ts"], only: ["says that the disk is too full"], projects: embedded },
      onMachines("R-12", "embedded"),
    ],
  },
  {
    id: "R-13",
    says: "a clock that jumps freezes no retry and opens no door",
    figure: "+1 h, -1 h, ±35 s; tokens within 30 s; no retry later than 60 s",
    proofs: [
      { files: ["tests/auth/access-tokens.test.ts"], only: ["Clocks may differ by 30 s", "and so is the clock"] },
      {
        files: ["tests/outbox/deliveries.test.ts"],
        only: ["A lease given before the clock went back", "once the clock went back"],
      },
      { files: ["tests/http/limiter.test.ts"], only: ["A clock set back"] },
      { files: ["engine/outbox/clock-watch.test.ts"] },
      onMachines("R-13"),
      onMachines("R-13", "embedded"),
    ],
  },
  {
    id: "R-14",
    says: "a flood from one refused address at most doubles the wait of others",
    figure: "4 times what it holds for 60 s: p95 1 s, the rest refused in 50 ms, normal again after 5 s",
    proofs: [{ files: ["tests/http/floods.test.ts"] }, onMachines("R-14"), onMachines("R-14", "embedded")],
  },
  {
    id: "R-15",
    says: "no statement of a caller outlives its deadline, and others are served meanwhile",
    figure: "100 hostile statements, 100 cut within 2 s, others' p95 under 500 ms",
    proofs: [
      { files: ["tests/db/deadlines.test.ts"] },
      { files: ["tests/rest/refusals.test.ts"], only: ["cuts a statement at its deadline"], projects: postgres },
    ],
    thinner: "others are timed on PostgreSQL alone: the embedded engine runs one statement at a time",
  },
  {
    id: "R-16",
    says: "a backup taken while people write is one moment of the data, and restores to it",
    figure: "20 requests/s meanwhile, 10,000 leads restored in 30 s",
    proofs: [{ files: ["tests/backup/"], projects: postgres }],
  },
  {
    id: "R-17",
    says: "no mail is lost, and none gains a header or a recipient",
    figure: "500 tries, 0 header; at most one repeat for each cut",
    proofs: [{ files: ["tests/outbox/mails.test.ts"] }],
  },
  {
    id: "R-18",
    says: "memory does not grow with what is asked",
    figure: "50,000 requests, 10 % at most",
    proofs: [{ files: ["tests/process/soak.test.ts"] }],
    thinner: "as many requests as 30 minutes at 20/s and more, but faster",
  },
  {
    id: "R-19",
    says: "a killed migration is finished by the next start",
    figure: "20 kills, the same schema",
    proofs: [{ files: ["tests/db/migrations.test.ts"] }],
  },
];

/** Access, identity, injection. */
const security: Promised[] = [
  {
    id: "S-01",
    says: "the database itself decides who may do what, and a hosted project grants what ours does",
    figure: "450 cells at least, each as written",
    proofs: [
      { files: ["tests/policies/matrix.test.ts"] },
      { files: ["tests/policies/hosted.test.ts"], projects: postgres },
    ],
  },
  {
    id: "S-02",
    says: "no table, view or function is open by accident, and a new one is closed to all",
    figure: "0 exceptions in the catalogue",
    proofs: [{ files: ["tests/policies/catalogue.test.ts"] }],
  },
  {
    id: "S-03",
    says: "no change without a filter, and no caller sets status, payment, ids, owner, dates or role",
    figure: "60 tries, 0 effects",
    proofs: [
      { files: ["tests/policies/mass-assignment.test.ts"] },
      { files: ["tests/rest/writes.test.ts"], only: ["without a filter is refused"] },
    ],
  },
  {
    id: "S-04",
    says: "a stranger's submission reads nothing back, changes nothing of others, and is answered alike",
    figure: "60 an hour for an address, 10 for an e-mail",
    proofs: [
      { files: ["tests/leads/repeats.test.ts"] },
      { files: ["tests/http/repeats.test.ts"], only: ["opens no way around the limit of a mailbox"] },
    ],
  },
  {
    id: "S-05",
    says: "only an administrator deletes anything",
    figure: "500 tries, 0 deletions",
    proofs: [{ files: ["tests/functions/delete-user.test.ts"] }],
  },
  {
    id: "S-06",
    says: "no bad token is believed, and none breaks anything",
    figure: "400 tokens, all 401 or 403",
    proofs: [{ files: ["tests/auth/access-tokens.test.ts"] }],
  },
  {
    id: "S-07",
    says: "a refresh token makes one chain, and an old one ends the session",
    figure: "100 uses at once, one chain; tolerated for 10 s",
    proofs: [{ files: ["tests/auth/sessions.test.ts"], only: ["Refreshing"] }],
  },
  {
    id: "S-08",
    says: "a session that has ended opens nothing",
    figure: "refused at once; administrators 30 min idle and 8 h, customers 30 days",
    proofs: [
      { files: ["tests/auth/sessions.test.ts"] },
      { files: ["tests/auth/own-account.test.ts"], only: ["ends every other session"] },
    ],
  },
  {
    id: "S-09",
    says: "the second factor is asked wherever it is due, and its codes count once",
    figure: "0 rows without it; 5 wrong codes are 15 minutes; challenges of 5 minutes",
    proofs: [
      { files: ["tests/auth/factors.test.ts", "tests/auth/administrator-second-factor.test.ts"] },
      { files: ["tests/policies/second-factor.test.ts"] },
    ],
  },
  {
    id: "S-10",
    says: "codes and states of a sign-in elsewhere work once, in the browser that began",
    figure: "PKCE S256 only, 10 minutes",
    proofs: [{ files: ["tests/auth/provider.test.ts"] }, { files: ["e2e/google.story.ts"] }],
  },
  {
    id: "S-11",
    says: "neither an answer nor how long it takes tells who has an account",
    figure: "2,000 calls a pair, AUC between 0.45 and 0.55",
    proofs: [
      { files: ["tests/auth/timing.test.ts"] },
      { files: ["tests/auth/sign-up.test.ts"], only: ["An answer does not reveal whether an address has an account"] },
    ],
  },
  {
    id: "S-12",
    says: "few guesses reach a password, and its owner still gets in",
    figure: "1,000 from 50 addresses: 20 reach it; 10,000 accounts from one address: 100",
    proofs: [{ files: ["tests/auth/limits.test.ts"], only: ["Guessing passwords"] }],
  },
  {
    id: "S-13",
    says: "each public call has its limit, and a forged address changes nothing",
    figure: "every public POST; 20 forms of forged headers",
    proofs: [{ files: ["tests/http/rate-limits.test.ts"] }, { files: ["engine/network/client-address.test.ts"] }],
  },
  {
    id: "S-14",
    says: "passwords are hashed dearly, and common ones are refused",
    figure: "10,000 common passwords, all refused; none cut at 72 bytes",
    proofs: [
      { files: ["engine/auth/passwords/password-rules.test.ts", "engine/passwords/password-hasher.test.ts"] },
      { files: ["tests/auth/password-sign-in.test.ts"], only: ["is not cut at 72 bytes", "At the cost of production"] },
      { files: ["tests/auth/own-account.test.ts"], only: ["A new password"] },
    ],
  },
  {
    id: "S-15",
    says: "wrong requests are refused, never an error of ours",
    figure: "20,000 requests, 0 of 5xx, 0 longer than 2 s",
    proofs: [{ files: ["tests/http/bad-requests.test.ts"] }],
  },
  {
    id: "S-16",
    says: "hostile texts find what a bound literal finds",
    figure: "1,394 texts of SQL and 515 others, as value, column, order, list, argument and header",
    proofs: [{ files: ["tests/rest/hostile.test.ts", "tests/rest/sqlmap.test.ts"] }],
    thinner: "an own list of some 500 texts in 28 places; sqlmap, at level 3 and risk 2, in 16",
  },
  {
    id: "S-17",
    says: "what a stranger types runs nowhere that the team reads it",
    figure: "2,375 texts of script and the kept list of naughty strings, in every text field",
    proofs: [{ files: ["e2e/hostile-answers.story.ts"] }, { files: ["tests/http/bad-fields.test.ts"] }],
    thinner:
      "2,624 texts, each in all fields of one form, all in the list, one file of ten; not the board, mail, export",
  },
  {
    id: "S-18",
    says: "pages allow no script but theirs, and break their own policy nowhere",
    figure: "0 violations on all pages, with and without consent",
    proofs: [
      { files: ["server/site/site.test.ts"], only: ["Pages carry a content policy without unsafe words"] },
      { files: ["e2e/crawl.story.ts", "e2e/every-page.story.ts"] },
      { files: ["e2e/sharing.story.ts"], only: ["The content policy has nothing against"] },
    ],
  },
  {
    id: "S-19",
    says: "no cell of an export is a formula, and a number stays readable",
    figure: "all signs that begin one, in every column",
    proofs: [
      { files: ["engine/http/csv.test.ts", "engine/http/csv-in-libreoffice.test.ts"] },
      { files: ["tests/functions/export-leads.test.ts"] },
    ],
  },
  {
    id: "S-20",
    says: "no link or redirect leads to an address that is not ours",
    figure: "305 addresses, 0 outside",
    proofs: [{ files: ["tests/auth/redirects.test.ts"] }],
  },
  {
    id: "S-21",
    says: "the server requests no address that a visitor typed",
    figure: "1,000 leads that name a canary, 0 hits",
    proofs: [
      { files: ["tests/leads/typed-addresses.test.ts"] },
      { files: ["subjects/leads/rules/lead-row.test.ts"], only: ["A knowledge address"] },
    ],
  },
  {
    id: "S-22",
    says: "other sites change nothing",
    figure: "3 origins, 5 content types, 6 addresses, 0 changes",
    proofs: [{ files: ["tests/http/cross-origin.test.ts"] }],
  },
  {
    id: "S-23",
    says: "what is too large or too slow is cut, and pages stay up",
    figure:
      "500 slow clients, all cut within 15 s; limits of body (a signed payment event: 1 MiB), depth, address and head",
    proofs: [
      { files: ["tests/process/slow-clients.test.ts"], projects: embedded },
      { files: ["tests/http/refusals.test.ts"] },
    ],
  },
  {
    id: "S-24",
    says: "behind our example of a proxy every header, limit and stream holds",
    figure: "A+ (100) behind TLS",
    proofs: [
      { files: ["tests/process/proxy.test.ts"], projects: postgres },
      { files: ["server/site/observatory.test.ts"] },
      { files: ["e2e/protective-headers.story.ts"] },
    ],
  },
  {
    id: "S-25",
    says: "no log and no file of the bundle holds typed text or secrets",
    figure: "0 markers found, 0 public source maps",
    proofs: [
      { files: ["tests/process/stops.test.ts"], only: ["says, at its most talkative"] },
      { files: ["tests/http/bundle.test.ts"] },
    ],
    thinner: "markers are looked for after one long visit, not after the whole suite",
  },
  {
    id: "S-26",
    says: "an error has its shape and tells nothing of the inside",
    figure: "all answers of S-15",
    proofs: [
      { files: ["tests/http/refusals.test.ts"] },
      { files: ["tests/auth/endpoints.test.ts"], only: ["An error", "is never quoted"] },
      { files: ["tests/http/bad-requests.test.ts"] },
    ],
  },
  {
    id: "S-27",
    says: "a pack runs where there is no npm, the same sources give the same bytes, and all that comes in is sealed",
    figure: "100 % of the lock file with sha512, 50 direct packages at most",
    proofs: [{ files: ["tests/process/pack.test.ts"], projects: postgres }, { files: ["build/pack/contents.test.ts"] }],
    thinner: "retire.js and deprecations are not asked: both need the registry",
  },
  {
    id: "S-28",
    says: "passwords are in no storage, and a funnel's answers go when they are of no use",
    figure: "every step, both modes",
    proofs: [
      { files: ["subjects/funnel/site/machine/funnel-store.test.ts", "subjects/funnel/rules/stored-state.test.ts"] },
      { files: ["app/client/payment-return.test.ts"] },
      {
        files: ["e2e/dashboard.story.ts"],
        only: ["and leaves nothing behind", "No cache keeps the page and no search engine lists it"],
      },
      { files: ["server/site/site.test.ts"], only: ["stored in no cache"] },
    ],
  },
  {
    id: "S-29",
    says: "what an administrator reads, changes, deletes, exports or is refused leaves a line that stays",
    figure: "100 % of the actions; no role changes a line",
    proofs: [
      { files: ["tests/leads/audit.test.ts", "tests/leads/audit-reading.test.ts"] },
      { files: ["tests/auth/administrator-audit.test.ts"] },
      { files: ["tests/functions/export-leads.test.ts"], only: ["The log says which filters"] },
    ],
    thinner: "lines are read and exported by an administrator; no job writes them to a file",
  },
];

const privacy: Promised[] = [
  {
    id: "P-01",
    says: "before a choice and after a refusal no request leaves to third parties, and nothing is stored",
    figure: "0 requests on every page, scrolled to its end",
    proofs: [{ files: ["e2e/consent.story.ts", "e2e/crawl.story.ts"] }],
  },
  {
    id: "P-02",
    says: "a choice is kept six months, asked again after, taken back in two clicks, and proved",
    figure: "6 months, 2 clicks, a proof for each choice",
    proofs: [{ files: ["e2e/consent.story.ts"] }, { files: ["tests/functions/record-consent.test.ts"] }],
  },
  {
    id: "P-03",
    says: "what is past its term goes, through kills, and nothing else does",
    figure: "1,000 rows a day before and after their term",
    proofs: [
      { files: ["tests/outbox/terms-at-size.test.ts"] },
      { files: ["tests/leads/retention.test.ts", "tests/outbox/terms.test.ts"] },
    ],
  },
  {
    id: "P-04",
    says: "who is erased is found nowhere",
    figure: "0 tables, queues, logs and exports",
    proofs: [
      { files: ["tests/functions/delete-account.test.ts", "tests/functions/delete-user.test.ts"] },
      { files: ["tests/backup/erasures.test.ts"], projects: postgres },
    ],
  },
  {
    id: "P-05",
    says: "a customer's export is whole, and theirs alone",
    figure: "every column that holds a person, within 5 s",
    proofs: [{ files: ["tests/functions/export-account.test.ts"] }],
  },
  {
    id: "P-06",
    says: "no technical log gets older than 7 days, no line of the audit log older than a year",
    figure: "7 days, 12 months",
    proofs: [
      { files: ["server/log-files.test.ts"] },
      { files: ["tests/outbox/terms.test.ts"], only: ["A line of the audit log goes when it is a year old"] },
    ],
  },
  {
    id: "P-07",
    says: "nothing is on line in production with a legal field left empty",
    figure: "every field",
    proofs: [{ files: ["tests/process/production.test.ts"], projects: postgres }],
  },
];

const accessibility: Promised[] = [
  {
    id: "A-01",
    says: "axe finds nothing on any page",
    figure: "every page, from 320 to 1440 px, and each state",
    proofs: [
      { files: ["e2e/every-page.story.ts"] },
      { files: ["e2e/public-pages.story.ts"], only: ["is accessible and never scrolls sideways"] },
      { files: ["e2e/orders.story.ts"], only: ["What a registered lawyer reads"] },
    ],
  },
  {
    id: "A-02",
    says: "pages are valid",
    figure: "0 errors of the Nu checker (where there is Java) and of html-validate",
    proofs: [{ files: ["e2e/valid-html.story.ts"] }, { files: ["app/render/render-page.test.tsx"] }],
  },
  {
    id: "A-03",
    says: "everything is done by keyboard, and the focus is seen on every page",
    figure: "every page; targets of 24 px; text at 200 %; 320 px",
    proofs: [
      { files: ["e2e/focus-and-movement.story.ts", "e2e/every-page.story.ts"] },
      { files: ["e2e/funnel.story.ts"], only: ["with the keyboard alone"] },
    ],
  },
  {
    id: "A-04",
    says: "the rate that the accessibility statement publishes is the computed one",
    figure: "106 criteria of RGAA 4.1.2 on 10 pages",
    proofs: [{ files: ["app/render/legal-pages.test.tsx"] }],
    thinner: "judged by those who develop the site, without a screen reader: docs/rgaa.md",
  },
];

/** The 59 of the specification, in its order. */
export const promises: readonly Promised[] = [...reliability, ...security, ...privacy, ...accessibility];

/** What a release proves beside them. */
export const extraProofs: readonly Promised[] = [
  {
    id: "failover",
    says: "a killed primary costs no acknowledged lead, and visitors 10 s at most",
    figure: "10,000 leads, 0 lost",
    proofs: [onMachines("failover")],
  },
  {
    id: "outages",
    says: "half an hour without a receiver, ten minutes of it without a database, cost nothing and need no hand",
    figure: "6 visitors/s, by the clock: 0 lost, 0 twice, delivered within 60 s",
    proofs: [onMachines("outages")],
  },
  {
    id: "rolling",
    says: "two processes restarted one after the other, with a migration, fail no request",
    figure: "0 failed",
    proofs: [onMachines("rolling")],
  },
  {
    id: "held-tables",
    says: "two processes restarted one after the other while a reader holds every table are not felt",
    figure: "45 s, 8 leads/s, behind deploy/haproxy.cfg and deploy/nginx.conf: 0 failed, 0 deadlocks",
    proofs: [onMachines("held-tables")],
  },
  {
    id: "starved",
    says: "the embedded engine outlives a machine that has next to no processor for it, and starts on a busy one",
    figure: "7 % of a processor for 10 minutes, 20 busy programs: 0 restarts, 0 leads lost",
    proofs: [onMachines("starved", "embedded")],
  },
  {
    id: "proxies",
    says: "each proxy takes the file that deploy/ has for it",
    figure: "nginx, HAProxy, Caddy",
    proofs: [{ files: ["build/pack/proxy-files.test.ts"] }],
  },
  {
    id: "upgrades",
    says: "databases and backups of older versions come to today's schema, and lose nothing",
    figure: "3 versions, each object as on an empty database",
    proofs: [onOlderVersions("embedded"), onOlderVersions("postgres")],
  },
  {
    id: "coherence",
    says: "two processes on one database believe and count the same",
    figure: "within 1 s",
    proofs: [{ files: ["tests/process/two-processes.test.ts"], projects: postgres }],
  },
  {
    id: "monitoring",
    says: "Prometheus takes the rules, and each fires when it should",
    figure: "all rules",
    proofs: [{ files: ["server/operations/monitoring.test.ts"] }],
  },
  {
    id: "AUTH-SUITE",
    says: "the published client's own tests of a server pass",
    figure: "all but the differences that are listed",
    proofs: [{ files: [], projects: bothEngines, config: "tests/auth-suite/vitest.config.ts" }],
  },
  {
    id: "engines",
    says: "every integration test holds on both engines",
    figure: "all, at the sizes of npm test",
    proofs: [{ files: ["tests/"], isSample: true }],
  },
  {
    id: "desk-list",
    says: "the list of leads is what its filters mean, in every order and at every depth",
    figure: "60 combinations of each kind",
    proofs: [{ files: ["tests/leads/list.test.ts"] }],
  },
  {
    id: "stories",
    says: "every story holds in a browser",
    figure: "all, those too that npm test leaves out",
    proofs: [{ files: ["e2e/"] }],
  },
];

/** Where a proof runs. */
export function projectsOf(proof: Proof): readonly Project[] {
  if ("program" in proof) return [proof.engine];
  if (proof.projects) return proof.projects;
  const isIn = (folder: string) => proof.files.every((file) => file.startsWith(folder));
  if (isIn("e2e/")) return ["e2e"];
  return isIn("tests/") ? bothEngines : ["unit"];
}
