import { functionProblems } from "#content/shared/function-problems.ts";
import { newsletterText, newsletterTextVersion } from "#subjects/newsletter/words/newsletter.ts";
import * as wire from "#subjects/newsletter/contract/newsletter-link.ts";
import { ok } from "#kit/result.ts";
import { publicFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /confirm-newsletter`: the holder of an address pressed the button that the mailed link leads to: `{"token"}`.
 *
 * For everybody, without a key: the token is the right. The answer says what became of the link, and never whose it is:
 * `{"outcome": "confirmed" | "used" | "expired" | "unknown"}`.
 */
export const confirmNewsletterFunction = publicFunction(wire.confirmNewsletterCall, {
  sentences: functionProblems,
  async act({ context, now }, { token }) {
    const { rows } = await context.db.asServer((tx) =>
      tx.query<{ outcome: (typeof wire.newsletterOutcomes)[number] }>(
        "select private.confirm_newsletter($1, $2, $3, $4) as outcome",
        [
          // No token of ours holds one, and no database takes it.
          token.replaceAll("\0", ""),
          now.toISOString(),
          newsletterText(context.settings.site.brand),
          newsletterTextVersion,
        ],
      ),
    );
    return ok(rows[0]?.outcome ?? "unknown");
  },
  answer: (outcome) => ({ outcome }),
});
