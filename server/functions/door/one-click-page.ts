import { createHash } from "node:crypto";

import type { Context } from "hono";

import { colors, radii } from "#design/tokens.ts";
import { markup, raw } from "#kit/markup.ts";
import type { Tx } from "#engine/db/database.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Answerer } from "#server/functions/door/endpoint.ts";
import { readFailure, waitSeconds } from "#server/functions/door/problems.ts";
import type { Limit } from "#engine/limits/rate-limits.ts";
import { openSealedId, type SealedIdPurpose } from "#server/mail/sealed-id.ts";

type Page = { heading: string; text: string; submit?: string };

/** What the page says before and after, and when the link is no use. */
export type OneClickCopy = {
  title: string;
  ask: { heading: (brand: string) => string; text: string; submit: string };
  done: Page;
  gone: Page;
  unusable: Page;
  busy: Page;
  back: (brand: string) => string;
};

type OneClick = {
  purpose: SealedIdPurpose;
  copy: OneClickCopy;
  /** @returns false where what the link names is no more */
  act: (tx: Tx, id: string, now: Date) => Promise<boolean>;
};

/**
 * The two answers of a link that ends mails, for everybody and without a key.
 *
 * GET shows a page and changes nothing: programs that look at mails open their links. POST is its button, or that of a
 * mail program (RFC 8058); whatever its body says, it does the same, as often as it is sent.
 */
export function oneClickPage(
  context: ServerContext,
  limit: Limit,
  { purpose, copy, act }: OneClick,
): { show: Answerer; leave: Answerer } {
  const { settings } = context;

  const answerPage = (c: Context<AppEnv>, status: 200 | 400 | 429 | 500 | 503, page: Page) =>
    c.html(writePage(page, copy, settings.site), status, pageHeaders);

  const withId =
    (answer: (c: Context<AppEnv>, id: string) => Promise<Response>): Answerer =>
    async (c) => {
      const wait = await waitSeconds(context, c, limit);
      if (wait !== undefined) {
        c.header("retry-after", String(wait));
        return answerPage(c, 429, copy.busy);
      }
      const id = openSealedId(settings.authSecret, purpose, c.req.query("token") ?? "");
      return id === undefined ? answerPage(c, 400, copy.unusable) : answer(c, id);
    };

  return {
    show: withId(async (c) => answerPage(c, 200, { ...copy.ask, heading: copy.ask.heading(settings.site.brand) })),
    leave: withId(async (c, id) => {
      try {
        const isKnown = await context.db.asServer((tx) => act(tx, id, context.now()));
        return answerPage(c, 200, isKnown ? copy.done : copy.gone);
      } catch (error) {
        return answerPage(c, readFailure(context, c, error).status, copy.busy);
      }
    }),
  };
}

const style = [
  `body{margin:0;padding:24px;background:${colors.canvas};color:${colors.ink};font:18px/1.5 Arial,sans-serif}`,
  "main{max-width:34em;margin:10vh auto}h1{font-size:28px;line-height:1.2}",
  `button{min-height:48px;padding:0 24px;border:0;border-radius:${radii.md};background:${colors["line-800"]};`,
  `color:${colors.white};font:inherit;font-weight:bold;cursor:pointer}`,
  `a{color:${colors["line-800"]}}:focus-visible{outline:3px solid ${colors.ink};outline-offset:2px}`,
].join("");

const pageHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  // The address holds the token.
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "cache-control": "no-store",
};

/** The form posts to the address it was opened at. */
function writePage(
  { heading, text, submit }: Page,
  { title, back }: OneClickCopy,
  { brand, origin }: { brand: string; origin: string },
): string {
  const form = markup`<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button>${submit}</button></form>`;
  return markup`<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>${title} – ${brand}</title>
<meta name="viewport" content="width=device-width"><style>${raw(style)}</style></head>
<body><main><h1>${heading}</h1><p>${text}</p>
${submit === undefined ? "" : form}
<p><a href="${origin}/">${back(brand)}</a></p></main></body></html>`.toString();
}
