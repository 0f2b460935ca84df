import type { RequestCaller } from "#engine/auth/sessions/caller.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { ReadHook } from "#engine/rest/rest-service.ts";

/** What shows many leads at once, by the view or procedure that reads it. */
const lists = {
  admin_dashboard: "leads",
  list_leads: "leads",
  worklist: "leads",
  search_leads: "search",
  list_newsletter: "newsletter",
  list_conference: "conference",
} as const;

const onceInMs = 60_000;
/** A header that the browser sets must not silence the log: what a screen reads by itself is written down too. */
const onceInBackgroundMs = 3_600_000;

/**
 * Leaves a line in the audit log when an administrator reads a list of leads: one a minute, or one an hour while the
 * screen is left alone, without what was looked for. A read whose line cannot be written is not answered.
 */
export function recordListReads(context: ServerContext): Record<string, ReadHook> {
  /** By account: when this process last asked. The database decides; this only spares it most of the questions. */
  const askedAtMs = new Map<string, number>();

  const record =
    (list: string) =>
    async ({ role, userId, claims, isBackground }: RequestCaller): Promise<void> => {
      if (role !== "authenticated" || userId === undefined) return;
      const nowMs = context.now().getTime();
      for (const [account, atMs] of askedAtMs) {
        if (Math.abs(nowMs - atMs) >= onceInBackgroundMs) askedAtMs.delete(account);
      }
      const sinceMs = Math.abs(nowMs - (askedAtMs.get(userId) ?? -Infinity));
      if (sinceMs < (isBackground ? onceInBackgroundMs : onceInMs)) return;
      await context.db.asServer(async (tx) => {
        await tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
        await tx.query("select private.record_list_read($1)", [list]);
      });
      askedAtMs.set(userId, nowMs);
    };

  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, record(list)]));
}
