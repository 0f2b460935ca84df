// What follows an answer to the cookie banner, and its settings. Downloaded when there is an answer, or to give one.

import { forgetVisits, rememberVisit } from "#subjects/leads/calls/attribution.ts";
import {
  consentCommand,
  consentPurposes,
  readStoredConsent,
  type ConsentCommand,
  type CookiePurpose,
} from "#domain/site/cookie-consent.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import { consentAnswerKey, consentChoicesKey } from "#domain/site/storage-keys.ts";

import { createPageView, forgetCookies, type PageView } from "./page-views.ts";

type Answers = Record<CookiePurpose, boolean>;

/** The answer that holds; undefined while the visitor is asked. */
let current: Answers | undefined;
/** What is pressed in the settings before all purposes have an answer. */
let pressed: Partial<Answers> = {};
/** Outside the banner, where focus goes back. */
let opener: HTMLElement | undefined;
const pageViews: Partial<Record<CookiePurpose, PageView>> = {};

/** Keeps an answer, and proves it. */
type KeepChoices = (banner: HTMLElement, isAllowed: (purpose: string) => boolean) => void;

/** @param control absent where the page was opened, or something changed in another tab */
export function act(banner: HTMLElement, keep: KeepChoices, control?: HTMLElement): void {
  if (!control) return readBack(banner, keep);
  const { answer, purpose, value, save, consent: view } = control.dataset;
  if (answer !== undefined)
    apply(
      banner,
      answersOf(banner, () => answer === "accepted"),
    );
  if (save !== undefined) settle(banner, keep);
  if (purpose !== undefined) press(banner, keep, purpose as CookiePurpose, value === "accepted");
  else moveFocus(banner, control, view);
}

/** An answer that no longer holds is asked again, and what it allowed ends with it. */
function readBack(banner: HTMLElement, keep: KeepChoices): void {
  const stored = readStoredConsent(
    { answer: localStorage.getItem(consentAnswerKey), choices: localStorage.getItem(consentChoicesKey) },
    { version: banner.dataset["version"] ?? "", asked: askedOf(banner), now: new Date() },
  );
  if (!stored) return askAgain(banner);
  banner.dataset["view"] = "closed";
  if (stored.id === undefined) keep(banner, (purpose) => stored[purpose as CookiePurpose]);
  else banner.dataset["visitor"] = stored.id;
  apply(banner, stored);
}

function askAgain(banner: HTMLElement): void {
  if (current) announce(consentCommand("update", { marketing: false, analytics: false }));
  current = undefined;
  pressed = {};
  showPressed(banner);
  for (const purpose of consentPurposes) stop(banner, purpose);
  delete banner.dataset["answered"];
  banner.dataset["view"] = "simple";
}

function apply(banner: HTMLElement, { marketing, analytics }: Answers): void {
  current = { marketing, analytics };
  pressed = current;
  banner.dataset["answered"] = "";
  showPressed(banner);
  announce(consentCommand("update", current));
  for (const purpose of consentPurposes) (current[purpose] ? start : stop)(banner, purpose);
}

/** The first time, nothing counts before all have an answer; later, each change counts at once. */
function press(banner: HTMLElement, keep: KeepChoices, purpose: CookiePurpose, isAllowed: boolean): void {
  if (pressed[purpose] === isAllowed) return;
  pressed = { ...pressed, [purpose]: isAllowed };
  showPressed(banner);
  if (askedOf(banner).some((asked) => pressed[asked] === undefined)) return;

  const isFirstAnswer = current === undefined;
  settle(banner, keep);
  if (isFirstAnswer) {
    banner.dataset["view"] = "closed";
    giveFocusBack();
  }
}

/** What is pressed is allowed; the rest is refused. */
function settle(banner: HTMLElement, keep: KeepChoices): void {
  const isPressed = (asked: string) => pressed[asked as CookiePurpose] === true;
  keep(banner, isPressed);
  apply(banner, answersOf(banner, isPressed));
}

function showPressed(banner: HTMLElement): void {
  for (const button of banner.querySelectorAll<HTMLElement>("[data-purpose]")) {
    const { purpose, value } = button.dataset;
    button.ariaPressed = String(pressed[purpose as CookiePurpose] === (value === "accepted"));
  }
}

function moveFocus(banner: HTMLElement, control: HTMLElement, view: string | undefined): void {
  if (!banner.contains(control)) opener = control;
  if (view === "closed") giveFocusBack();
  else if (view === "settings") focusIn(banner, ".consent-title");
  else {
    if (!current) {
      pressed = {};
      showPressed(banner);
    }
    focusIn(banner, "button");
  }
}

function focusIn(banner: HTMLElement, selector: string): void {
  banner.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}

function giveFocusBack(): void {
  opener?.focus();
  opener = undefined;
}

function announce(command: ConsentCommand): void {
  (window.dataLayer ??= []).push(command);
}

function start(banner: HTMLElement, purpose: CookiePurpose): void {
  if (purpose === "analytics" && banner.dataset["attribution"] !== undefined) rememberVisit();
  const tracker = readTrackers(banner)[purpose];
  if (tracker) pageViews[purpose] ??= createPageView(purpose, tracker.url);
}

function stop(banner: HTMLElement, purpose: CookiePurpose): void {
  if (purpose === "analytics") forgetVisits();
  pageViews[purpose]?.cancel();
  delete pageViews[purpose];
  forgetCookies(readTrackers(banner)[purpose]?.cookies ?? []);
}

function askedOf({ dataset }: HTMLElement): CookiePurpose[] {
  return consentPurposes.filter((purpose) => dataset["asked"]?.split(" ").includes(purpose));
}

/** What was not asked for is not given. */
function answersOf(banner: HTMLElement, isGiven: (purpose: CookiePurpose) => boolean): Answers {
  const asked = askedOf(banner);
  const answerTo = (purpose: CookiePurpose) => asked.includes(purpose) && isGiven(purpose);
  return { marketing: answerTo("marketing"), analytics: answerTo("analytics") };
}

function readTrackers(banner: HTMLElement): SiteSettings["consent"]["trackers"] {
  return JSON.parse(banner.dataset["trackers"] ?? "{}");
}
