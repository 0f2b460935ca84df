import { extendTailwindMerge } from "tailwind-merge";

/**
 * Joins class names; of two utilities that set the same thing, the last one wins.
 *
 * The cache of 500 entries is the specification's (section 9). The names are those of our own tokens.
 */
const merge = extendTailwindMerge({
  cacheSize: 500,
  extend: {
    theme: {
      text: ["2xs", "xs", "sm", "base", "lg", "xl", "2xl", "3xl", "4xl", "quote", "giant", "hero"],
      spacing: ["cell", "section", "gutter"],
      radius: ["sm", "md", "lg", "jack"],
      shadow: ["console", "drawer", "knob"],
    },
  },
});

export function classNames(...names: (string | false | undefined)[]): string {
  return merge(names);
}
