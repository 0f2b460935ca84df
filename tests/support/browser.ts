import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

/** What the page asks of the network, when the test says how that answers. */
export const network = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

/**
 * The browser's network and clock are the boundary: requests get "{}" unless the test answers otherwise, the clock
 * stands still if it is set, and nothing of a test is left for the next.
 */
export function standInForBrowser({ now }: { now?: Date } = {}): void {
  beforeEach(() => {
    if (now) vi.useFakeTimers({ now });
    vi.stubGlobal("fetch", network);
    network.mockImplementation(() => Promise.resolve(new Response("{}")));
    vi.spyOn(window, "scrollTo").mockReturnValue();
  });

  afterEach(() => {
    cleanup();
    localStorage.clear();
    if (now) vi.clearAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    network.mockReset();
  });
}
