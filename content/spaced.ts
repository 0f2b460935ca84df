/** "5000", "10 000": numbers as the specification's sentences have them, where four digits stand together. */
export function spaced(count: number): string {
  return count < 10_000 ? String(count) : String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, "\u202f");
}
