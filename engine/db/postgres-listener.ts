import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";
import type { Logger } from "pino";

import type { Database } from "./database.ts";
import { readDriverError, reasonOf } from "./database-errors.ts";
import { createSubscriptions } from "./notifications.ts";

export type PostgresListener = Pick<Database, "listen"> & { close(): Promise<void> };

const firstRetryMs = 250;
const lastRetryMs = 4000;

/** Listens on a connection of its own, made with the first listener and remade whenever it breaks. */
export function createPostgresListener(login: pg.ClientConfig, log: Logger): PostgresListener {
  const subscriptions = createSubscriptions(log);
  let connection: Promise<pg.Client> | undefined;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...login, keepAlive: true });
    client.on("notification", ({ channel, payload }) => subscriptions.dispatch(channel, payload ?? ""));
    client.on("error", () => undefined); // "end" follows
    await client.connect();
    for (const channel of subscriptions.channels()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    client.once("end", () => void reconnect());
    return client;
  }

  async function reconnect(): Promise<void> {
    for (let delayMs = firstRetryMs; !isClosed; delayMs = Math.min(delayMs * 2, lastRetryMs)) {
      connection = connect();
      try {
        await connection;
        return subscriptions.wakeAll();
      } catch (error) {
        log.warn({ reason: reasonOf(error), delayMs }, "notifications: the database does not answer, trying again");
        await wait(delayMs, undefined, { ref: false });
      }
    }
  }

  async function tell(command: string): Promise<void> {
    try {
      connection ??= connect();
      await (await connection).query(command);
    } catch (error) {
      throw readDriverError(error, true);
    }
  }

  return {
    async listen(channel, handler) {
      if (subscriptions.add(channel, handler)) await tell(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => {
        const isLast = subscriptions.remove(channel, handler);
        if (isLast && !isClosed) await tell(`unlisten ${pg.escapeIdentifier(channel)}`);
      };
    },

    async close() {
      isClosed = true;
      const client = await connection?.catch(() => undefined);
      await client?.end();
    },
  };
}
