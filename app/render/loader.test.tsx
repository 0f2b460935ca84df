// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Island } from "#app/page-kit/island.tsx";
import { ConsentBanner } from "#subjects/consent/site/consent-banner.tsx";
import { siteForTests } from "#tests/support/site.ts";

const props = {
  label: "Clients",
  claim: "Plus de 150",
  clients: [{ name: "Uno" }],
  pause: "Arrêter",
  resume: "Reprendre",
};

/** A page as the server writes it, then its one script. */
async function openPage(when: "load" | "interaction"): Promise<HTMLElement> {
  document.body.innerHTML = renderToStaticMarkup(<Island name="LogoStrip" when={when} props={props} />);
  vi.resetModules();
  await import("#app/client/loader.ts");
  return document.querySelector<HTMLElement>("[data-island]") as HTMLElement;
}

const isAlive = (island: HTMLElement) => island.dataset["hydrated"] !== undefined;

/** The browser's reports, which happy-dom does not make. */
const paints: (() => void)[] = [];

class PaintObserver {
  #report: (list: unknown, observer: PaintObserver) => void;
  #isConnected = true;

  constructor(report: (list: unknown, observer: PaintObserver) => void) {
    this.#report = report;
  }

  observe({ type, buffered }: PerformanceObserverInit): void {
    if (type === "paint" && buffered) paints.push(() => this.#isConnected && this.#report([], this));
  }

  disconnect(): void {
    this.#isConnected = false;
  }
}

const paint = () => paints.forEach((report) => report());

beforeEach(() => {
  document.body.innerHTML = "";
  paints.length = 0;
  vi.stubGlobal("PerformanceObserver", PaintObserver);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("A click made before the island is alive is played again once it is", async () => {
  const island = await openPage("interaction");
  expect(isAlive(island)).toBe(false);

  island.querySelector("button")?.click();
  await waitFor(() => expect(isAlive(island)).toBe(true));

  expect(island.querySelector("section")?.classList).toContain("is-paused");
  expect(island.querySelector("button")?.getAttribute("aria-label")).toBe("Reprendre");
});

test("A click made before the island is alive is played again where a translator had changed its HTML", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const island = await openPage("interaction");
  const label = island.querySelector("p, h2, span");
  label?.replaceChildren(document.createElement("font"));

  island.querySelector("button")?.click();
  await waitFor(() => expect(isAlive(island)).toBe(true));

  expect(warned, "the island was drawn afresh").toHaveBeenCalledOnce();
  await waitFor(() => expect(island.querySelector("section")?.classList).toContain("is-paused"));
  warned.mockRestore();
});

test("An island that waits for a touch comes alive under the pointer, and not before", async () => {
  const island = await openPage("interaction");
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(isAlive(island)).toBe(false);

  island.dispatchEvent(new Event("pointerover", { bubbles: true }));

  await waitFor(() => expect(isAlive(island)).toBe(true));
});

test("An island of the first moment comes alive by itself, after the first paint", async () => {
  const island = await openPage("load");
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(isAlive(island)).toBe(false);

  paint();

  await waitFor(() => expect(isAlive(island)).toBe(true));
});

test("A page whose browser reports no paint, as in the background, comes alive all the same", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const island = await openPage("load");
  expect(isAlive(island)).toBe(false);

  vi.runAllTimers();
  vi.useRealTimers();

  await waitFor(() => expect(isAlive(island)).toBe(true));
});

describe("A mailed link", () => {
  const passwordPage = `<div data-island="PasswordAccess" data-when="interaction"></div>`;
  const otherPage = `<div data-island="MobileMenu" data-when="interaction"></div>`;

  /** @returns whether the page says at once that it looks at a link, and what is left in its address */
  async function arrive(html: string, fragment: string) {
    document.body.innerHTML = html;
    history.replaceState(null, "", `/compte/mot-de-passe${fragment}`);
    vi.resetModules();
    await import("#app/client/loader.ts");
    return [document.querySelector("[data-mailed]") !== null, location.hash];
  }

  test.each([
    ["#access_token=a.b.c&refresh_token=r", true],
    ["#error=access_denied&error_code=otp_expired&sb=", true],
    ["#acces=sealed", true],
    ["#acces=", true],
    ["#connexion", false],
    ["", false],
  ])("is told by its address, before the page comes alive: %s", async (fragment, isMailed) => {
    expect(await arrive(passwordPage, fragment)).toEqual([isMailed, fragment]);
  });

  test("leaves its session in the address of no other page", async () => {
    expect(await arrive(otherPage, "#access_token=a.b.c&refresh_token=r")).toEqual([false, ""]);
    expect(await arrive(otherPage, "#connexion")).toEqual([false, "#connexion"]);
  });
});

describe("The cookie banner", () => {
  const html = renderToStaticMarkup(<ConsentBanner brand="Zeta" consent={siteForTests.consent} privacyHref="/vie" />);

  async function arrive(): Promise<HTMLElement> {
    document.body.innerHTML = html;
    vi.resetModules();
    await import("#app/client/loader.ts");
    return document.querySelector<HTMLElement>(".consent") as HTMLElement;
  }
  const answer = (banner: HTMLElement) => banner.querySelector<HTMLElement>('[data-answer="rejected"]')?.click();

  afterEach(() => localStorage.clear());

  test("is there before the first paint, unless it was answered", async () => {
    expect((await arrive()).dataset.view).toBe("simple");
    localStorage.setItem("cookieConsent", "rejected");
    expect((await arrive()).dataset.view).toBeUndefined();
  });

  test("takes an answer that comes before its script", async () => {
    vi.stubGlobal("fetch", async () => new Response("{}"));
    // What follows an answer is another file.
    vi.doMock("#subjects/consent/site/consent-choices.ts", () => ({ act: () => undefined }));
    const banner = await arrive();
    answer(banner);
    expect(localStorage.getItem("cookieConsent")).toBeNull();
    paint();
    await waitFor(() => expect(banner.dataset.view).toBe("closed"));
    expect(localStorage.getItem("cookieConsent")).toBe("rejected");
  });
});
