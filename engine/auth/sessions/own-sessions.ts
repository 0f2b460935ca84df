import { isIPv4 } from "node:net";

import type { Tx } from "#engine/db/database.ts";

/** A session as its owner sees it; instants as the database has them. */
export type OwnSession = {
  id: string;
  userAgent: string | null;
  /** Where it was last used from, without the part that identifies the machine; null when unknown. */
  place: string | null;
  startedAt: Date;
  lastUsedAt: Date;
  isCurrent: boolean;
  level: "aal1" | "aal2";
};

type Owner = { userId: string; sessionId: string };

/** Of a project's accounts too: its API lists no sessions. */
export async function readOwnSessions(tx: Tx, { userId, sessionId }: Owner, now: Date): Promise<OwnSession[]> {
  const { rows } = await tx.query<Omit<OwnSession, "place" | "isCurrent"> & { address: string | null }>(
    `select id, user_agent as "userAgent", host(ip) as address, created_at as "startedAt",
       updated_at as "lastUsedAt", aal as level
     from private.account_sessions($1) where not_after is null or not_after > $2
     order by updated_at desc, id`,
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
  return (await endSessionsOf(tx, userId, sessionId)) > 0;
}

/** All of an account, or one; of a project's accounts too. @returns how many */
export async function endSessionsOf(tx: Tx, userId: string, sessionId?: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>("select private.end_sessions($1, $2) as count", [
    userId,
    sessionId ?? null,
  ]);
  return rows[0]?.count ?? 0;
}

/** The network, as a person recognises it: `203.0.113.…`, or the first three groups of an IPv6 address. */
function shortenAddress(address: string): string {
  if (isIPv4(address)) return address.replace(/\.\d+$/, ".…");
  return `${address.split(":").slice(0, 3).join(":")}:…`;
}
