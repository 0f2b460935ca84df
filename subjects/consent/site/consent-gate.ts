// The part of the cookie banner that every page with a banner carries: the first tap answers at once. The rest is in
// consent-choices.ts.

import { sendConsentProof } from "#subjects/consent/calls/consent-proofs.ts";
import type { CookiePurpose } from "#domain/site/cookie-consent.ts";
import { consentAnswerKey, consentChoicesKey } from "#domain/site/storage-keys.ts";

declare global {
  interface Window {
    /** Consent Mode, for the trackers that read it: commands in the order of `gtag("consent", …)`. */
    dataLayer?: unknown[];
  }
}

/** Denies the four signals, asks a visitor who has not answered, and listens to the answers. */
export function start(banner: HTMLElement, readStored: (key: string) => string | null): void {
  const { dataset } = banner;
  (window.dataLayer ??= []).push(JSON.parse(dataset["signals"] ?? ""));
  askUnlessAnswered();
  addEventListener("click", answer);
  // Answered meanwhile: in another tab, or on the next page before coming back to this one.
  addEventListener("storage", ({ key }) => key === consentAnswerKey && askUnlessAnswered());
  addEventListener("pageshow", ({ persisted }) => persisted && askUnlessAnswered());

  function askUnlessAnswered(): void {
    if (readStored(consentAnswerKey)) act();
    else dataset["view"] = "simple";
  }

  function answer(event: Event): void {
    const control = (event.target as Element).closest<HTMLElement>("[data-consent]");
    if (!control) return;
    event.preventDefault();
    dataset["view"] = control.dataset["consent"];
    const given = control.dataset["answer"];
    if (given) keepChoices(banner, () => given === "accepted");
    act(control);
  }

  function act(control?: HTMLElement): void {
    void import("./consent-choices.ts").then((module) => module.act(banner, keepChoices, control));
  }
}

/** Keeps the answer in this browser, as long as the page when storage is forbidden, and its proof on the server. */
function keepChoices({ dataset }: HTMLElement, isAllowed: (purpose: string) => boolean): void {
  const asked = (dataset["asked"] ?? "").split(" ");
  const isGiven = (purpose: CookiePurpose) => asked.includes(purpose) && isAllowed(purpose);
  const id = (dataset["visitor"] ??= crypto.getRandomValues(new Uint32Array(4)).join("-"));
  const choices = JSON.stringify({
    id,
    version: dataset["version"],
    date: new Date(),
    analytics: isGiven("analytics"),
    marketing: isGiven("marketing"),
  });
  try {
    localStorage.setItem(consentChoicesKey, choices);
    localStorage.setItem(consentAnswerKey, asked.every(isAllowed) ? "accepted" : "rejected");
  } catch {
    // Then the next page asks again.
  }
  sendConsentProof(choices);
}
