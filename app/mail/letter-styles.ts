import type { CSSProperties } from "react";

import { colors, radii } from "#design/tokens.ts";

/**
 * Two dresses of each part: written on the elements, which every mail program reads, and in a sheet for those that
 * know dark screens and narrow ones. A program that knows neither shows the light one, as wide as it is.
 */
type Dress = Partial<Record<"color" | "backgroundColor" | "borderColor", string>>;

const dresses = {
  ground: { light: { backgroundColor: colors.canvas }, dark: { backgroundColor: colors["line-hole"] } },
  head: { light: { backgroundColor: colors["line-800"] }, dark: { backgroundColor: colors["line-800"] } },
  sheet: {
    light: { backgroundColor: colors.surface, color: colors.ink },
    dark: { backgroundColor: colors["line-900"], color: colors["on-line"] },
  },
  quiet: { light: { color: colors["ink-2"] }, dark: { color: colors["on-line-2"] } },
  rule: { light: { borderColor: colors.line }, dark: { borderColor: colors["line-rule"] } },
  link: { light: { color: colors["line-800"] }, dark: { color: colors["line-300"] } },
} satisfies Record<string, { light: Dress; dark: Dress }>;

export type LetterPart = keyof typeof dresses;

/** @returns what the element carries: its light dress, and the names by which the sheet changes it */
export function dress(parts: LetterPart[], style: CSSProperties = {}) {
  return {
    className: parts.map((part) => `letter-${part}`).join(" "),
    style: Object.assign({}, ...parts.map((part) => dresses[part].light), style) as CSSProperties,
  };
}

/** Above a part; its colour is a dress. */
export const ruleStyle: CSSProperties = { borderTopWidth: 1, borderTopStyle: "solid" };

/** Text on orange is ink, by day and by night. */
export const buttonStyle: CSSProperties = {
  display: "inline-block",
  padding: "12px 24px",
  borderRadius: radii.md,
  backgroundColor: colors.signal,
  color: colors.ink,
  fontWeight: "bold",
  textDecoration: "none",
};

/** The jack of the brand's full stop: a ring, drawn by a border. */
export const ringStyle: CSSProperties = {
  display: "inline-block",
  width: 6,
  height: 6,
  marginLeft: 3,
  border: `3px solid ${colors.signal}`,
  borderRadius: radii.jack,
};

export const brandStyle: CSSProperties = { color: colors["on-line"], fontSize: 24, fontWeight: "bold" };

export const letterSheet = [
  `@media (prefers-color-scheme:dark){${Object.entries(dresses).map(writeDark).join("")}}`,
  "@media (max-width:480px){.letter-frame{padding:0!important}.letter-head{padding:16px 20px!important}.letter-cell{padding:24px 20px!important}" +
    ".letter-title{font-size:24px!important}.letter-button{display:block!important;text-align:center}}",
].join("");

function writeDark([part, { dark }]: [string, { dark: Dress }]): string {
  const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const declarations = Object.entries(dark).map(([name, value]) => `${kebab(name)}:${value}!important`);
  return `.letter-${part}{${declarations.join(";")}}`;
}
