import { relative } from "node:path";

import stylelint from "stylelint";

import { classesOfSubject, findClassOwners } from "./class-owners.ts";

const ruleName = "site/own-styles";

/**
 * What gives a thing its place and its room among others, and the knobs that it offers; the
 * rest is the component's own.
 */
const placement = new RegExp(
  [
    "^--|^margin|^inset|^grid-(area|row|column)|^(align|justify|place)-self$",
    "^((min-|max-)?width|min-height|flex|flex-(grow|shrink|basis)|order|position|display|visibility)$",
    "^(top|right|bottom|left|z-index)$",
  ].join("|"),
);

/**
 * A component owns its styles: whoever uses it may place it and turn its knobs, and asks for another look by a variant.
 * A class belongs to one stylesheet (class-owners.ts).
 *
 * Its option is the pattern of all stylesheets.
 */
const rule = (pattern) => (root, result) => {
  const owners = findClassOwners(pattern, process.cwd());
  const file = relative(process.cwd(), root.source.input.file);
  root.walkRules((styled) => {
    for (const name of new Set(resolve(styled).flatMap(classesOfSubject))) {
      const owning = owners.get(name);
      if (!owning || (owning.size === 1 && owning.has(file))) continue;
      const at = [...owning].join(" and ");
      for (const node of styled.nodes) {
        if (node.type !== "decl" || placement.test(node.prop)) continue;
        const message = `.${name} belongs to ${at}: place it here, or give it a variant there (${ruleName})`;
        stylelint.utils.report({ ruleName, result, node, message });
      }
    }
  });
};
rule.ruleName = ruleName;
rule.messages = {};
rule.meta = {};

export default stylelint.createPlugin(ruleName, rule);

/** @returns the selectors of a nested rule, written out */
function resolve(styled) {
  let selectors = styled.selectors;
  for (let { parent } = styled; parent; parent = parent.parent) {
    if (parent.type !== "rule") continue;
    const outer = parent.selectors;
    selectors = selectors.flatMap((inner) =>
      outer.map((each) => (inner.includes("&") ? inner.replaceAll("&", each) : `${each} ${inner}`)),
    );
  }
  return selectors;
}
