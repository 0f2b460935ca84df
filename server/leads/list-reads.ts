import type { RequestCaller } from "#server/auth/sessions/caller.ts";
import type { ServerContext } from "#server/context.ts";
import type { ReadHook } from "#server/rest/rest-service.ts";

/** What shows many leads at once, by the view or procedure that reads it. */
const lists = { admin_dashboard: "leads", search_leads: "search" } as const;

const onceInMs = 60_000;

/**
 * Leaves a line in the audit log when an administrator reads a list of leads: one a minute, without what was looked
 * for. A read whose line cannot be written is not answered.
 */
export function recordListReads(context: ServerContext): Record<keyof typeof lists, ReadHook> {
  /** By account: when this process last asked. The database decides; this only spares it most of the questions. */
  const askedAtMs = new Map<string, number>();

  const record =
    (list: string) =>
    async ({ role, userId, claims }: RequestCaller): Promise<void> => {
      if (role !== "authenticated" || userId === undefined) return;
      const nowMs = context.now().getTime();
      for (const [account, atMs] of askedAtMs) if (Math.abs(nowMs - atMs) >= onceInMs) askedAtMs.delete(account);
      if (askedAtMs.has(userId)) return;
      await context.db.asServer(async (tx) => {
        await tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
        await tx.query("select private.record_list_read($1)", [list]);
      });
      askedAtMs.set(userId, nowMs);
    };

  return { admin_dashboard: record(lists.admin_dashboard), search_leads: record(lists.search_leads) };
}
