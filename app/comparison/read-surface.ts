/** One line of a schedule as it is read: the day, and cents with tax. */
export type Due = { date: string; cents: number };

/** What a reader reads of HTML or of a plain text, every kind of space being one. */
export function textIn(html: string): string {
  return (
    html
      .replaceAll(/<(script|style|noscript)\b.*?<\/\1>/gs, " ")
      // Within a word: see `keepJoints`.
      .replaceAll(/<span (?:class="unbroken"|style="white-space:nowrap")>([^<]*)<\/span>/g, "$1")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/&#x27;/g, "'")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}

/** The lines of the schedule that HTML shows, by what its readers and programs see. */
export function dueIn(html: string): Due[] {
  const [, list = ""] = /<ol[^>]*data-schedule[^>]*>(.*?)<\/ol>/s.exec(html) ?? [];
  return list
    .split("</li>")
    .slice(0, -1)
    .map((line) => ({
      date: /datetime="([^"]*)"/i.exec(line)?.[1] ?? "",
      cents: centsIn(textIn(line.slice(line.indexOf("right-aligned")))),
    }));
}

/** The amount with tax; where nothing is due there is one amount only. */
function centsIn(text: string): number {
  const amounts = [...text.matchAll(/(\d[\d ]*(?:,\d\d)?) €( TTC)?/g)];
  const [, euros = "NaN"] = amounts.find(([, , tax]) => tax !== undefined) ?? amounts[0] ?? [];
  return Math.round(Number(euros.replaceAll(" ", "").replace(",", ".")) * 100);
}
