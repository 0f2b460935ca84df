import { type CivilDate, addDays, civilDate, readCivilDate } from "#kit/civil-date.ts";

export const statisticsSteps = ["jour", "semaine", "mois"] as const;
/** By what the figures are drawn. */
export type StatisticsStep = (typeof statisticsSteps)[number];

/** Both days included. */
export type Period = { from: CivilDate; to: CivilDate };
export type StatisticsView = Period & { step: StatisticsStep };

const longestDays = 732;
const usualDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** Of the screen's address; what is not understood is the last 30 days. @param today in Paris */
export function readStatisticsView(params: URLSearchParams, today: CivilDate): StatisticsView {
  const from = readCivilDate(params.get("du") ?? "");
  const to = readCivilDate(params.get("au") ?? "");
  const step = statisticsSteps.find((each) => each === params.get("pas"));
  const isPeriod = from !== undefined && to !== undefined && from <= to && lengthOf({ from, to }) <= longestDays;
  const period = isPeriod ? { from, to } : lastDays(usualDays, today);
  return { ...period, step: step ?? usualStep(lengthOf(period)) };
}

export function lastDays(days: number, today: CivilDate): Period {
  return { from: addDays(today, 1 - days), to: today };
}

/** As long, and ends the day before. */
export function periodBefore(period: Period): Period {
  return { from: addDays(period.from, -lengthOf(period)), to: addDays(period.from, -1) };
}

/** The first day of each step of the period, which the figures of its days are added under. */
export function stepsOf({ from, to, step }: StatisticsView): CivilDate[] {
  const days = Array.from({ length: lengthOf({ from, to }) }, (_, index) => addDays(from, index));
  return [...new Set(days.map((day) => startOf(day, step)))];
}

/** Monday of a week, first of a month. */
export function startOf(day: CivilDate, step: StatisticsStep): CivilDate {
  if (step === "mois") return civilDate(`${day.slice(0, 7)}-01`);
  if (step === "jour") return day;
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

function usualStep(days: number): StatisticsStep {
  if (days <= 31) return "jour";
  return days <= 183 ? "semaine" : "mois";
}

function lengthOf({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}
