import pg from "pg";
import type { Logger } from "pino";

import { DatabaseUnavailable, isSqlError, reasonOf } from "./database-errors.ts";

/** How busy a pool of connections is now. */
export type PoolUsage = {
  /** Who uses it: `caller` or `server`; `engine` where one connection serves all. */
  pool: string;
  inUse: number;
  idle: number;
  /** Transactions that have no connection yet. */
  waiting: number;
  /** How long the first of them has waited, in milliseconds; 0 when none waits. */
  longestWaitMs: number;
  /** For how long the queue has been non-empty without a pause, in milliseconds. */
  standingMs: number;
  most: number;
};

/**
 * A hundred people at the same moment are served; more than this wait longer than it is worth, and are told at once.
 */
const longestQueue = 128;

/** Lends connections in the order of asking, and knows how long one waits for them. */
export class ConnectionPool extends pg.Pool {
  /** When each of those who wait asked, the first of them first. */
  readonly #askedAt = new Map<symbol, number>();
  #standsSince = 0;

  constructor(config: pg.PoolConfig, log: Logger) {
    super(config);
    // The loss of an idle connection is logged; `pg` attaches the whole client to the error.
    this.on("error", (error) => {
      Reflect.deleteProperty(error, "client");
      log.warn({ reason: reasonOf(error) }, "the database dropped an idle connection");
    });
  }

  /** @throws DatabaseUnavailable when too many wait, when none became free in time or the database is away */
  async lend(): Promise<pg.PoolClient> {
    if (this.waitingCount >= longestQueue) throw new DatabaseUnavailable("busy", "Too many wait for a connection.");
    const place = Symbol("place");
    const now = performance.now();
    if (this.#askedAt.size === 0) this.#standsSince = now;
    this.#askedAt.set(place, now);
    try {
      return await this.connect();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      if (this.ending) throw new DatabaseUnavailable("closed", "The database is closed.", error);
      const isBusy = error instanceof Error && error.message.startsWith("timeout exceeded");
      if (isBusy) throw new DatabaseUnavailable("busy", "No connection became free in time.", error);
      // The server answers, and does not let the login in: 28 by its password, 42501 by its rights to connect.
      const isRefused = isSqlError(error) && /^(28|42501)/.test(error.code);
      const said = isRefused ? `The database refuses the login ${this.options.user}.` : "The database does not answer.";
      throw new DatabaseUnavailable("unreachable", said, error);
    } finally {
      this.#askedAt.delete(place);
    }
  }

  usage(pool: string): PoolUsage {
    const now = performance.now();
    const [first = now] = this.#askedAt.values();
    return {
      pool,
      inUse: this.totalCount - this.idleCount,
      idle: this.idleCount,
      waiting: this.waitingCount,
      longestWaitMs: now - first,
      standingMs: this.#askedAt.size > 0 ? now - this.#standsSince : 0,
      most: this.options.max,
    };
  }
}
