import { leaveListCopy } from "#subjects/conferences/words/waiting-list.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Limit } from "#engine/limits/rate-limits.ts";

import { oneClickPage } from "#server/functions/door/one-click-page.ts";

/** `GET|POST /leave-waiting-list?token=…`: the link of mails about the next conference; POST ends them. */
export function leaveWaitingList(context: ServerContext, limit: Limit) {
  return oneClickPage(context, limit, {
    purpose: "waiting list departures",
    copy: leaveListCopy,
    async act(tx, placeId, now) {
      const { rows } = await tx.query<{ outcome: string }>(
        "select private.leave_waiting_lists($1, 'link', $2) as outcome",
        [placeId, now.toISOString()],
      );
      return rows[0]?.outcome !== "unknown";
    },
  });
}
