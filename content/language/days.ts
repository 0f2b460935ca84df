const longDay = /* @__PURE__ */ new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", dateStyle: "long" });
const dayOfWeek = /* @__PURE__ */ new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", dateStyle: "full" });

/** "2025-11-01" → « 1er novembre 2025 » */
export function sayDay(day: string): string {
  return longDay.format(asUtc(day)).replace(/^1 /, "1er ");
}

/** "2025-11-01" → « samedi 1er novembre 2025 » */
export function sayWeekday(day: string): string {
  return dayOfWeek.format(asUtc(day)).replace(" 1 ", " 1er ");
}

/** A calendar day has no time zone: it is read and written in the same one. */
function asUtc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
