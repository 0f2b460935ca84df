import { firstPrices } from "#subjects/offers/rules/prices.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { freshState, type FunnelState } from "./answers.ts";
import { readFunnelState } from "./stored-state.ts";

const now = new Date("2025-10-15T10:00:00Z");
const newKey = "00000000-0000-4000-8000-000000000000";
const storedKey = "11111111-1111-4111-8111-111111111111";
const here = { offer: "secretariat", now, newKey, prices: firstPrices } as const;
const fresh = freshState("secretariat", { now, newKey });

const complete = {
  ...fresh,
  idempotencyKeys: { secretariat: storedKey },
  step: 5,
  email: "yann@menuiserie.example",
  firstName: "Yann",
  lastName: "Kerbrat",
  phone: "06 39 98 20 16",
  companyName: "D'Été & Fils <b>",
  businessType: "menuiserie",
  voice: "feminin",
  welcomeMessage: "Bonjour.",
  intention: "rdv",
  businessHours: ["24h"],
  callsPerMonth: 50,
  price: 597,
} satisfies FunnelState;

const read = (state: object | string) =>
  readFunnelState(typeof state === "string" ? state : JSON.stringify(state), here);

describe("Stored funnel state", () => {
  test("A complete state comes back as it was left", () => {
    expect(read(complete)).toEqual(complete);
  });

  test.each([
    ["nothing", ""],
    ["broken JSON", "{{{"],
    ["null", "null"],
    ["a number", "12"],
    ["a list", "[]"],
    ["a step beyond 5", '{"step":99}'],
    ["a step as text", '{"step":"2"}'],
    ["step 0", '{"step":0}'],
    ["no step", '{"email":"a@b.fr"}'],
    ["another version", '{"step":2,"version":2,"email":"a@b.fr"}'],
  ])("A state that holds %s gives a fresh funnel", (_, stored) => {
    expect(read(stored)).toEqual(fresh);
  });

  test("A first visit gives a fresh funnel", () => {
    expect(readFunnelState(null, here)).toEqual(fresh);
  });

  test("A state without the extra keys is tolerated", () => {
    const { version: _v, savedAt: _s, funnel: _f, idempotencyKeys: _i, intentionDetail: _d, ...specified } = complete;
    expect(read(specified)).toEqual({ ...complete, idempotencyKeys: { secretariat: newKey } });
  });

  test.each([
    ["29 days 23 hours", "2025-09-15T11:00:00Z", 5],
    ["30 days and a second", "2025-09-15T09:59:59Z", 1],
    ["three days ahead", "2025-10-18T10:00:00Z", 5],
    ["30 days ahead less an hour", "2025-11-14T09:00:00Z", 5],
    ["31 days ahead", "2025-11-15T11:00:00Z", 1],
    ["the year 9999", "9999-01-01T00:00:00Z", 1],
  ])("A state saved %s ago or ahead opens at the right step", (_, savedAt, step) => {
    expect(read({ ...complete, savedAt }).step).toBe(step);
  });

  test.each([
    ["no e-mail", { email: "" }, 1],
    ["an e-mail that is a number", { email: 42 }, 1],
    ["a name of spaces", { firstName: "   " }, 2],
    ["no voice", { voice: "robot" }, 3],
    ["no greeting", { welcomeMessage: null }, 3],
    ["an intention without its detail", { intention: "autres", knowledgeBaseText: "", knowledgeBaseOwnText: "" }, 3],
    ["unknown hours", { businessHours: ["midi"] }, 3],
    ["hours that are a text", { businessHours: "24h" }, 3],
    ["an address that is none", { knowledgeBaseUrl: "javascript:alert(1)" }, 3],
    ["nothing missing", {}, 5],
  ])("With %s the funnel opens at the first missing answer", (_, change, step) => {
    expect(read({ ...complete, ...change }).step).toBe(step);
  });

  test("One broken field takes no other with it", () => {
    expect(read({ ...complete, phone: {}, callsPerMonth: "lots" })).toMatchObject({
      step: 2,
      phone: "",
      callsPerMonth: 0,
      companyName: "D'Été & Fils <b>",
    });
  });

  test("A volume that is no position is kept, for the summary to have no payment link", () => {
    expect(read({ ...complete, callsPerMonth: 7 })).toMatchObject({ step: 5, callsPerMonth: 7 });
  });

  test("A password someone put in storage is not read", () => {
    expect(read({ ...complete, password: "secret" })).not.toHaveProperty("password");
  });

  test("Texts are cut at their longest length", () => {
    const state = read({ ...complete, firstName: "a".repeat(100_000), welcomeMessage: "b".repeat(100_000) });
    expect([state.firstName.length, state.welcomeMessage.length]).toEqual([300, 4000]);
  });

  test("A key that is no uuid is replaced", () => {
    expect(read({ ...complete, idempotencyKeys: { secretariat: "1; drop table" } }).idempotencyKeys).toEqual({
      secretariat: newKey,
    });
  });

  test("Another funnel keeps who the visitor is and resumes at step 3 at the latest", () => {
    expect(read({ ...complete, funnel: "marketing" })).toMatchObject({
      funnel: "secretariat",
      step: 3,
      email: complete.email,
      firstName: "Yann",
    });
  });

  test("Another funnel starts with its own volume, price, payment and refusal", () => {
    const left = {
      ...complete,
      volume: 50,
      paymentStartedAt: "2025-10-14T10:00:00.000Z",
      formErrors: { submission: "refused" },
    };
    const opened = readFunnelState(JSON.stringify(left), { ...here, offer: "suiviclient" });
    expect(opened).toMatchObject({
      funnel: "suiviclient",
      step: 3,
      volume: null,
      price: 350,
      paymentStartedAt: null,
      formErrors: {},
      idempotencyKeys: { secretariat: storedKey, suiviclient: newKey },
    });
    expect(readFunnelState(JSON.stringify(left), here)).toMatchObject({ volume: 50, formErrors: left.formErrors });
  });

  test("A write by a tab of another funnel brings its answers and keeps the step", () => {
    const shown = { ...complete, firstName: "", volume: 50 } satisfies FunnelState;
    const elsewhere = { ...complete, funnel: "marketing", step: 1, firstName: "Anna", volume: 5000 };
    expect(readFunnelState(JSON.stringify(elsewhere), { ...here, shown })).toMatchObject({
      funnel: "secretariat",
      step: 5,
      firstName: "Anna",
      volume: 50,
    });
  });

  test.each([
    ["marketing", { prospectsPerMonth: "1000-5000", currentClients: "20000+", marketingNeeds: "Relancer" }, 5],
    ["marketing", { prospectsPerMonth: "1", currentClients: "20000+", marketingNeeds: "Relancer" }, 3],
    ["marketing", { prospectsPerMonth: "0-500", currentClients: ["20000+"], marketingNeeds: "Relancer" }, 3],
    ["marketing", { prospectsPerMonth: "0-500", currentClients: "100-1000", marketingNeeds: " " }, 3],
    ["suiviclient", { clientFollowupGoals: "Garder le lien" }, 5],
    ["suiviclient", { clientFollowupGoals: "Garder le lien", voice: "robot", activeClientsPerMonth: "lots" }, 5],
    ["suiviclient", { clientFollowupGoals: 4 }, 3],
  ] as const)("Stored for %s, %o opens at step %i", (offer, answers, step) => {
    const stored = JSON.stringify({ ...complete, voice: "", funnel: offer, ...answers });
    expect(readFunnelState(stored, { ...here, offer }).step).toBe(step);
  });

  test("A price put in storage is not read", () => {
    expect(read({ ...complete, price: 1 }).price).toBe(597);
    expect(read({ ...complete, step: 2, price: 1 }).price).toBe(197);
  });

  test("A text composed without the extra keys is taken apart again", () => {
    const { intentionDetail: _d, knowledgeBaseOwnText: _o, ...old } = complete;
    expect(read({ ...old, intention: "autres", knowledgeBaseText: "Intention : trier\nTarifs : 40 €" })).toMatchObject({
      intentionDetail: "trier",
      knowledgeBaseOwnText: "Tarifs : 40 €",
      step: 5,
    });
  });

  test("Whatever is stored, the funnel opens", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(complete), "__proto__"), fc.jsonValue()),
        fc.integer({ min: -1, max: 7 }),
        (fields, step) => {
          const state = read({ ...fields, step });
          expect([1, 2, 3, 4, 5]).toContain(state.step);
          expect(state.idempotencyKeys.secretariat).toMatch(/^[0-9a-f-]{36}$/);
        },
      ),
    );
  });
});
