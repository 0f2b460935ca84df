// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Island } from "#app/page-kit/island.tsx";

const props = {
  label: "Clients",
  claim: "Plus de 150",
  clients: [{ name: "Uno" }],
  pause: "Arrêter",
  resume: "Reprendre",
};

/** A page as the server writes it, then its one script. */
async function openPage(when: "load" | "interaction"): Promise<HTMLElement> {
  const { renderToStaticMarkup } = await import("react-dom/server");
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
