/** A day of the calendar without a time zone, such as "2025-10-30". */
export type CivilDate = string & { readonly unit: "day" };

/** @throws RangeError when the text is not a day of the calendar. */
export function civilDate(text: string): CivilDate {
  const day = readCivilDate(text);
  if (day === undefined) throw new RangeError(`"${text}" is not a day such as 2025-10-30.`);
  return day;
}

export function readCivilDate(text: string): CivilDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const instant = new Date(`${text}T00:00:00Z`);
  // There is no year 0 in PostgreSQL, nor in history.
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) && text >= "0001";
  return isReal ? (text as CivilDate) : undefined;
}

// Left out of the browser's files, which never ask for it.
const parisDay = /* @__PURE__ */ new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short" });

/** The day it is in Paris at that instant. */
export function dayInParis(instant: Date): CivilDate {
  return civilDate(parisDay.format(instant));
}

/** The day that pages and prices go by: today in Paris, or the one that the site is looked at as it will be on. */
export function dayOfSite({ previewDate }: { previewDate: CivilDate | undefined }, instant: Date): CivilDate {
  return previewDate ?? dayInParis(instant);
}

const dayMs = 24 * 60 * 60 * 1000;

/** @param days negative for the days before */
export function addDays(day: CivilDate, days: number): CivilDate {
  return civilDate(new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10));
}

/** The same day of a later month, or its last where that one is shorter: a month after 31 January is 28 February. */
export function addMonths(day: CivilDate, months: number): CivilDate {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0));
  const wished = Math.min(dayOfMonth, lastOfMonth.getUTCDate());
  return civilDate(`${lastOfMonth.toISOString().slice(0, 8)}${String(wished).padStart(2, "0")}`);
}

/** Both ends included. */
export type DayWindow = { from: CivilDate; to: CivilDate };

/** A window that is not there holds no day. */
export function isWithin(window: DayWindow | undefined, day: CivilDate): window is DayWindow {
  return window !== undefined && window.from <= day && day <= window.to;
}
