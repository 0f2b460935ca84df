import type { Duration } from "#kit/duration.ts";

const units: Record<Duration["unit"], [one: string, more: string]> = {
  hour: ["heure", "heures"],
  day: ["jour", "jours"],
  month: ["mois", "mois"],
  year: ["an", "ans"],
};

/** « 7 jours », « 1 heure ». */
export function sayDuration({ count, unit }: Duration): string {
  const [one, more] = units[unit];
  return `${count} ${count === 1 ? one : more}`;
}
