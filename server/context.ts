import type { Logger } from "pino";

import { createReportCounts, type ReportCounts } from "./browser-reports/report-counts.ts";
import type { Database } from "./db/database.ts";
import { createIdentity, type Identity } from "./identity/identity.ts";
import { createRateLimiter, type RateLimiter } from "./limits/rate-limits.ts";
import { createLive, type Live } from "./live/live.ts";
import { createMeasures, type Measures } from "./measures/measures.ts";
import { createPasswordHasher, type PasswordHasher, productionCost } from "./passwords/password-hasher.ts";
import type { Settings } from "./settings/settings.ts";
import { traceDatabase } from "./traces/traced-database.ts";
import { noTraces, type Traces } from "./traces/traces.ts";

/** What every service of the process shares; made once by backend.ts and by the tests. */
export type ServerContext = {
  settings: Settings;
  db: Database;
  log: Logger;
  /** The real clock; tests pass their own. */
  now: () => Date;
  limits: RateLimiter;
  passwords: PasswordHasher;
  identity: Identity;
  live: Live;
  measures: Measures;
  /** What browsers reported to this process. */
  reports: ReportCounts;
  traces: Traces;
};

type Given = Pick<ServerContext, "settings" | "db" | "log"> &
  Partial<Pick<ServerContext, "now" | "passwords" | "traces">>;

export function createContext({
  now = () => new Date(),
  passwords = createPasswordHasher(productionCost),
  traces = noTraces,
  ...given
}: Given): ServerContext {
  const { settings, log } = given;
  const db = traces === noTraces ? given.db : traceDatabase(given.db, traces);
  return {
    ...given,
    db,
    traces,
    now,
    passwords,
    limits: createRateLimiter(db),
    identity: createIdentity({ db, settings, now }),
    live: createLive({ db, log, now }),
    measures: createMeasures(),
    reports: createReportCounts(),
  };
}

/** What the HTTP layer puts on each request before a service sees it. */
export type AppEnv = {
  Variables: {
    requestId: string;
    /** The visitor's address, with `X-Forwarded-For` believed only from a trusted proxy. */
    clientAddress: string;
  };
};
