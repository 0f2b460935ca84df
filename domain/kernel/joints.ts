const afterHyphen = "ils?|elles?|on|ce|je|tu|nous|vous|moi|toi|les?|la|lui|leur|y|en|ci|là|mêmes?|être";
const space = "[ \\u00a0]";
const kept = [
  "[Ee]-mails?",
  `(?:[Qq]u(?:['’]|&#x27;))?\\p{L}{1,12}-(?:${afterHyphen})(?![\\p{L}-])`,
  `0\\d(?:${space}\\d\\d){4}`,
  `\\d{1,3}(?:${space}\\d{3})+(?!\\d)`,
  "\\d{5} \\p{Lu}\\p{L}+",
  "\\d{1,3} (?:ans?|mois|jours?|heures?|minutes?)(?!\\p{L})",
  `\\d{1,2}${space}h-\\d{1,2}${space}h`,
];

/**
 * What no line may break: the hyphens of « e-mail », « rendez-vous », « peut-elle » and « celui-ci », telephones,
 * numbers in groups, a postal code and its town, a number of days or months, a span of hours. A hyphen of another kind
 * would keep words whole too, and hide them from a search of the page.
 */
export const joints = /* @__PURE__ */ new RegExp(kept.join("|"), "gu");

/** Every joint holds one: of most texts no more has to be asked. */
const mayHoldJoint = /[-\d]/;

/** What holds no running text; what the browser draws again must stay as it was drawn. */
const leftAlone = /^(?:script|style|title|textarea|option|code|svg)$/;
const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** In a row each piece of a text would be an item of its own. */
const inRow = / class="(?:[^"]* )?(?:button|arrow-link|row|stack|cells|pill|unbroken)[ "]/;

/**
 * Wraps the joints of a page or a mail.
 *
 * @param html as React writes it: each element closed, no `<` or `>` in texts and attributes
 * @param attributes of what is wrapped around each
 */
export function keepJoints(html: string, attributes: string): string {
  const open: ("all" | "text" | "none")[] = ["none"];
  return html.replaceAll(/<(\/?)([a-z]+\d?)([^>]*)>|[^<]+/g, (piece, close: string, tag?: string, rest = "") => {
    const around = open.at(-1);
    if (tag === undefined) {
      if (around !== "none" || !mayHoldJoint.test(piece)) return piece;
      return piece.replaceAll(joints, `<span ${attributes}>$&</span>`);
    }
    if (close !== "") open.pop();
    else if (!empty.test(tag) && !rest.endsWith("/")) {
      const isLeft = around === "all" || leftAlone.test(tag) || rest.includes(" data-island=");
      open.push(isLeft ? "all" : inRow.test(rest) ? "text" : "none");
    }
    return piece;
  });
}
