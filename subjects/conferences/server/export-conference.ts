import { dayOfSite } from "#kit/civil-date.ts";
import { editionOn } from "#subjects/offers/rules/conference/editions.ts";
import { adminConferences as copy } from "#subjects/conferences/words/admin-conferences.ts";
import { readConferenceFilters } from "#subjects/conferences/rules/conference-filters.ts";
import * as wire from "#subjects/leads/contract/files.ts";
import { wayOffTheList } from "#server/mail/sealed-links.ts";

import { exportLines, formatInParis, linesPerBatch } from "#server/functions/door/export-lines.ts";

type Line = {
  /** Of the lead; of a place on the waiting list that outlived its lead, its own. */
  lead_id: string;
  has_file: boolean;
  is_waiting: boolean;
  registered_at: Date;
  /** As the database writes it: a Date holds no microseconds, and the next batch begins after this very line. */
  place: string;
  last_name: string | null;
  first_name: string | null;
  company_name: string | null;
  email: string | null;
  phone: string | null;
  comment: string | null;
  is_paid: boolean;
  /** Of the waiting list. */
  place_id: string | null;
};

/**
 * `POST /export-conference`: who comes to a conference, or waits to hear of the next one, with the link by which each
 * of those leaves the list: whatever program writes to them has to put that into the message and its headers.
 */
export const exportConference = exportLines(wire.exportConferenceCall, {
  name: "conference",
  head: copy.columns,
  readFilters(params, { settings, now }) {
    const announced = editionOn(settings.site.offers.conferences, dayOfSite(settings, now()));
    const { heldOn = announced?.heldOn, ...narrowed } = readConferenceFilters(params);
    return { heldOn: heldOn ?? null, ...narrowed };
  },
  // A search may be a person's name: it stays out of the audit log.
  describe: ({ heldOn, isWaiting, search }) => ({
    held_on: heldOn,
    ...(isWaiting !== undefined && { is_waiting: isWaiting }),
    ...(search !== "" && { search: "…" }),
  }),
  async read(tx, { heldOn, isWaiting, search }, after: Line | undefined) {
    const { rows } = await tx.query<Line>(
      `select *, registered_at::text as place from private.conference_lines($1, $2, $3, $4, $5, $6)`,
      [heldOn, isWaiting, search, after?.place, after?.lead_id, linesPerBatch],
    );
    return rows;
  },
  write: (line, { settings }) => [
    line.last_name,
    line.first_name,
    line.company_name,
    line.email,
    line.phone,
    copy.states[line.is_waiting ? "waiting" : "registered"],
    copy.payments[line.is_paid ? "paid" : "unpaid"],
    formatInParis(line.registered_at),
    line.comment,
    line.has_file ? line.lead_id : null,
    line.place_id === null ? null : wayOffTheList(settings, line.place_id),
  ],
});
