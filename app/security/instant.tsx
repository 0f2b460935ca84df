import { formatInstant } from "#app/ui/format.ts";

/** « 20 novembre 2025 à 09:12 ». @param at ISO 8601 */
export function Instant({ at }: { at: string }) {
  const instant = formatInstant(at);
  return instant === undefined ? null : <time dateTime={at}>{instant}</time>;
}
