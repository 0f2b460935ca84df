import type { CookiePurpose } from "#domain/site/cookie-consent.ts";

/** A partner told of this visit. */
export type PageView = {
  /** Nothing more leaves, not even what is on its way. */
  cancel(): void;
};

/** The page without its query or hash: they may hold an e-mail address. */
function pageAddress(): string {
  return location.origin + location.pathname;
}

/** Tells a partner of this page, by an image for marketing, by a post for analytics. Only after consent. */
export function createPageView(purpose: CookiePurpose, url: string): PageView {
  return purpose === "marketing" ? askForPixel(url) : postPageView(url);
}

/** A pixel that a browser or a blocker refuses is nothing to the visitor. */
function askForPixel(url: string): PageView {
  const address = new URL(url, location.href);
  address.searchParams.set("ev", "PageView");
  address.searchParams.set("dl", pageAddress());

  const image = new Image();
  image.addEventListener("error", () => console.warn("The tracking pixel was blocked."));
  image.src = address.href;
  return { cancel: () => image.removeAttribute("src") };
}

function postPageView(url: string): PageView {
  if (!sendBeacon(url, JSON.stringify({ event: "page_view", page: pageAddress() }))) {
    console.warn("The page view was not sent.");
  }
  return { cancel: () => undefined };
}

/** A browser or an extension that allows no beacons may throw. */
function sendBeacon(url: string, body: string): boolean {
  try {
    return navigator.sendBeacon(url, body);
  } catch {
    return false;
  }
}

/** Ours only: those a partner keeps under its own name are out of reach, but it is asked for nothing any more. */
export function forgetCookies(names: string[]): void {
  const kept = document.cookie.split("; ").map((cookie) => cookie.split("=", 1)[0] ?? "");
  for (const name of names.filter((each) => kept.includes(each))) {
    for (const domain of ["", ...parentDomains(location.hostname)]) {
      // eslint-disable-next-line unicorn/no-document-cookie
      document.cookie = `${name}=; path=/; max-age=0${domain && `; domain=${domain}`}`;
    }
  }
}

/** "www.exemple.fr" → "www.exemple.fr", "exemple.fr": a partner may have chosen either. */
function parentDomains(host: string): string[] {
  const labels = host.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}
