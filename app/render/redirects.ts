import { href, type LinkTarget } from "#app/page-kit/href.ts";
import type { Redirect } from "#domain/site/page-renderer.ts";

/** What people type or say instead of an address. Source: the contract, "Public face". */
const aliases = new Map<string, LinkTarget>([
  ["/contact", "/#apropos"],
  ["/tarifs", "/#tarifs"],
  ["/conference", "/conferences"],
  ["/connexion", "/dashboard"],
  ["/login", "/dashboard"],
  ["/faq", "/secretariat#questions"],
]);

type Known = { isPage: (path: string) => boolean; findMoved: (path: string) => string | undefined };

/**
 * Where an address that is no page's leads: an alias, or a page's own address with capitals or a slash too many, for
 * good; an article that moved, to where it stands; one that is not, or no longer, in the list, to the list; a subject
 * likewise.
 *
 * @param isPage whether a page stands at that path: nothing else is ever led to
 */
export function redirectFrom(urlPath: string, { isPage, findMoved }: Known): Redirect | undefined {
  const plainPath = urlPath.toLowerCase().replace(/\/+$/, "");
  const alias = aliases.get(plainPath);
  if (alias !== undefined) return { status: 308, location: href(alias) };
  if (plainPath !== urlPath && isPage(plainPath)) return { status: 308, location: plainPath };
  const moved = isPage(plainPath) ? undefined : findMoved(plainPath);
  if (moved !== undefined && isPage(moved)) return { status: 308, location: moved };
  return /^\/blog\/(sujets\/)?[^/]*$/.test(urlPath) && !isPage(urlPath)
    ? { status: 302, location: href("/blog") }
    : undefined;
}
