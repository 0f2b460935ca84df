import { stopReminderCopy } from "#subjects/leads/words/reminder.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Limit } from "#engine/limits/rate-limits.ts";

import { oneClickPage } from "#server/functions/door/one-click-page.ts";

/** `GET|POST /stop-reminder?token=…`: the link of every reminder; POST ends them for all orders of the person. */
export function stopReminder(context: ServerContext, limit: Limit) {
  return oneClickPage(context, limit, {
    purpose: "reminder stops",
    copy: stopReminderCopy,
    async act(tx, leadId, now) {
      const { rows } = await tx.query<{ outcome: string }>("select private.stop_reminders($1, $2) as outcome", [
        leadId,
        now.toISOString(),
      ]);
      return rows[0]?.outcome !== "unknown";
    },
  });
}
