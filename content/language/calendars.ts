import type { Calendars } from "#domain/site/site-config.ts";

const alternatives = new Intl.ListFormat("fr-FR", { type: "disjunction" });

/** « Google Agenda, Outlook ou iCloud » */
export function nameCalendars({ names }: Calendars): string {
  return alternatives.format(names);
}

/** Who connects the calendar. */
export const connectingCalendar: Record<Calendars["connectedBy"], string> = {
  team: "Notre équipe le connecte avec vous, à la mise en service.",
  customer: "Vous le connectez vous-même, avec nos indications.",
};
