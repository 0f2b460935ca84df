import { addDays, type CivilDate } from "#kit/civil-date.ts";
import { instantInParis } from "./paris-clock.ts";

/** Something to keep in a calendar: a whole day, or hours of one, in Paris. */
export type CalendarEvent = {
  /** The same for the same event each time: a second import replaces the first. */
  id: string;
  day: CivilDate;
  /** "09:00" and "17:30", by the clocks of Paris. */
  hours?: { from: string; to: string };
  title: string;
  text?: string;
  place?: string;
  url?: string;
};

type Maker = {
  /** Whose calendar it is, as programs show it. */
  name: string;
  /** Host of the site, which makes ids its own. */
  host: string;
  /** When the file was made. */
  at: Date;
};

/**
 * The text of an `.ics` file. Hours are written in UTC, so that no program has to know the rules of Paris.
 *
 * Source: RFC 5545: lines end by CRLF and are folded at 75 octets (3.1), texts are escaped (3.3.11).
 */
export function calendarFile(events: readonly CalendarEvent[], { name, host, at }: Maker): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(name)}//FR`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...events.flatMap((event) => eventLines(event, { host, stamp: utcStamp(at) })),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function eventLines(event: CalendarEvent, { host, stamp }: { host: string; stamp: string }): string[] {
  const { id, title, text, place, url } = event;
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(`${id}@${host}`)}`,
    `DTSTAMP:${stamp}`,
    ...timeLines(event),
    `SUMMARY:${escapeText(title)}`,
    ...(text === undefined ? [] : [`DESCRIPTION:${escapeText(text)}`]),
    ...(place === undefined ? [] : [`LOCATION:${escapeText(place)}`]),
    ...(url === undefined ? [] : [`URL:${url.replace(/\p{Cc}/gu, "")}`]),
    "END:VEVENT",
  ];
}

function timeLines({ day, hours }: CalendarEvent): string[] {
  if (hours) {
    return [`DTSTART:${stampInParis(day, hours.from)}`, `DTEND:${stampInParis(day, hours.to)}`];
  }
  // RFC 5545: the end of a whole day is the next one, exclusive. The event leaves the day free.
  return [`DTSTART;VALUE=DATE:${digits(day)}`, `DTEND;VALUE=DATE:${digits(addDays(day, 1))}`, "TRANSP:TRANSPARENT"];
}

/** @throws RangeError when the time is not one such as "09:00" */
function stampInParis(day: CivilDate, time: string): string {
  const at = instantInParis(`${day}T${time}`);
  if (!at) throw new RangeError(`"${time}" is not a time such as 09:00.`);
  return utcStamp(at);
}

function utcStamp(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function digits(day: CivilDate): string {
  return day.replaceAll("-", "");
}

/** Control characters have no place in a line; a line end is a "\n" of two characters. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n|\r|\n|\u2028|\u2029/g, String.raw`\n`)
    .replace(/\p{Surrogate}|\p{Cc}/gu, "");
}

const longestLine = 75;

/** In octets, and never inside a character: what follows a fold begins with a space, which counts. */
function fold(line: string): string {
  const folded: string[] = [""];
  let room = longestLine;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (size > room) {
      folded.push(" ");
      room = longestLine - 1;
    }
    folded[folded.length - 1] += character;
    room -= size;
  }
  return folded.join("\r\n");
}
