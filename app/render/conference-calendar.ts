import { href } from "#app/page-kit/href.ts";
import { conferenceEvent } from "#subjects/conferences/words/conferences.ts";
import type { DatedRequest, SiteFile } from "#domain/site/page-renderer.ts";
import { calendarFile } from "#domain/kernel/calendar-file.ts";

/** The day of the conference, for participants. Made on the day of the site: the file changes with its facts alone. */
export function renderConferenceCalendar({ site, today }: DatedRequest): SiteFile[] {
  const { conference } = site.offers;
  if (conference === undefined) return [];
  const host = new URL(site.origin).host;
  return [
    {
      path: href("/conference.ics"),
      contentType: "text/calendar; charset=utf-8",
      body: calendarFile([conferenceEvent(conference, site)], {
        name: site.brand,
        host,
        at: new Date(`${today}T00:00:00Z`),
      }),
    },
  ];
}
