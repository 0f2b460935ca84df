import { withOrdinal } from "#app/ui/format.ts";

const format = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", dateStyle: "long", timeStyle: "short" });

/** « 20 novembre 2025 à 09:12 ». @param at ISO 8601 */
export function Instant({ at }: { at: string }) {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : <time dateTime={at}>{withOrdinal(format.format(date))}</time>;
}
