const longDay = /* @__PURE__ */ new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", dateStyle: "long" });
const dayOfWeek = /* @__PURE__ */ new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", dateStyle: "full" });

/** "2025-11-01" → « 1er novembre 2025 », with a no-break space before the month. */
export function sayDay(day: string): string {
  return setDate(longDay.format(asUtc(day)));
}

/** "2025-11-01" → « samedi 1er novembre 2025 » */
export function sayWeekday(day: string): string {
  return setDate(dayOfWeek.format(asUtc(day)));
}

/** As `setDate` of app/ui, which imports no content. */
function setDate(text: string): string {
  return text.replace(/(^| )(\d\d?) /, (_, before: string, day) => `${before}${day === "1" ? "1er" : day}\u00a0`);
}

/** A calendar day has no time zone: it is read and written in the same one. */
function asUtc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
