import type { Logger } from "pino";

import type { Database } from "./db/database.ts";
import { createIdentity, type Identity } from "./identity/identity.ts";
import { createRateLimiter, type RateLimiter } from "./limits/rate-limits.ts";
import { createLive, type Live } from "./live/live.ts";
import { createMeasures, type Measures } from "./measures/measures.ts";
import { createPasswordHasher, type PasswordHasher, productionCost } from "./passwords/password-hasher.ts";
import type { EngineSettings } from "./settings/engine-settings.ts";
import { traceDatabase } from "./traces/traced-database.ts";
import { noTraces, type Traces } from "./traces/traces.ts";

/** What every service of the engine shares. */
export type EngineContext = {
  settings: EngineSettings;
  db: Database;
  log: Logger;
  /** The real clock; tests pass their own. */
  now: () => Date;
  limits: RateLimiter;
  passwords: PasswordHasher;
  identity: Identity;
  live: Live;
  measures: Measures;
  traces: Traces;
};

export type GivenToEngine = Pick<EngineContext, "settings" | "db" | "log"> &
  Partial<Pick<EngineContext, "now" | "passwords" | "traces">>;

export function createEngineContext({
  now = () => new Date(),
  passwords = createPasswordHasher(productionCost),
  traces = noTraces,
  ...given
}: GivenToEngine): EngineContext {
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
    live: createLive({ db, log, now, journal: settings.journal }),
    measures: createMeasures(),
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
