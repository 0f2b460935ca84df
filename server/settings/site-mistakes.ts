import type { SiteMistake } from "#domain/site/site-config.ts";

/** One sentence for who wrote the file. @param file the variable that names it, or the file */
export function sayMistake(file: string, { path, code, limit = 0 }: SiteMistake): string {
  return `${file}: ${path || "the whole file"} ${reasons[code](limit.toLocaleString("en-GB"))}.`;
}

const reasons: Record<SiteMistake["code"], (limit: string) => string> = {
  missing: () => "is missing",
  type: () => "is of another type than it has to be",
  choice: () => "is none of the words that may stand there",
  unknown: () => "is not known",
  long: (limit) => `is longer than ${limit} characters`,
  many: (limit) => `has more than ${limit} entries`,
  small: (limit) => `is less than ${limit}`,
  large: (limit) => `is more than ${limit}`,
  markup: () => "holds a tag, a sign of control or a line end, where a text belongs",
  day: () => "is not a day such as 2025-10-30",
  hour: () => "is not an hour such as 09:30",
  twice: () => "has two editions on one day",
  address: () => "is not an address that begins with https://",
  key: () => "is not a key such as marie: small letters, digits and hyphens",
  empty: () => "says nothing",
  articles: () => "has more than 2,000 articles",
  sameAddress: () => "names one address twice",
  description: () => "says nothing, where what the picture shows belongs",
  volume: () => "is missing for the secretariat, which has a link for each, or stands where no volume is sold",
};
