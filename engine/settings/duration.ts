const unitSeconds: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };
const part = /(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g;

/**
 * A duration as Go writes one, `1h30m`, in seconds.
 *
 * @returns undefined for what is none
 */
export function readDuration(text: string): number | undefined {
  if (text === "" || text.length > 100 || text.replaceAll(part, "") !== "") return undefined;
  let seconds = 0;
  for (const [, count, unit = ""] of text.matchAll(part)) seconds += Number(count) * (unitSeconds[unit] ?? 0);
  return seconds;
}
