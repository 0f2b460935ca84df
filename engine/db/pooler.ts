import type pg from "pg";

/** Somebody else's transactions may come in between: so often, one of them is seen by chance less than once. */
const rounds = 5;

const askPid = "select pg_backend_pid() as pid";

/**
 * Whether a pooler lends this connection anew for each transaction, as PgBouncer does in transaction mode: what belongs
 * to a session (LISTEN, its locks, its settings, its prepared statements) is then lost, or somebody else's.
 *
 * A pooler makes up the process id that a client is greeted with, so whoever is greeted with the true one has the
 * server itself. Where it is made up, a second client shows whether both are lent one connection of the server.
 *
 * @param client connected, and used by nobody else meanwhile
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
