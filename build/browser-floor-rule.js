import stylelint from "stylelint";

const ruleName = "site/browser-floor";

/** What the oldest browsers that we serve do not know, and how a style asks for it (decision 0071). */
const younger = [
  { found: ":has(", asked: "selector(:has(" },
  { found: "color-mix(", asked: "color-mix(" },
  { found: "subgrid", asked: "subgrid" },
];

/**
 * A selector that a browser does not know takes its whole rule away, those beside it included. What is younger than the
 * floor stands within an `@supports` that asks for it: what holds without it is written outside, or as `not`.
 */
const rule = (isOn) => (root, result) => {
  if (!isOn) return;
  const check = (node, text) => {
    for (const { found, asked } of younger) {
      if (!text.includes(found) || isAskedFor(node, asked)) continue;
      const message = `${found} is younger than the oldest browsers: ask for it by @supports (${ruleName})`;
      stylelint.utils.report({ ruleName, result, node, message });
    }
  };
  root.walkRules((styled) => check(styled, styled.selector));
  root.walkDecls((declaration) => check(declaration, declaration.value));
};
rule.ruleName = ruleName;
rule.messages = {};
rule.meta = {};

export default stylelint.createPlugin(ruleName, rule);

function isAskedFor(node, asked) {
  for (let { parent } = node; parent; parent = parent.parent) {
    if (parent.name === "supports" && parent.params.includes(asked) && !parent.params.startsWith("not")) return true;
  }
  return false;
}
