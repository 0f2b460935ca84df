const header = /(?<=^|[;{}])\s*([^;{}@]*:hover[^;{}]*)\{/;

/**
 * Looks of `:hover` for pointers that hover alone: a finger leaves what it tapped in them until its next tap. In one
 * place, so that no component has to remember. What else a rule is for stays for everybody.
 */
export function keepHoverForPointers(styles: string): string {
  return wrap(styles.replaceAll(/\/\*[\s\S]*?\*\//g, ""));
}

/** @param styles without comments: their words could look like rules */
function wrap(styles: string): string {
  const found = header.exec(styles);
  if (!found) return styles;

  const [matched, selectors = ""] = found;
  const bodyAt = found.index + matched.length;
  const end = closingBrace(styles, bodyAt);
  const body = styles.slice(bodyAt, end);
  const all = splitAtCommas(selectors);
  const others = all.filter((selector) => !hovers(selector)).join(", ");
  const hovering = all.filter(hovers).join(", ");
  const rules = [
    others === "" ? "" : `${others} {${body}}\n`,
    hovering === "" ? "" : `@media (hover: hover) {\n${hovering} {${body}}\n}`,
  ].join("");
  // A rule for hovering holds none for the pointer's own.
  return `${styles.slice(0, found.index)}\n${rules}${wrap(styles.slice(end + 1))}`;
}

/** Not where hovering is what must not be: that holds for a finger too. */
function hovers(selector: string): boolean {
  return selector.replaceAll(":not(:hover)", "").includes(":hover");
}

function closingBrace(styles: string, from: number): number {
  let depth = 1;
  for (let at = from; at < styles.length; at += 1) {
    if (styles[at] === "{") depth += 1;
    if (styles[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`No end of the rule that begins before: ${styles.slice(from, from + 60)}`);
}

/** Those between parentheses belong to one selector. */
function splitAtCommas(selectors: string): string[] {
  return selectors.split(/,(?![^(]*\))/).map((selector) => selector.trim());
}
