import type { Limit } from "#engine/limits/rate-limits.ts";
import type { ServerContext } from "#server/context/context.ts";
import { oneClickPage } from "#server/functions/door/one-click-page.ts";
import { mailStopCopy } from "#subjects/mails/words/mail-stop.ts";

/** `GET|POST /stop-mails?token=…`: the link of every mail of the team; POST ends all of them for its person. */
export function stopMails(context: ServerContext, limit: Limit) {
  return oneClickPage(context, limit, {
    purpose: "team mail stops",
    copy: mailStopCopy,
    async act(tx, leadId, now) {
      const { rows } = await tx.query<{ outcome: string }>("select private.refuse_mails($1, $2) as outcome", [
        leadId,
        now.toISOString(),
      ]);
      return rows[0]?.outcome !== "unknown";
    },
  });
}
