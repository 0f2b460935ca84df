// What a clock in Paris shows, wherever the device is: « 2026-12-01T09:00 », as a control for date and time has it.

const parisClock = /* @__PURE__ */ new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "short",
});

export function clockInParis(instant: Date): string {
  return parisClock.format(instant).replace(" ", "T");
}

/**
 * The night when clocks go back has an hour twice: the first is meant. The night when they go forward lacks one: what
 * is typed within it is the same number of minutes after midnight, an hour later by the clock.
 *
 * @returns undefined for what is no such date and time
 */
export function instantInParis(clock: string): Date | undefined {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(clock) ? Date.parse(`${clock}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return undefined;
  const halfDayMs = 12 * 3_600_000;
  const before = new Date(asUtc - aheadOfUtc(asUtc - halfDayMs));
  const after = new Date(asUtc - aheadOfUtc(asUtc + halfDayMs));
  return clockInParis(before) !== clock && clockInParis(after) === clock ? after : before;
}

/** To the minute. */
function aheadOfUtc(instantMs: number): number {
  const minute = Math.floor(instantMs / 60_000) * 60_000;
  return Date.parse(`${clockInParis(new Date(minute))}Z`) - minute;
}
