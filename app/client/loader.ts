// The script of all public pages. React is downloaded when an island first needs it.

import { keptVolumeKey } from "#app/islands/kept-volume-key.ts";
import { filesGoneId } from "#app/ui/files-gone-id.ts";
import { isMailedFragment, readFirstPasswordToken } from "#domain/site/mailed-link.ts";
import { consentAnswerKey, pendingSubmissionsKey } from "#domain/site/storage-keys.ts";

import { type Typed, typedKey } from "./typed-key.ts";

const startDistance = "200px";
const longestPaintWaitMs = 5000;
const islandGestures = ["focusin", "pointerover", "click", "submit"];
/** A pointer that moves leaves an element; one that rests where the page appears has done nothing yet. */
const firstGestures = ["scroll", "pointerdown", "pointerout", "keydown"];

type Behaviour = { start: (element: HTMLElement, read: typeof readStored) => void | Promise<void> };

/** Small parts that need no React, each on the one element that asks for it. */
const behaviours: Record<string, () => Promise<Behaviour>> = {
  "hero-cord": () => import("./hero-cord.ts"),
  "payment-return": () => import("./payment-return.ts"),
  "order-ticket": () => import("#subjects/orders/site/order-ticket.ts"),
  "legal-text": () => import("./legal-text.ts"),
  "counting-choice": () => import("./counting-choice.ts"),
  "cookie-consent": () => import("#subjects/consent/site/consent-gate.ts"),
};

const islands = [...document.querySelectorAll<HTMLElement>("[data-island]")];
type Successor = (element: HTMLElement) => HTMLElement;

const hydrations = new WeakMap<Element, Promise<Successor>>();
const filesGone = document.getElementById(filesGoneId);

const banner = document.querySelector<HTMLElement>("[data-behaviour=cookie-consent]");
const answerAgain = askAtOnce(banner);
leadToCode();
readMailedLink();
for (const island of islands) hydrateOnGesture(island);
sendWhatWaits();
afterFirstPaint(() => {
  hydrateAll("load");
  readFragment();
  startBehaviours();
  document.documentElement.dataset.painted = "";
  document.getElementById("manifest")?.setAttribute("rel", "manifest");
});
addEventListener("hashchange", readFragment);
// The page that follows may take no part in a transition, which is no fault of this one.
addEventListener("pageswap", ({ viewTransition }) => viewTransition?.ready.catch(() => undefined));
hydrateOnceNear(islandsWith("visible"), "0px");
const engaged = islandsWith("engaged");
const engage = () => {
  // The second kind of gesture finds the list empty.
  hydrateOnceNear(engaged.splice(0), startDistance);
  // The page is whole without them.
  if (document.querySelector("[data-moves]")) import("./motion.ts").catch(() => undefined);
};
// Back at a slider that was moved before, its choice is shown at once.
if (history.state?.[keptVolumeKey]) engage();
else onGesture(engage);
filesGone?.querySelector("button")?.addEventListener("click", () => void openAnew());
// Opened anew, what was typed before is given back at once.
if (history.state?.[typedKey]) for (const island of islands) void hydrate(island);

/**
 * The cookie banner is the largest text of many pages: it comes with the first paint, its script after that.
 *
 * @returns gives the script an answer that came before it
 */
function askAtOnce(banner: HTMLElement | null): () => void {
  let control: HTMLElement | null | undefined;
  const note = ({ target }: Event) => (control = (target as Element).closest<HTMLElement>("[data-consent]"));
  banner?.addEventListener("click", note);
  if (banner && !readStored(consentAnswerKey)) banner.dataset.view = "simple";
  return () => {
    banner?.removeEventListener("click", note);
    control?.click();
  };
}

function hydrateAll(moment: string): void {
  for (const island of islandsWith(moment)) void hydrate(island);
}

function readFragment(): void {
  if (location.hash) hydrateAll("fragment");
}

