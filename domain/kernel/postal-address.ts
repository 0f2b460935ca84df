/** The last line is "75010 Paris" in France. */
type PostalAddress = { street: string[]; postcode: string; town: string };

/** @returns undefined for another form */
export function readPostalAddress(lines: readonly string[]): PostalAddress | undefined {
  const [, postcode, place = ""] = /^(\d{5}) (.+)$/.exec(lines.at(-1)?.trim() ?? "") ?? [];
  if (postcode === undefined) return undefined;
  return { street: lines.slice(0, -1), postcode, town: place.replace(/ cedex( \d+)?$/i, "") };
}
