import { formatDay, formatInstantDay } from "#app/ui/format.ts";

/** A day of the site as it is, an instant as its day in Paris. */
export function dayOf(dayOrInstant: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(dayOrInstant)) return formatDay(dayOrInstant);
  return formatInstantDay(dayOrInstant) ?? dayOrInstant;
}
