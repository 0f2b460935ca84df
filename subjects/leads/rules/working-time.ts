import { type CivilDate, civilDate, dayInParis } from "#kit/civil-date.ts";

/** The team answers from Monday to Friday, from 9 to 18 in Paris, but on public holidays. Source: issue 13, line 1. */
export const officeHours = { opensAt: 9, closesAt: 18 };

export const officeDayMs = (officeHours.closesAt - officeHours.opensAt) * 3_600_000;

/** Public holidays of France that fall on the same day each year. Source: Code du travail, article L3133-1. */
const fixedHolidays = ["01-01", "05-01", "05-08", "07-14", "08-15", "11-01", "11-11", "12-25"];
/** Days after Easter Sunday: Easter Monday, Ascension, Whit Monday. Source: the same article. */
const movableHolidays = [1, 39, 50];

const dayMs = 86_400_000;

/** What a clock on a wall in Paris shows, as the instant at which one in Greenwich would. */
const parisClock = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "medium",
});

function wallClockMs(instant: Date): number {
  // What is below a second is the same everywhere.
  return Date.parse(`${parisClock.format(instant).replace(" ", "T")}Z`) + (((instant.getTime() % 1000) + 1000) % 1000);
}

/**
 * How long the team had between two instants, in milliseconds of working time; nought when the second comes first.
 *
 * Clocks are changed on Sundays at night, outside of working hours: within them the wall clock runs evenly, so it can
 * be reckoned with.
 */
export function workingTimeBetween(from: Date, to: Date): number {
  return Math.max(0, workedUntil(wallClockMs(to), wallClockMs(from)));
}

function workedUntil(end: number, start: number): number {
  let worked = 0;
  for (let midnight = Math.floor(start / dayMs) * dayMs; midnight < end; midnight += dayMs) {
    if (!isWorkingDay(civilDate(new Date(midnight).toISOString().slice(0, 10)))) continue;
    const opens = Math.max(start, midnight + officeHours.opensAt * 3_600_000);
    const closes = Math.min(end, midnight + officeHours.closesAt * 3_600_000);
    worked += Math.max(0, closes - opens);
  }
  return worked;
}

export function isWorkingDay(day: CivilDate): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isHoliday(day);
}

/** The first working day after that of the instant, in Paris. */
export function nextWorkingDay(instant: Date): CivilDate {
  let day = addDays(dayInParis(instant), 1);
  while (!isWorkingDay(day)) day = addDays(day, 1);
  return day;
}

export function isHoliday(day: CivilDate): boolean {
  if (fixedHolidays.includes(day.slice(5))) return true;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return movableHolidays.some((after) => addDays(easter, after) === day);
}

/** Source: the anonymous algorithm of the Gregorian calendar, as published in Nature in 1876. */
export function easterSunday(year: number): CivilDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - moonCorrection + 15) % 30;
  const weekdays = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoon = Math.floor((golden + 11 * epact + 22 * weekdays) / 451);
  const dayOfMarch = epact + weekdays - 7 * lateMoon + 22;
  return addDays(civilDate(`${String(year).padStart(4, "0")}-03-01`), dayOfMarch - 1);
}

function addDays(day: CivilDate, days: number): CivilDate {
  return civilDate(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10));
}

/** When the clock on the wall in Paris shows this hour of that day; in daytime, when every hour comes once. */
export function inParis(day: CivilDate, hour: number): Date {
  const utc = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  return new Date(2 * utc - wallClockMs(new Date(utc)));
}
