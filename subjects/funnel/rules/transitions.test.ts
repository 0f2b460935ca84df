import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { describe, expect, test } from "vitest";

import { freshState, type FunnelState } from "./answers.ts";
import { type FunnelAction, reduceFunnel } from "./transitions.ts";

const now = new Date("2025-10-15T10:00:00Z");
const fresh = freshState("secretariat", { now, newKey: "first-key" });

const followUp = freshState("suiviclient", { now, newKey: "first-key" });

const after = (state: FunnelState, ...actions: FunnelAction[]) =>
  actions.reduce(
    (current, action) => reduceFunnel(current, action, { now, newKey: "next-key", prices: firstPrices }),
    state,
  );

describe("Funnel transitions", () => {
  test("An answer takes away its own problem and no other", () => {
    const state = after(
      fresh,
      { type: "problemsFound", problems: { phone: "missing", firstName: "missing" } },
      { type: "answered", changes: { phone: "0" } },
    );
    expect(state.formErrors).toEqual({ firstName: "missing" });
  });

  test("Another e-mail takes another idempotency key; another spelling of it does not", () => {
    const known = { ...fresh, email: "yann@ex.fr" };
    expect(after(known, { type: "answered", changes: { email: " Yann@EX.fr " } }).idempotencyKeys).toEqual({
      secretariat: "first-key",
    });
    expect(after(known, { type: "answered", changes: { email: "anna@ex.fr" } }).idempotencyKeys).toEqual({
      secretariat: "next-key",
    });
  });

  test.each([
    [0, 97],
    [5, 97],
    [10, 197],
    [1000, 7997],
  ])("Entering step 3 with %i calls shows the price %i, never the initial one nor 0", (callsPerMonth, price) => {
    expect(fresh.price).toBe(197);
    expect(after({ ...fresh, callsPerMonth }, { type: "wentTo", step: 3 }).price).toBe(price);
  });

  test("The intention's detail and the optional text both reach the composed text; leaving 'autres' keeps the latter", () => {
    const both = after(fresh, {
      type: "answered",
      changes: { intention: "autres", intentionDetail: "trier", knowledgeBaseOwnText: "Tarifs" },
    });
    expect(both.knowledgeBaseText).toBe("Intention : trier\nTarifs");
    expect(after(both, { type: "answered", changes: { intention: "rdv" } }).knowledgeBaseText).toBe("Tarifs");
  });

  test("A profile fills what is empty and replaces nothing", () => {
    const state = after(
      { ...fresh, firstName: "Yann", callsPerMonth: 50 },
      {
        type: "recognised",
        email: "yann@ex.fr",
        profile: { firstName: "Jean", lastName: "Kerbrat", callsPerMonth: 5, businessHours: ["24h"] },
      },
    );
    expect(state).toMatchObject({ firstName: "Yann", lastName: "Kerbrat", callsPerMonth: 50, businessHours: ["24h"] });
  });

  test("A profile with nothing new changes nothing at all", () => {
    const state = { ...fresh, email: "yann@ex.fr", firstName: "Yann" };
    expect(after(state, { type: "recognised", email: "yann@ex.fr", profile: { firstName: "Jean" } })).toBe(state);
  });

  test.each([
    [75, 100],
    [7, 5],
    [1_000_000, 1000],
  ])("A volume of %i asked in the address falls to the tier %i", (callsPerDay, tier) => {
    expect(after(fresh, { type: "volumeAsked", volume: callsPerDay })).toMatchObject({
      callsPerMonth: tier,
      volume: tier,
    });
  });

  test("Another volume after the answers were sent asks for step 3 again", () => {
    const summary = { ...fresh, step: 5, callsPerMonth: 50 } satisfies FunnelState;
    expect(after(summary, { type: "volumeAsked", volume: 100 }).step).toBe(3);
    expect(after(summary, { type: "volumeAsked", volume: 50 }).step).toBe(5);
  });

  test.each([
    [1000, 1000, "1000-5000"],
    [2000, 2000, "1000-5000"],
    [3000, 2000, "1000-5000"],
    [5000, 5000, "5000-20000"],
    [15_000, 20_000, "20000+"],
    [20_000, 20_000, "20000+"],
    [1, 1000, "1000-5000"],
  ])("Marketing: %i contacts fall to %i and choose the range %s", (asked, volume, prospectsPerMonth) => {
    const marketing = freshState("marketing", { now, newKey: "first-key" });
    expect(after(marketing, { type: "volumeAsked", volume: asked })).toMatchObject({ volume, prospectsPerMonth });
  });

  test.each([
    [1, 50],
    [75, 100],
    [150, 200],
    [350, 500],
    [9999, 500],
  ])("Follow-up: %i clients fall to the tier %i, ties upwards", (asked, tier) => {
    expect(after(followUp, { type: "volumeAsked", volume: asked })).toMatchObject({
      volume: tier,
      activeClientsPerMonth: tier,
    });
  });

  test.each([
    ["suiviclient", {}, 350],
    ["suiviclient", { activeClientsPerMonth: 500 }, 1290],
    ["marketing", {}, 0.3],
    ["marketing", { volume: 5000, prospectsPerMonth: "5000-20000" }, 0.3],
  ] as const)("Entering step 3 of %s with %o stores the price %d", (offer, answers, price) => {
    const state = { ...freshState(offer, { now, newKey: "first-key" }), ...answers };
    expect(after(state, { type: "wentTo", step: 3 }).price).toBe(price);
  });

  test("The follow-up's price follows its slider", () => {
    const step3 = after(followUp, { type: "wentTo", step: 3 });
    expect(after(step3, { type: "answered", changes: { activeClientsPerMonth: 200 } }).price).toBe(790);
  });

  test("A profile's number of clients replaces the default, never one that was chosen here", () => {
    const profile = { activeClientsPerMonth: 200 };
    const recognised = { type: "recognised", email: "yann@ex.fr", profile } as const;
    expect(after(followUp, recognised).activeClientsPerMonth).toBe(200);
    const moved = { type: "answered", changes: { activeClientsPerMonth: 50 } } as const;
    expect(after(followUp, moved, recognised).activeClientsPerMonth).toBe(50);
    expect(after(followUp, { type: "volumeAsked", volume: 50 }, recognised).activeClientsPerMonth).toBe(50);
  });

  test("A refusal stays until the answers are worked on again", () => {
    const refused = after({ ...fresh, step: 5 }, { type: "submissionRefused" });
    expect(refused.formErrors).toEqual({ submission: "refused" });
    expect(after(refused, { type: "wentTo", step: 3 }).formErrors).toEqual({});
  });
});
