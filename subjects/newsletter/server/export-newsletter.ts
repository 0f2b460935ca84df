import { adminNewsletter as copy } from "#subjects/newsletter/words/admin-newsletter.ts";
import { type NewsletterState, readNewsletterFilters } from "#subjects/newsletter/rules/newsletter-filters.ts";
import { wayOutOf } from "#server/mail/sealed-links.ts";
import * as wire from "#subjects/leads/contract/files.ts";

import { exportLines, formatInParis, linesPerBatch } from "#server/functions/door/export-lines.ts";

type Line = {
  request_id: string;
  email: string;
  name: string | null;
  company_name: string | null;
  state: NewsletterState;
  requested_at: Date;
  /** As the database writes it: a Date holds no microseconds, and the next batch begins after this very line. */
  place: string;
  confirmed_at: Date | null;
  confirmed_version: string | null;
  unsubscribed_at: Date | null;
};

/**
 * `POST /export-newsletter`: who asked for the newsletter, with the link by which each leaves it: whatever program
 * sends it has to put that into the message and its headers.
 */
export const exportNewsletter = exportLines(wire.exportNewsletterCall, {
  name: "newsletter",
  head: copy.columns,
  readFilters: readNewsletterFilters,
  // A search may be a person's name: it stays out of the audit log.
  describe: ({ state, search }) => ({ state, ...(search !== "" && { search: "…" }) }),
  async read(tx, { state, search }, after: Line | undefined) {
    const { rows } = await tx.query<Line>(
      `select request_id, email, name, company_name, state, requested_at, requested_at::text as place, confirmed_at,
              confirmed_version, unsubscribed_at
       from private.newsletter_lines($1, $2, $3, $4, $5)`,
      [state, search, after?.place, after?.request_id, linesPerBatch],
    );
    return rows;
  },
  write: (line, { settings }) => [
    line.email,
    line.name,
    line.company_name,
    copy.states[line.state],
    formatInParis(line.requested_at),
    formatInParis(line.confirmed_at),
    line.confirmed_version,
    formatInParis(line.unsubscribed_at),
    wayOutOf(settings, line.request_id),
  ],
});
