import type { Logger } from "pino";

import type { Database } from "./db/database.ts";
import type { RateLimiter } from "./limits/rate-limits.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";
import type { Settings } from "./settings/settings.ts";

/** What every service of the process shares; made once by main.ts and by the tests. */
export type ServerContext = {
  settings: Settings;
  db: Database;
  log: Logger;
  /** The real clock; tests pass their own. */
  now: () => Date;
  limits: RateLimiter;
  passwords: PasswordHasher;
};

/** What the HTTP layer puts on each request before a service sees it. */
export type AppEnv = {
  Variables: {
    requestId: string;
    /** The visitor's address, with `X-Forwarded-For` believed only from a trusted proxy. */
    clientAddress: string;
  };
};
