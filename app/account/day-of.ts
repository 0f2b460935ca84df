import { formatDay, withOrdinal } from "#app/ui/format.ts";

const instantDay = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", dateStyle: "long" });

/** A day of the site as it is, an instant as its day in Paris. */
export function dayOf(dayOrInstant: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(dayOrInstant)) return formatDay(dayOrInstant);
  const date = new Date(dayOrInstant);
  return Number.isNaN(date.getTime()) ? dayOrInstant : withOrdinal(instantDay.format(date));
}
