import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { describe, expect, test } from "vitest";

import { freshState, type FunnelState } from "./answers.ts";
import { resumePayloadOf, isContained, replaceAnswers, stateOfResumePayload } from "./resume-payload.ts";
import { readFunnelState } from "./stored-state.ts";
import { reduceFunnel } from "./transitions.ts";

const now = new Date("2025-10-15T10:00:00Z");
const [key, newKey] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const fresh = freshState("secretariat", { now, newKey: key });
const complete: FunnelState = {
  ...fresh,
  step: 5,
  email: "yann@menuiserie.example",
  firstName: "Yann",
  lastName: "Kerbrat",
  phone: "06 39 98 20 16",
  companyName: "Menuiserie Kerbrat",
  businessType: "menuiserie",
  callConsent: true,
  voice: "feminin",
  welcomeMessage: "Bonjour.",
  intention: "autres",
  intentionDetail: "trier",
  knowledgeBaseOwnText: "Tarifs",
  knowledgeBaseText: "Intention : trier\nTarifs",
  businessHours: ["24h"],
  callsPerMonth: 50,
  volume: 50,
  marketingNeeds: "Relancer",
  paymentStartedAt: "2025-10-14T10:00:00.000Z",
};

const prices = firstPrices;
const reopen = (state: object) => readFunnelState(JSON.stringify(state), { offer: "secretariat", now, newKey, prices });

describe("What a resume link carries", () => {
  test("An untouched funnel gives an empty payload", () => {
    expect(resumePayloadOf(fresh)).toEqual({});
  });

  test("The answers to the funnel's own questions: no consent, no price, no key, nothing of another funnel", () => {
    const carried = resumePayloadOf(complete);
    const { firstName, welcomeMessage, intentionDetail, volume } = complete;
    expect(carried).toMatchObject({ firstName, welcomeMessage, intentionDetail, volume });
    for (const field of ["callConsent", "price", "idempotencyKeys", "marketingNeeds", "paymentStartedAt", "step"]) {
      expect(carried).not.toHaveProperty(field);
    }
  });

  test("What was carried is read like what is stored, and opens at step 3 with everything answered", () => {
    const opened = reopen(stateOfResumePayload("secretariat", resumePayloadOf(complete)));
    expect(opened).toMatchObject({ step: 3, knowledgeBaseText: complete.knowledgeBaseText, price: 597 });
    expect(resumePayloadOf(opened)).toEqual(resumePayloadOf(complete));
  });

  test("Answers are contained in themselves and in more, not in others", () => {
    const carried = resumePayloadOf(complete);
    expect(isContained({}, carried)).toBe(true);
    expect(isContained(carried, carried)).toBe(true);
    expect(isContained({ businessHours: ["24h"] }, carried)).toBe(true);
    expect(isContained({ businessHours: ["24h", "x"] }, carried)).toBe(false);
    expect(isContained(carried, { ...carried, phone: "07" })).toBe(false);
  });
});

describe("A link that takes the place of answers", () => {
  const mailed = {
    email: "yann@menuiserie.example",
    firstName: "Yann",
    lastName: "Kerbrat",
    phone: "06",
    companyName: "K",
    businessType: "m",
  };
  const resume = (state: FunnelState, answers: Parameters<typeof replaceAnswers>[1]) =>
    reduceFunnel(state, { type: "resumed", answers }, { now, newKey, prices });

  test("Empties what it does not carry, keeps another funnel's answers, and opens at the first missing one", () => {
    expect(resume(complete, mailed)).toMatchObject({
      ...mailed,
      step: 3,
      welcomeMessage: "",
      knowledgeBaseText: "",
      volume: null,
      marketingNeeds: "Relancer",
      paymentStartedAt: null,
      callConsent: true,
      idempotencyKeys: { secretariat: key },
    });
    expect(resume(complete, { email: mailed.email }).step).toBe(2);
    expect(resume(complete, {}).step).toBe(1);
  });

  test("Answers of another person carry no consent over and are another submission", () => {
    expect(resume(complete, { ...mailed, email: "anna@menuiserie.example" })).toMatchObject({
      callConsent: false,
      idempotencyKeys: { secretariat: newKey },
    });
  });
});
