import { siteFrame } from "#content/site-frame.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

import { href } from "./href.ts";

/** Sections of the home page that menus lead to: those it has. */
export function homeSections({ testimonials }: SiteSettings): { target: string; label: string }[] {
  return siteFrame.sections
    .filter(({ anchor }) => anchor !== "temoignages" || testimonials.length > 0)
    .map(({ anchor, label }) => ({ target: href(`/#${anchor}`), label }));
}
