import type { ReactNode } from "react";

// In the page itself: browsers ask for an icon before they paint, and paint later for it.
import icon from "#app/assets/favicon.svg?inline";
import { colors } from "#design/tokens.ts";
import { pageTransition } from "#domain/site/page-transition.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

import { FilesGone } from "./files-gone.tsx";

/** What the build leaves as it is, and no address may hold (RFC 3986). */
const iconAddress = icon.replaceAll(/[{}]/g, encodeURIComponent);

type Props = {
  title: string;
  description?: string;
  /** What search engines and messengers may show; hidden pages have nothing to spread. */
  sharing?: ReactNode;
  styles: string;
  script?: string | undefined;
  /** For home screens; none in development. */
  touchIcon?: string | undefined;
  font: string | undefined;
  bodyClass?: string | undefined;
  /** Where the loader sends submissions that wait in the browser. */
  api?: SiteSettings["api"];
  /** An e-mail address for what goes wrong; "" where there is none. */
  contact?: string;
  children: ReactNode;
};

/** The loader makes it `rel="manifest"` after the first paint: browsers ask for one before, and paint later for it. */
const manifestLink = { id: "manifest", rel: "alternate", type: "application/manifest+json", href: "/site.webmanifest" };

/** Head and body of every page. */
export function Document({
  title,
  description,
  sharing,
  styles,
  script,
  touchIcon,
  font,
  bodyClass,
  api,
  contact,
  children,
}: Props) {
  return (
    // What waits for the loader to say that the page is painted does not wait where there is no loader.
    <html
      lang="fr"
      data-api={api && JSON.stringify(api)}
      data-contact={contact}
      data-painted={script === undefined ? "" : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {description !== undefined && <meta name="description" content={description} />}
        <meta name="theme-color" content={colors["line-800"]} />
        {sharing ?? <meta name="robots" content="noindex" />}
        <link rel="icon" href={iconAddress} type="image/svg+xml" />
        {touchIcon !== undefined && <link rel="apple-touch-icon" href={touchIcon} />}
        {touchIcon !== undefined && <link {...manifestLink} />}
        {font !== undefined && <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />}
        <style>{pageTransition}</style>
        <link rel="stylesheet" href={styles} />
        {script !== undefined && <script type="module" src={script} />}
      </head>
      <body className={bodyClass}>
        {children}
        {contact !== undefined && <FilesGone contact={contact} />}
      </body>
    </html>
  );
}
