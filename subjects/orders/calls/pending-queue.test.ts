// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";

import type { LeadSubmission } from "#subjects/leads/rules/submission.ts";

import { enqueue, readQueue } from "./pending-queue.ts";

beforeEach(() => localStorage.clear());

const submission: LeadSubmission = {
  funnel: "marketing",
  payload: {
    email: "malik@formalys.example",
    firstName: "Malik",
    lastName: "Benali",
    phone: "06 39 98 12 85",
    companyName: "Formalys",
    businessType: "formation",
    voice: "",
    prospectsPerMonth: "0-500",
    currentClients: "100-1000",
    marketingNeeds: "Relancer",
  },
  idempotencyKey: "7d444840-9dc0-4ad1-b245-5ffdce74fad2",
  consents: {
    calls: { granted: true, at: "2025-10-15", version: "2025-06-25", form: "marketing", text: "J'accepte." },
  },
  registrationPath: "/inscription-marketing",
};

test("Where a lead came from waits with its answers", () => {
  const attribution = { first: { utm_source: "lettre" }, last: { utm_source: "annonce" } };
  enqueue({ ...submission, attribution }, null);
  expect(readQueue()[0]?.submission).toMatchObject({ attribution });
});

test.each([undefined, 7, { first: "x" }])("An origin that reads %j keeps no answers from leaving", (attribution) => {
  enqueue({ ...submission, attribution: attribution as LeadSubmission["attribution"] }, null);
  expect(readQueue()).toHaveLength(1);
});

test("Answers kept before a question was added leave without it; without a specified one they are unreadable", () => {
  const { prospectsPerMonth: _, currentClients: _clients, marketingNeeds: _needs, ...person } = submission.payload;
  const keep = (payload: Record<string, string>) =>
    enqueue({ ...submission, funnel: "suiviclient", payload: payload as LeadSubmission["payload"] }, null);
  keep({ ...(person as Record<string, string>), activeClientsPerMonth: "50" });
  expect(readQueue()[0]?.submission).toMatchObject({
    payload: { activeClientsPerMonth: "50", clientFollowupGoals: "" },
  });
  keep({ ...(person as Record<string, string>), clientFollowupGoals: "Garder le lien" });
  expect(readQueue()).toEqual([]);
});
