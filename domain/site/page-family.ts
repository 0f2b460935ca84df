/**
 * Pages drawn with the same parts share a stylesheet: each page links one, and downloads
 * little that it does not need.
 */
export const pageFamilies = ["home", "offers", "orders", "funnel", "reading", "account", "endings"] as const;
export type PageFamily = (typeof pageFamilies)[number];

/** Those of the families, of the back office and of the demonstration. */
export const stylesheets = [...pageFamilies, "admin", "demo"] as const;
export type Stylesheet = (typeof stylesheets)[number];

/** Its address in development and its name in the build, seen from the root; build/page-styles.ts composes it. */
export function stylesheetOf(name: Stylesheet): string {
  return `styles/${name}.css`;
}

/** One thing for each family, by its name. */
export function forEachFamily<Thing>(make: (family: PageFamily) => Thing): Record<PageFamily, Thing> {
  return Object.fromEntries(pageFamilies.map((family) => [family, make(family)])) as Record<PageFamily, Thing>;
}
