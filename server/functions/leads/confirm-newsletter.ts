import type { Context } from "hono";
import * as z from "zod";

import { newsletterText, newsletterTextVersion } from "#content/newsletter.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { refuse, refuseTooMany } from "#server/functions/problems.ts";
import { readRequest } from "#server/functions/read-request.ts";

/** A company opens its mail behind one address; tokens are not for guessing. */
const confirmations = { purpose: "confirm-newsletter", capacity: 30, perHour: 300 };

const requestShape = z.object({ token: z.string().max(200) });

/**
 * `POST /confirm-newsletter`: the holder of an address pressed the button that the mailed link leads to: `{"token"}`.
 *
 * For everybody, without a key: the token is the right. The answer says what became of the link, and never whose it is:
 * `{"outcome": "confirmed" | "used" | "expired" | "unknown"}`.
 */
export function createConfirmNewsletter(context: ServerContext) {
  const { brand } = context.settings.site;

  return async (c: Context<AppEnv>): Promise<Response> => {
    const tooMany = await refuseTooMany(context, c, confirmations);
    if (tooMany) return tooMany;

    const request = await readRequest(c.req.raw, requestShape);
    if (!request.ok) return refuse(c, request.problem, "unreadable");

    const { rows } = await context.db.asServer((tx) =>
      tx.query<{ outcome: string }>("select private.confirm_newsletter($1, $2, $3, $4) as outcome", [
        // No token of ours holds one, and no database takes it.
        request.value.token.replaceAll("\0", ""),
        context.now().toISOString(),
        newsletterText(brand),
        newsletterTextVersion,
      ]),
    );
    return c.json({ outcome: rows[0]?.outcome });
  };
}
