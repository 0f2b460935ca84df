import pino from "pino";

import { createContext, type ServerContext } from "#server/context/context.ts";
import type { Database } from "#engine/db/database.ts";
import { createRateLimiter } from "#engine/limits/rate-limits.ts";
import { createPasswordHasher, type PasswordHasher } from "#engine/passwords/password-hasher.ts";
import { readSettings, type Settings } from "#server/settings/settings.ts";
import { noTraces, type Traces } from "#engine/traces/traces.ts";

import siteConfig from "../../site.config.ts";
import type { TestDatabase } from "./database.ts";

const testSecret = "a-secret-for-tests-only-0123456789abcdef";

/** Thousands of times less work than the real one: what is tried is who gets in, not how dear guessing is. */
const cheapCost = { memoryKib: 8, passes: 1 };

type Options = {
  db: Database;
  /** Environment variables on top of an otherwise empty environment. */
  environment?: Record<string, string>;
  settings?: Partial<Settings>;
  now?: () => Date;
  passwords?: PasswordHasher;
  traces?: Traces;
};

/** The context main.ts makes, with the demonstration's settings, cheap password hashes and a quiet log. */
export function createTestContext({
  db,
  environment,
  settings,
  now = () => new Date(),
  passwords = createPasswordHasher(cheapCost),
  traces = noTraces,
}: Options): ServerContext {
  const read = readSettings({
    environment: { AUTH_SECRET: testSecret, PORT: "3000", ...environment },
    config: siteConfig,
    demoSecret: () => testSecret,
  });
  return createContext({
    settings: { ...read, ...settings },
    db,
    log: pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" }),
    now,
    passwords,
    traces,
  });
}

/** Resets the limits: neither the database nor this process remembers a refusal. */
export async function emptyBuckets(db: TestDatabase, context: ServerContext): Promise<void> {
  await db.inspect("delete from private.rate_buckets");
  context.limits = createRateLimiter(db);
}
