/** 2000 → « 2 000 », with the narrow no-break space of every number of the site. */
export function sayCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, "\u202f");
}
