/** The facts that are known: exact optional properties take no undefined. */
export function presentOnly<Fact>(facts: Record<string, Fact | undefined>): Record<string, Fact> {
  const known = Object.entries(facts).filter((entry): entry is [string, Fact] => entry[1] !== undefined);
  return Object.fromEntries(known);
}
