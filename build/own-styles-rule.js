import stylelint from "stylelint";

const ruleName = "site/own-styles";
/** What places a thing among others; the rest is the component's own. */
const placement = /^(margin|(min-|max-)?width$|flex$|flex-(grow|shrink|basis)$|grid-(area|row|column)|(align|justify|place)-self$|order$|position$|inset|(top|right|bottom|left|z-index)$|display$|visibility$)/; // prettier-ignore

/**
 * A component owns its styles: whoever uses it may place it, and asks for another look by a variant.
 *
 * Its option pairs a component's class with its stylesheet: `{ button: "app/ui/button.css" }`.
 */
const rule = (owners) => (root, result) => {
  root.walkRules((styled) => {
    const subjects = styled.selectors.flatMap((selector) => selector.split(/[\s>+~]+(?![^(]*\))/).at(-1) ?? []);
    const foreign = Object.entries(owners).find(
      ([name, file]) =>
        !root.source.input.file.endsWith(file) && subjects.some((subject) => new RegExp(`\\.${name}(?![\\w-])`).test(subject)), // prettier-ignore
    );
    if (!foreign) return;
    for (const node of styled.nodes) {
      if (node.type !== "decl" || placement.test(node.prop)) continue;
      const message = `"${node.prop}" of .${foreign[0]} is said in ${foreign[1]}: place it here, or give it a variant there (${ruleName})`; // prettier-ignore
      stylelint.utils.report({ ruleName, result, node, message });
    }
  });
};
rule.ruleName = ruleName;
rule.messages = {};
rule.meta = {};

export default stylelint.createPlugin(ruleName, rule);
