import {
  breakpoints,
  colors,
  durations,
  easings,
  fonts,
  frameWidth,
  leadings,
  lowScreens,
  radii,
  shadows,
  spaceSteps,
  spacings,
  stretches,
  textSizes,
  trackings,
} from "../design/tokens.ts";

const scales = {
  color: colors,
  font: fonts,
  text: textSizes,
  leading: leadings,
  tracking: trackings,
  stretch: stretches,
  spacing: spacings,
  radius: radii,
  shadow: shadows,
  duration: durations,
  ease: easings,
};

/** Every token by its custom property: `--color-ink`, `--spacing-cell`. */
export const properties = new Map<string, string>([
  ...Object.entries(scales).flatMap(([scale, values]) =>
    Object.entries(values).map(([name, value]): [string, string] => [`--${scale}-${name}`, value]),
  ),
  ...spaceSteps.map((step): [string, string] => [`--space-${step}`, `${step}px`]),
  ["--container-frame", frameWidth],
]);

/**
 * What a stylesheet begins with: `--lg` and `--max-lg` for each breakpoint, `--low` for low screens, and on `:root` the
 * tokens that it reads; a page does not download the others.
 */
export function renderTokens(styles: string): string {
  const media = Object.entries(breakpoints).map(
    ([name, rem]) => `@custom-media --${name} (width >= ${rem}rem);\n@custom-media --max-${name} (width < ${rem}rem);`,
  );
  const low = Object.entries(lowScreens).map(([name, rem]) => `@custom-media --${name} (height < ${rem}rem);`);
  const read = findRead(styles);
  const declarations = [...properties].filter(([name]) => read.has(name)).map(([name, value]) => `${name}: ${value};`);
  return `${[...media, ...low].join("\n")}\n@layer base {\n:root {\n${declarations.join("\n")}\n}\n}`;
}

/** Without the tokens that are set anew there, for enlarged text, and that nothing reads. */
export function dropUnread(styles: string): string {
  const read = findRead(styles);
  return styles.replaceAll(/^ *(--[\w-]+): [^;]+;\n/gm, (declaration, name: string) =>
    properties.has(name) && !read.has(name) ? "" : declaration,
  );
}

function findRead(styles: string): Set<string | undefined> {
  return new Set([...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
}
