import {
  attributionKey,
  consentAnswerKey,
  consentChoicesKey,
  countingObjectionKey,
  pendingSubmissionsKey,
} from "#domain/site/storage-keys.ts";

/** What waits to be sent, and what the visitor decided about their data. */
const kept = [pendingSubmissionsKey, consentAnswerKey, consentChoicesKey, countingObjectionKey, attributionKey];

/** Forgets everything else that this browser keeps of the site, and opens the page anew, by its address alone. */
export function startAfresh(): void {
  for (const open of [() => localStorage, () => sessionStorage]) forgetIn(open);
  history.replaceState(null, "", location.pathname);
  location.reload();
}

function forgetIn(open: () => Storage): void {
  try {
    const storage = open();
    for (const key of Object.keys(storage)) if (!kept.includes(key)) storage.removeItem(key);
  } catch {
    // Nothing can be stored here, so nothing is.
  }
}

/** The contact address that the page carries; undefined where it carries none. */
export function contactOfPage(): string | undefined {
  return document.documentElement.dataset["contact"] || undefined;
}
