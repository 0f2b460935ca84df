import browserFloor from "./build/browser-floor-rule.js";
import ownStyles from "./build/own-styles-rule.js";
import { textSizes } from "./design/tokens.ts";

/** A length that is no token; a hairline of 1px and what grows with its own text (em, ch) are no steps of a scale. */
const literal = "/(?<![\\w.])(?!1px\\b)[\\d.]+(px|rem)\\b/";
const spacing = "/^(margin|padding|scroll-margin)(-|$)|^((row|column)-)?gap$/";
const ownText = "/^(inherit|[\\d.]+(em|%|pt))$/";

/** Sizes, line heights, spaces, breakpoints and colours come from design/tokens.ts. */
export default {
  plugins: [ownStyles, browserFloor],
  rules: {
    "site/own-styles": "{app,subjects}/**/*.css",
    "site/browser-floor": true,
    "color-no-hex": true,
    "declaration-property-value-disallowed-list": { [spacing]: [literal] },
    "declaration-property-value-allowed-list": {
      "line-height": ["/^var\\(--leading-\\w+\\)$/", "0"],
      "font-size": [`/^(min\\()?var\\(--text-(${Object.keys(textSizes).join("|")})\\)/`, ownText],
    },
    "media-feature-name-disallowed-list": ["width", "min-width", "max-width", "height", "min-height", "max-height"],
    "declaration-block-no-duplicate-properties": [true, { ignore: ["consecutive-duplicates-with-different-values"] }],
    "no-duplicate-selectors": true,
    "block-no-empty": true,
    "property-no-unknown": true,
    "selector-pseudo-class-no-unknown": true,
    "unit-no-unknown": true,
  },
};