/** The one page that takes a mailed link says so at once; on any other no session of it stays in the address. */
function readMailedLink(): void {
  const fragment = location.hash.slice(1);
  const reader = islands.find(({ dataset }) => dataset.island === "PasswordAccess");
  if (reader && (isMailedFragment(fragment) || readFirstPasswordToken(fragment) !== undefined))
    reader.dataset.mailed = "";
  if (reader || !/(^|&)access_token=/.test(fragment)) return;
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** A mailed link that was opened before, perhaps by a program: there the code of the same mail is taken. */
function leadToCode(): void {
  const { hash, pathname } = location;
  if (pathname.startsWith("/compte/") || !/[#&]error_code=otp_expired(&|$)/.test(hash)) return;
  location.replace(`/compte/mot-de-passe${hash}`);
}

function islandsWith(moment: string): HTMLElement[] {
  return islands.filter((island) => island.dataset.when === moment);
}

/** A submission that met an outage on an earlier visit leaves from whatever page is opened next. */
function sendWhatWaits(): void {
  const { api } = document.documentElement.dataset;
  if (!api || readStored(pendingSubmissionsKey) === null) return;
  void import("#subjects/orders/calls/pending-submissions.ts").then((queue) =>
    queue.resumePendingSubmissions(JSON.parse(api)),
  );
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is forbidden
  }
}

/** When the browser reports its first paint. One that reports none, as in the background, is not waited for longer. */
function afterFirstPaint(act: () => void): void {
  const timer = setTimeout(act, longestPaintWaitMs);
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    clearTimeout(timer);
    act();
  }).observe({ type: "paint", buffered: true });
}

function startBehaviours(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-behaviour]")) {
    // The page is whole without them: what cannot be downloaded is left out.
    behaviours[element.dataset.behaviour ?? ""]?.().then(
      (module) => {
        void module.start(element, readStored);
        if (element === banner) answerAgain();
      },
      () => undefined,
    );
  }
}

/**
 * Downloads the component and brings it alive, once. A download that fails is said, and tried again where it can be.
 */
function hydrate(island: HTMLElement): Promise<Successor> {
  let hydration = hydrations.get(island);
  if (!hydration) {
    hydration = import("./hydrate.ts").then((module) => module.hydrateIsland(island));
    hydrations.set(island, hydration);
    hydration.then(
      () => filesGone && (filesGone.hidden = true),
      () => {
        hydrations.delete(island);
        if (filesGone) filesGone.hidden = false;
      },
    );
  }
  return hydration;
}

/**
 * Once the site answers. Files that did not come are not asked for again by every browser, and after a rebuild they are
 * no more. What is typed, but for passwords, is not lost by it.
 */
async function openAnew(): Promise<void> {
  try {
    await fetch(location.href);
  } catch {
    return; // cut off: the browser's own page would take the place of this one
  }
  const typed: Typed = islands.map((island) =>
    Array.from(island.querySelectorAll<HTMLInputElement>("input,textarea,select"), ({ name, type, value, checked }) =>
      type === "password" ? [name] : [name, value, checked],
    ),
  );
  history.replaceState({ ...history.state, [typedKey]: typed }, "");
  location.reload();
}

/** Whatever its moment, an island that is touched comes alive, and a click or submit sent too early is replayed. */
function hydrateOnGesture(island: HTMLElement): void {
  for (const gesture of islandGestures) island.addEventListener(gesture, answer, true);

  function answer(event: Event): void {
    if (island.dataset.hydrated !== undefined) return;
    const alive = hydrate(island);
    const target = event.target as HTMLElement;
    const isSubmit = event.type === "submit";
    if (!isSubmit && (event.type !== "click" || !needsReplay(target))) return;
    event.preventDefault();
    event.stopPropagation();
    alive.then(
      (successorOf) => {
        if (!isSubmit) return successorOf(target).click();
        const { submitter } = event as SubmitEvent;
        (successorOf(target) as HTMLFormElement).requestSubmit(submitter && successorOf(submitter));
      },
      // Said by `hydrate`, and the values stay.
      () => undefined,
    );
  }
}

/** Links, and fields the browser handles itself, are not replayed. */
function needsReplay(target: HTMLElement): boolean {
  return !target.closest("a[href],label,input,select,textarea");
}

function hydrateOnceNear(nearIslands: HTMLElement[], rootMargin: string): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) void hydrate(target as HTMLElement);
    },
    { rootMargin },
  );
  for (const island of nearIslands) observer.observe(island);
}

/** Calls back at the first gesture of each kind. */
function onGesture(act: () => void): void {
  for (const gesture of firstGestures) addEventListener(gesture, act, { capture: true, once: true });
}
