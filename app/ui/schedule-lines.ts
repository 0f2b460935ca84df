import { formatDay, formatEuros } from "./format.ts";

/** In whole cents. */
type Amount = { excludingTax: number; includingTax: number };

export type DueOnDay = { date: string; amount: Amount; label: string; prefix?: string };

export type SetUpCost = { kind: "included" } | { kind: "offered"; insteadOf: number };

export type ScheduleWords = {
  title: string;
  excludingTax: (amount: string) => string;
  includingTax: (amount: string) => string;
  setUp: { label: string; offered: string; included: string };
};

/** A line of a schedule as it is read: nothing is said of tax where nothing is due. */
export function writeDueLine({ date, amount, label }: DueOnDay, words: ScheduleWords) {
  const isFree = amount.excludingTax === 0;
  return {
    date,
    day: formatDay(date),
    label,
    amount: isFree ? formatEuros(0) : words.excludingTax(formatEuros(amount.excludingTax)),
    includingTax: isFree ? "" : words.includingTax(formatEuros(amount.includingTax)),
  };
}

export function writeSetUp(setUp: SetUpCost, words: ScheduleWords) {
  return setUp.kind === "offered"
    ? { setUp: words.setUp.offered, insteadOf: words.excludingTax(formatEuros(setUp.insteadOf)) }
    : { setUp: words.setUp.included, insteadOf: "" };
}
