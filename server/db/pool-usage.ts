import type pg from "pg";

/** How busy a pool of connections is now. */
export type PoolUsage = {
  /** Who uses it: `caller` or `server`; `engine` where one connection serves all. */
  pool: string;
  inUse: number;
  idle: number;
  /** Transactions that have no connection yet. */
  waiting: number;
  most: number;
};

export function usageOf(pool: string, { totalCount, idleCount, waitingCount, options }: pg.Pool): PoolUsage {
  return { pool, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount, most: options.max };
}
