import type { AnsweringHours } from "#domain/site/site-config.ts";
import { weekDays } from "#domain/site/site-config.ts";

const names: Record<(typeof weekDays)[number], string> = {
  Monday: "lundi",
  Tuesday: "mardi",
  Wednesday: "mercredi",
  Thursday: "jeudi",
  Friday: "vendredi",
  Saturday: "samedi",
  Sunday: "dimanche",
};
const list = new Intl.ListFormat("fr-FR");

/** « du lundi au vendredi, de 9 h à 18 h 30 », one for each line of the settings; none of one without days. */
export function sayOpeningHours(hours: AnsweringHours): string[] {
  return hours.flatMap(({ days, opens, closes }) => {
    const said = sayDays(weekDays.filter((day) => days.includes(day)));
    return said === "" ? [] : [`${said}, de ${sayHour(opens)} à ${sayHour(closes)}`];
  });
}

/** Three days in a row or more are named by the first and the last. */
function sayDays(days: readonly (typeof weekDays)[number][]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "";
  const isRow = weekDays.indexOf(last) - weekDays.indexOf(first) === days.length - 1;
  return days.length > 2 && isRow ? `du ${names[first]} au ${names[last]}` : list.format(days.map((day) => names[day]));
}

/** « 09:30 » as « 9 h 30 », as the specification writes hours. */
export function sayHour(at: string): string {
  const [hours = "", minutes = "00"] = at.split(":");
  const rest = minutes === "00" ? "" : `\u00a0${minutes}`;
  return `${Number(hours)}\u00a0h${rest}`;
}
