import { isIPv4 } from "node:net";

import type { Tx } from "#server/db/database.ts";

/** A session as its owner sees it; instants as the database has them. */
export type OwnSession = {
  id: string;
  userAgent: string | null;
  /** Where it was last used from, without the part that tells the machine; null when nobody knows. */
  place: string | null;
  startedAt: Date;
  lastUsedAt: Date;
  isCurrent: boolean;
  level: "aal1" | "aal2";
};

type Owner = { userId: string; sessionId: string };

/** In the columns that a hosted project's sessions have too, so that theirs are read the same way. */
export async function readOwnSessions(tx: Tx, { userId, sessionId }: Owner, now: Date): Promise<OwnSession[]> {
  const { rows } = await tx.query<Omit<OwnSession, "place" | "isCurrent"> & { address: string | null }>(
    `select id, user_agent as "userAgent", host(ip) as address, created_at as "startedAt",
       greatest(created_at, updated_at) as "lastUsedAt", coalesce(aal::text, 'aal1') as level
     from auth.sessions where user_id = $1 and (not_after is null or not_after > $2)
     order by greatest(created_at, updated_at) desc, id`,
    [userId, now],
  );
  return rows.map(({ address, ...session }) => ({
    ...session,
    place: address && shortenAddress(address),
    isCurrent: session.id === sessionId,
  }));
}

/** @returns whether it was there, and the caller's own */
export async function endOwnSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from auth.sessions where user_id = $1 and id = $2", [userId, sessionId]);
  return rowCount > 0;
}

/** @returns how many ended */
export async function endOtherSessions(tx: Tx, { userId, sessionId }: Owner): Promise<number> {
  return (await tx.query("delete from auth.sessions where user_id = $1 and id <> $2", [userId, sessionId])).rowCount;
}

/** The network, as a person recognises it: `203.0.113.…`, or the first three groups of an IPv6 address. */
function shortenAddress(address: string): string {
  if (isIPv4(address)) return address.replace(/\.\d+$/, ".…");
  return `${address.split(":").slice(0, 3).join(":")}:…`;
}
