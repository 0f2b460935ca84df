import { describe, expect, test } from "vitest";

import { freshState, type FunnelState } from "#subjects/funnel/rules/answers.ts";

import { createLeadParameters, leadSubmission } from "./submission.ts";

const now = new Date("2025-10-15T10:00:00Z");
const state: FunnelState = {
  ...freshState("secretariat", { now, newKey: "key" }),
  email: "yann@ex.fr",
  firstName: "Yann",
  lastName: "Kerbrat",
  phone: "06 39 98 20 16",
  companyName: "D'Été & Fils <b>",
  businessType: "menuiserie",
  callConsent: true,
  reminderConsent: true,
  welcomeMessage: "Bonjour",
  knowledgeBaseText: "Intention : trier\nTarifs",
  intention: "autres",
  businessHours: ["autres", "8h, 12h"],
  voice: "feminin",
};
const consentTexts = { calls: "J'accepte d'être appelé(e).", reminder: "J’accepte un rappel." };
const submission = leadSubmission(state, { now, registrationPath: "/inscription-secretariat", consentTexts });

describe("Submission of the secretariat", () => {
  test("The payload has exactly the specified keys", () => {
    expect(submission.payload).toEqual({
      email: "yann@ex.fr",
      firstName: "Yann",
      lastName: "Kerbrat",
      phone: "06 39 98 20 16",
      companyName: "D'Été & Fils <b>",
      businessType: "menuiserie",
      welcomeMessage: "Bonjour",
      knowledgeBaseUrl: "",
      knowledgeBaseText: "Intention : trier\nTarifs",
      intention: "autres",
      callsPerMonth: 5,
      businessHours: "autres,8h, 12h",
      voice: "feminin",
    });
  });

  test("The procedure gets its 19 parameters, empty where nothing was asked, and our extras", () => {
    const parameters = createLeadParameters(submission);
    expect(parameters).toEqual({
      email_param: "yann@ex.fr",
      funnel_origin_param: "secretariat",
      first_name_param: "Yann",
      last_name_param: "Kerbrat",
      phone_param: "06 39 98 20 16",
      company_name_param: "D'Été & Fils <b>",
      business_type_param: "menuiserie",
      registration_path_param: "/inscription-secretariat",
      welcome_message_param: "Bonjour",
      knowledge_base_url_param: "",
      knowledge_base_text_param: "Intention : trier\nTarifs",
      intention_param: "autres",
      calls_per_month_param: 5,
      business_hours_param: ["autres,8h, 12h"],
      voice_param: "feminin",
      prospects_per_month_param: "",
      current_clients_param: "",
      marketing_needs_param: "",
      active_clients_per_month_param: "",
      idempotency_key_param: "key",
      consents_param: {
        calls: {
          granted: true,
          at: "2025-10-15T10:00:00.000Z",
          version: "2025-06-25",
          form: "secretariat",
          text: consentTexts.calls,
        },
        reminder: {
          granted: true,
          at: "2025-10-15T10:00:00.000Z",
          version: "2026-11-23",
          form: "secretariat",
          text: consentTexts.reminder,
        },
      },
    });
  });
});

/** Answers of the other funnels too: they share one state. */
const everything: FunnelState = {
  ...state,
  idempotencyKeys: { secretariat: "key", marketing: "key-m", suiviclient: "key-s" },
  prospectsPerMonth: "1000-5000",
  currentClients: "100-1000",
  marketingNeeds: "Relancer",
  activeClientsPerMonth: 200,
  clientFollowupGoals: "Garder le lien",
};
const contact = {
  email: "yann@ex.fr",
  firstName: "Yann",
  lastName: "Kerbrat",
  phone: "06 39 98 20 16",
  companyName: "D'Été & Fils <b>",
  businessType: "menuiserie",
};

describe("Submission of marketing", () => {
  const marketing = leadSubmission(
    { ...everything, funnel: "marketing", voice: "" },
    { now, registrationPath: "/inscription-marketing", consentTexts },
  );

  test("The payload has exactly the specified keys, an empty voice included, and its own key", () => {
    expect(marketing.payload).toEqual({
      ...contact,
      voice: "",
      prospectsPerMonth: "1000-5000",
      currentClients: "100-1000",
      marketingNeeds: "Relancer",
      contactsPerMonth: 0,
    });
    expect(marketing).toMatchObject({ idempotencyKey: "key-m", consents: { calls: { form: "marketing" } } });
  });

  test("The procedure gets nothing of the other funnels", () => {
    expect(createLeadParameters(marketing)).toMatchObject({
      funnel_origin_param: "marketing",
      registration_path_param: "/inscription-marketing",
      voice_param: "",
      prospects_per_month_param: "1000-5000",
      current_clients_param: "100-1000",
      marketing_needs_param: "Relancer",
      welcome_message_param: "",
      intention_param: "",
      calls_per_month_param: "",
      business_hours_param: [""],
      active_clients_per_month_param: "",
    });
    expect(createLeadParameters(marketing)).not.toHaveProperty("client_followup_goals_param");
  });
});

describe("Submission of the follow-up", () => {
  const followUp = leadSubmission(
    { ...everything, funnel: "suiviclient" },
    { now, registrationPath: "/inscription-suiviclient", consentTexts },
  );

  test("The payload has exactly the specified keys, the number of clients as text", () => {
    expect(followUp.payload).toEqual({
      ...contact,
      voice: "feminin",
      activeClientsPerMonth: "200",
      clientFollowupGoals: "Garder le lien",
      audience: "",
    });
  });

  test("The procedure gets it as text too, and the goals in the optional parameter", () => {
    expect(createLeadParameters(followUp)).toMatchObject({
      funnel_origin_param: "suiviclient",
      active_clients_per_month_param: "200",
      client_followup_goals_param: "Garder le lien",
      prospects_per_month_param: "",
      calls_per_month_param: "",
      business_hours_param: [""],
    });
  });
});

test("The company of the register goes with each offer once it was chosen", () => {
  const company = { companySiren: "732829320", companyLegalName: "KERBRAT SARL", companyAddress: "29200 Brest" };
  for (const funnel of ["secretariat", "marketing", "suiviclient"] as const) {
    const submission = leadSubmission(
      { ...everything, ...company, funnel },
      { now, registrationPath: `/inscription-${funnel}`, consentTexts },
    );
    expect(submission.payload).toMatchObject(company);
    expect(createLeadParameters(submission)).toMatchObject({
      company_siren_param: "732829320",
      company_legal_name_param: "KERBRAT SARL",
      company_address_param: "29200 Brest",
    });
  }
});
