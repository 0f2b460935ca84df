// @vitest-environment happy-dom
import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { afterEach, describe, expect, test, vi } from "vitest";

import { createFunnelStore } from "./funnel-store.ts";

const stored = () => JSON.parse(localStorage.getItem("funnel_state") ?? "null") as Record<string, unknown> | null;

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe("Funnel store", () => {
  test("Opening a funnel writes nothing", () => {
    createFunnelStore("secretariat", firstPrices).getState();
    expect(stored()).toBeNull();
  });

  test("Every change is written, dated, with all the specified keys and no password", () => {
    const store = createFunnelStore("secretariat", firstPrices);
    store.change({ type: "answered", changes: { email: "y" } });
    const specified =
      "step voice email firstName lastName phone companyName businessType welcomeMessage knowledgeBaseUrl " +
      "knowledgeBaseText intention callsPerMonth businessHours activeClientsPerMonth clientFollowupGoals " +
      "prospectsPerMonth currentClients marketingNeeds price formErrors";
    expect(Object.keys(stored() ?? {})).toEqual(expect.arrayContaining(specified.split(" ")));
    expect(stored()).toMatchObject({ email: "y", callsPerMonth: 0, activeClientsPerMonth: 50, price: 197, step: 1 });
    expect(stored()).not.toHaveProperty("password");
  });

  test("What one visit stored, the next one finds", () => {
    createFunnelStore("secretariat", firstPrices).change({ type: "answered", changes: { email: "yann@ex.fr" } });
    expect(createFunnelStore("secretariat", firstPrices).getState().email).toBe("yann@ex.fr");
  });

  test("Another tab's change is taken over and not written again", () => {
    const store = createFunnelStore("secretariat", firstPrices);
    const seen = vi.fn<() => void>();
    const stop = store.subscribe(seen);
    store.change({ type: "answered", changes: { email: "a@ex.fr" } });

    const other = JSON.stringify({ ...stored(), email: "b@ex.fr" });
    localStorage.setItem("funnel_state", other);
    dispatchEvent(Object.assign(new Event("storage"), { key: "funnel_state" }));
    expect(store.getState().email).toBe("b@ex.fr");
    expect(seen).toHaveBeenCalledTimes(2);
    expect(localStorage.getItem("funnel_state")).toBe(other);
    stop();
  });

  test("Where nothing can be stored the funnel lives in memory", () => {
    const refuse = () => {
      throw new DOMException("refused", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
    const store = createFunnelStore("secretariat", firstPrices);
    store.change({ type: "answered", changes: { email: "yann@ex.fr" } });
    store.change({ type: "wentTo", step: 2 });
    expect(store.getState()).toMatchObject({ email: "yann@ex.fr", step: 2 });
    store.clear();
    expect(store.getState().step).toBe(1);
    vi.unstubAllGlobals();
  });
});
