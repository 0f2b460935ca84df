// How running French is set. What the specification, the contract and the legal texts fix keeps its characters.

const noBreak = "\u00a0";
const narrow = "\u202f";

/** Stands in a text for a value that a template puts there: before a unit it is taken for a number. */
export const slot = "\ufffc";

export type TypesettingRule = { name: string; wrong: RegExp; right: (match: string, ...groups: string[]) => string };

/** In this order. Each says how running French text is set; what is set already is left as it is. */
export const typesettingRules: readonly TypesettingRule[] = [
  { name: "one character for an ellipsis", wrong: /\.\.\./g, right: () => "…" },
  { name: "curly apostrophes", wrong: /(?<=\p{L})'(?=[\p{L}\d«\ufffc])/gu, right: () => "’" },
  { name: "a no-break space before double signs", wrong: / (?=[:;!?»](?!\p{L}))/gu, right: () => noBreak },
  {
    name: "a space before double signs",
    wrong: /(?<=[\p{L}\d)\]…”])(?=[;!?»](?:[\s»).,…]|$))/gu,
    right: () => noBreak,
  },
  { name: "a no-break space after «", wrong: /« |«(?=[^\s])/g, right: () => `«${noBreak}` },
  {
    name: "hours apart from their figures: 9 h, 14 h 30",
    wrong: /(?<![\p{L}\d])(\d{1,2}|\ufffc)[ \u00a0]?h(?:[ \u00a0]?(\d\d))?(?![\p{L}\d/])/gu,
    right: (_, hours = "", minutes) => `${hours}${noBreak}h${minutes ? noBreak + minutes : ""}`,
  },
  {
    name: "a narrow no-break space in thousands",
    wrong: /(?<![\d.,-]|\d[ \u00a0\u202f])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d ]*\d)/g,
    right: (number) => number.replaceAll(/\D/g, narrow),
  },
  {
    name: "thousands apart in what is counted",
    wrong: /(?<![\d.,+/–-])\d{4,6}(?=[ \u00a0](?:€|HT\b|appels|contacts|clients|prospects|leads|caractères))/g,
    right: (number) => number.replaceAll(/\B(?=(?:\d{3})+$)/g, narrow),
  },
  {
    name: "units on the line of their number",
    wrong: /(?<=[\d\ufffc]) (?=(?:€|%|h|min|s|HT|TTC|Mo|Go|km|kg)(?![\p{L}\d’']))/gu,
    right: () => noBreak,
  },
  { name: "HT and TTC on the line of their amount", wrong: /(?<=€) (?=(?:HT|TTC)\b)/g, right: () => noBreak },
  { name: "n° and its number on one line", wrong: /(?<=n°) (?=\d)/g, right: () => noBreak },
  {
    name: "hyphens of -t-il that do not break",
    wrong: /-t-(?=(?:il|elle|on)s?\b)/g,
    right: () => "\u2011t\u2011",
  },
  { name: "a minus sign before days and degrees", wrong: /(?<=\bJ)[-–](?=\d)/g, right: () => "−" },
  { name: "one space", wrong: /(?<=[\p{L}\d,.;:!?»]) {2,}(?=[^\s|☐])/gu, right: () => " " },
];

/** Running French text as it is printed: spaces, apostrophes, numbers, hours, units. */
export function typeset(text: string): string {
  return typesettingRules.reduce((set, { wrong, right }) => set.replaceAll(wrong, right), text);
}
