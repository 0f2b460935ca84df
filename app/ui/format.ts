const wholeEuros = atFirstUse(
  () => new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR", trailingZeroDisplay: "stripIfInteger" }),
);
const longDay = atFirstUse(
  () => new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" }),
);
const dayAndMonth = atFirstUse(
  () => new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", day: "numeric", month: "long" }),
);
const dayInParis = atFirstUse(() => new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", dateStyle: "long" }));
const minuteInParis = atFirstUse(
  () => new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", dateStyle: "long", timeStyle: "short" }),
);
const wholeNumber = atFirstUse(() => new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 0 }));

/** 30 → "0,30 €", 900 → "9 €"; the separators are no-break spaces. */
export function formatEuros(amountCents: number): string {
  return wholeEuros().format(amountCents / 100);
}

/** 20000 → "20 000", with a no-break space. */
export function formatCount(count: number): string {
  return wholeNumber().format(count);
}

/** "2025-10-15" → "15 octobre 2025", with a no-break space before the month. */
export function formatDay(day: string): string {
  return setDate(longDay().format(asUtc(day)));
}

/** "2025-10-30" → "30 octobre", for a date whose year is plain. */
export function formatDayOfYear(day: string): string {
  return setDate(dayAndMonth().format(asUtc(day)));
}

/** The day of an instant in Paris: « 20 novembre 2025 ». @param at ISO 8601; undefined comes of any other text */
export function formatInstantDay(at: string): string | undefined {
  return formatInstantBy(dayInParis(), at);
}

/** « 20 novembre 2025 à 09:12 », in Paris. @param at ISO 8601; undefined comes of any other text */
export function formatInstant(at: string): string | undefined {
  return formatInstantBy(minuteInParis(), at);
}

function formatInstantBy(formatter: Intl.DateTimeFormat, at: string): string | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : setDate(formatter.format(date));
}

/** A calendar day has no time zone: it is read and written in the same one. */
function asUtc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The first of a month is « 1er », and a day stands on the line of its month: by a no-break space. */
export function setDate(text: string): string {
  return text.replace(/(^| )(\d\d?) /, (_, before: string, day) => `${before}${day === "1" ? "1er" : day}\u00a0`);
}

/**
 * Each takes a telephone some ten milliseconds to make: a page that comes alive does not wait for
 * those it has no use for.
 */
function atFirstUse<Formatter>(make: () => Formatter): () => Formatter {
  let formatter: Formatter | undefined;
  return () => (formatter ??= make());
}

/** Of a recording: « 0:35 ». */
export function formatLength(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
