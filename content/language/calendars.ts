import type { Calendars } from "#domain/site/site-config.ts";

const alternatives = new Intl.ListFormat("fr-FR", { type: "disjunction" });
const together = new Intl.ListFormat("fr-FR", { type: "conjunction" });

const namesOf = (calendars: Calendars) => calendars.map(({ name }) => name);

/** « Google Agenda, Outlook ou iCloud » */
export function nameCalendars(calendars: Calendars): string {
  return alternatives.format(namesOf(calendars));
}

/** Who connects the calendar; which of them, where the team connects some and customers others. */
export function sayWhoConnects(calendars: Calendars): string {
  const ours = calendars.filter(({ connectedBy }) => connectedBy === "us");
  const yours = calendars.filter(({ connectedBy }) => connectedBy === "you");
  if (yours.length === 0) return "Notre équipe le connecte avec vous, à la mise en service.";
  if (ours.length === 0) return "Vous le connectez vous-même, avec nos indications.";
  return (
    `Notre équipe connecte ${together.format(namesOf(ours))} avec vous, à la mise en service ; ` +
    `vous connectez vous-même ${together.format(namesOf(yours))}, avec nos indications.`
  );
}
