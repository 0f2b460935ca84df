/** How long to wait, as a person says it: 40 s → « une minute », 17 264 s → « 5 heures », with a no-break space. */
export function waitInWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return "une minute";
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "une heure" : `${hours} heures`;
}
