const propertyName = /(?<![\w-])--[a-z][\w-]*/g;

/**
 * A stylesheet as browsers download it: its custom properties, tokens for the most part, are named by letters, those
 * that stand there most often by one. In a stylesheet that is developed they keep their names.
 *
 * @param kept names that scripts know
 */
export function shortenProperties(styles: string, kept: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const [name] of styles.matchAll(propertyName)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ranked = [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  const shortNames = new Map(
    ranked.filter((name) => !kept.includes(name)).map((name, rank) => [name, `--${lettersOf(rank)}`]),
  );
  return styles.replaceAll(propertyName, (name) => shortNames.get(name) ?? name);
}

/** a to z, then aa, ba … zz, aaa … */
function lettersOf(rank: number): string {
  const letter = String.fromCharCode("a".charCodeAt(0) + (rank % 26));
  return rank < 26 ? letter : letter + lettersOf(Math.floor(rank / 26) - 1);
}
