import { unsubscribeCopy } from "#subjects/newsletter/words/newsletter.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Limit } from "#engine/limits/rate-limits.ts";

import { oneClickPage } from "#server/functions/door/one-click-page.ts";

/** `GET|POST /unsubscribe?token=…`: the link of every mail of the newsletter; POST ends it for the address. */
export function unsubscribe(context: ServerContext, limit: Limit) {
  return oneClickPage(context, limit, {
    purpose: "newsletter unsubscriptions",
    copy: unsubscribeCopy,
    async act(tx, requestId, now) {
      const { rows } = await tx.query<{ outcome: string }>(
        "select private.leave_newsletter($1, 'link', $2) as outcome",
        [requestId, now.toISOString()],
      );
      return rows[0]?.outcome !== "unknown";
    },
  });
}
