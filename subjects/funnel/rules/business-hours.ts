/**
 * Opening hours travel in three forms, all made from the canonical list: one code, or `autres` and the visitor's words.
 *
 * - submission payload: joined by a comma, `"autres,8h-12h"`
 * - procedure: a list of that one text, `["autres,8h-12h"]`
 * - webhook: the list itself, `["autres", "8h-12h"]`
 *
 * Source: specification, sections 3 and 7; resolutions, section 7.
 */
export function joinBusinessHours(hours: readonly string[]): string {
  return hours.join(",");
}

/** Only the first comma after `autres` separates: the visitor's words may hold others. */
export function splitBusinessHours(joined: string): string[] {
  const mark = "autres,";
  if (joined.startsWith(mark)) return ["autres", joined.slice(mark.length)];
  return joined === "" ? [] : [joined];
}

export function businessHoursOfProcedure(joined: string): [string] {
  return [joined];
}
