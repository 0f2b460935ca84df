/** Pages drawn with the same parts share a stylesheet: each page links one, and downloads little that it does not need. */
export const pageFamilies = ["home", "offers", "orders", "funnel", "reading", "account", "endings"] as const;
export type PageFamily = (typeof pageFamilies)[number];

/** What a family's stylesheet is built from, seen from the root of the project. */
export function stylesheetOf(family: PageFamily): string {
  return `app/styles/pages/${family}.css`;
}

/** One thing for each family, by its name. */
export function forEachFamily<Thing>(make: (family: PageFamily) => Thing): Record<PageFamily, Thing> {
  return Object.fromEntries(pageFamilies.map((family) => [family, make(family)])) as Record<PageFamily, Thing>;
}
