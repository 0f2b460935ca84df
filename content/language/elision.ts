/** "que" before a name: « qu’Ariane », « que Zeta ». The brand is configured, so no sentence can decide beforehand. */
export function que(name: string): string {
  return startsWithVowel(name) ? `qu’${name}` : `que ${name}`;
}

/** "de" before a name: « d’Ariane », « de Zeta ». */
export function de(name: string): string {
  return startsWithVowel(name) ? `d’${name}` : `de ${name}`;
}

/** "à" before a town: « à Paris », « au Mans », « aux Ulis ». */
export function at(town: string): string {
  return `à ${town}`.replace(/^à Le /, "au ").replace(/^à Les /, "aux ");
}

/** A name in H keeps the whole word: nothing says whether its h is mute. */
function startsWithVowel(name: string): boolean {
  return /^[aeiouy]/.test(name.normalize("NFD").toLowerCase());
}
