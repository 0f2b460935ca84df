/** A length of time as laws and calendars count it: a month is a month, however many days it has. */
export type Duration = { readonly count: number; readonly unit: "hour" | "day" | "month" | "year" };

/** One that lasts as long whenever it begins. */
export type FixedDuration = Duration & { readonly unit: "hour" | "day" };

export const hours = (count: number): FixedDuration => ({ count, unit: "hour" });
export const days = (count: number): FixedDuration => ({ count, unit: "day" });
export const months = (count: number): Duration => ({ count, unit: "month" });
export const years = (count: number): Duration => ({ count, unit: "year" });

const hourMs = 3_600_000;
const msOf: Record<FixedDuration["unit"], number> = { hour: hourMs, day: 24 * hourMs };

/** In milliseconds. */
export function durationMs({ count, unit }: FixedDuration): number {
  return count * msOf[unit];
}
