import type { EngineContext } from "#engine/context.ts";

/**
 * Where a visitor goes after a provider or a mailed link: the asked address when it is one of ours, the site otherwise.
 *
 * An address is ours when its text starts with an allowed origin, letter for letter, and the URL parser agrees: no user
 * part, no other spelling of a host, nothing that browsers read differently.
 */
export function findReturnAddress({ settings }: EngineContext, asked: string | undefined): string {
  const site = `${settings.site.origin}/`;
  if (!asked || asked.length > 2048 || !/^[\x21-\x7e]+$/.test(asked) || /[\\<>"`{}|^]/.test(asked)) return site;

  const origin = settings.allowedOrigins.find((each) => asked === each || /^[/?#]/.test(afterPrefix(asked, each)));
  if (origin === undefined || !URL.canParse(asked)) return site;
  const url = new URL(asked);
  return url.origin === origin && url.username === "" && url.password === "" ? url.href : site;
}

/** @returns what follows the prefix; a text that starts no path without it */
function afterPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : "-";
}

/** The address with these values in its query, its other parts kept. */
export function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** The address with these values as its fragment, where they reach no server and no log. */
export function withFragment(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(values).toString();
  return url.href;
}
