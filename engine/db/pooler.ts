import type pg from "pg";

/** Repeated, since transactions of other clients come between: enough rounds to make a false result unlikely. */
const rounds = 5;

const askPid = "select pg_backend_pid() as pid";

/**
 * Whether a pooler lends this connection anew for each transaction, as PgBouncer does in transaction mode. Session
 * state (LISTEN, locks, settings, prepared statements) is then lost, or shared with other clients.
 *
 * A pooler greets clients with a made-up process id, so a true one means a direct connection. Where it is made up, a
 * second client shows whether both are lent one connection of the server.
 *
 * @param client connected, and not used by other code during the call
 * @param connectAnother to the same address, as the same role; closed here
 */
export async function isLentByTransaction(
  client: pg.Client,
  connectAnother: () => Promise<pg.Client>,
): Promise<boolean> {
  const { processID } = client as pg.Client & { processID: number | null };
  if ((await pidOf(client)) === processID) return false;

  const other = await connectAnother();
  try {
    for (let round = 1; round <= rounds; round += 1) if (await shareOne(client, other)) return true;
    return false;
  } finally {
    await other.end().catch(() => undefined); // a pooler may cut a client that left a transaction open
  }
}

/** The other one holds what it was lent; is it what the first one had, or does the first one now get another? */
async function shareOne(client: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await pidOf(client);
  try {
    await other.query("begin");
    if ((await pidOf(other)) === before) return true;
    return (await pidOf(client)) !== before;
  } finally {
    await other.query("rollback");
  }
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(askPid);
  return rows[0]?.pid;
}
