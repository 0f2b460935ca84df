import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { describe, expect, test } from "vitest";

import { readAccount, readCredentials, readPersonalAnswers } from "./account.ts";
import { emptyAnswers, type FunnelAnswers } from "./answers.ts";
import { businessHoursOfProcedure, joinBusinessHours, splitBusinessHours } from "./business-hours.ts";
import { readFollowUpConfiguration, shownActiveClients } from "./follow-up-configuration.ts";
import { announcesArtificialIntelligence } from "./greeting.ts";
import { composeKnowledgeBaseText, splitKnowledgeBaseText } from "./knowledge-base-text.ts";
import { chosenContacts, readMarketingConfiguration } from "./marketing-configuration.ts";
import { prospectsRangeOf } from "#subjects/offers/rules/marketing/prospects-ranges.ts";
import { shownPriceInEuros } from "./offer-rules.ts";
import { answersOfProfile } from "./profile-answers.ts";
import { readSecretariatConfiguration, shownCallsPerDay } from "./secretariat-configuration.ts";

describe("Step 1", () => {
  test.each([
    ["", "missing"],
    ["   ", "missing"],
    ["abc", "malformed"],
    ["@ex.fr", "malformed"],
    ["yann@", "malformed"],
    ["ya nn@ex.fr", "malformed"],
    ["ya\u0001nn@ex.fr", "malformed"],
    ["yann@ex.fr\u007f", "malformed"],
    [`${"a".repeat(300)}@ex.fr`, "tooLong"],
  ])("The e-mail %j is refused as %s", (email, problem) => {
    expect(readAccount({ email })).toEqual({ ok: false, problem: { email: problem } });
  });

  test.each(["a@b", " yann@ex.fr ", "a+b@ex.fr", "été@exemple.fr", '"x"@ex.fr'])(
    "The e-mail %j is taken, trimmed",
    (email) => {
      expect(readAccount({ email })).toEqual({ ok: true, value: { email: email.trim() } });
    },
  );

  test("Signing in asks a password and leaves it as typed", () => {
    expect(readCredentials({ email: "a@b", password: "" })).toEqual({ ok: false, problem: { password: "missing" } });
    expect(readCredentials({ email: "a@b", password: " x " })).toMatchObject({ value: { password: " x " } });
  });
});

describe("Step 2", () => {
  const answers = {
    firstName: "É",
    lastName: "O'Neil",
    phone: "rien",
    companyName: "D'Été & Fils <b>",
    businessType: "«»",
  };

  test.each(Object.keys(answers))("An empty %s or one of spaces is missing", (field) => {
    for (const value of ["", " \u00a0\t"]) {
      expect(readPersonalAnswers({ ...answers, [field]: value })).toEqual({
        ok: false,
        problem: { [field]: "missing" },
      });
    }
  });

  test("Every character is kept, ends are trimmed, and no phone is refused", () => {
    expect(readPersonalAnswers({ ...answers, firstName: "  É " })).toEqual({ ok: true, value: answers });
  });
});

describe("Secretariat configuration", () => {
  const answers: FunnelAnswers = {
    ...emptyAnswers,
    voice: "masculin",
    welcomeMessage: "Bonjour.",
    intention: "informer",
    businessHours: ["9h-17h"],
  };

  test("Untouched, every required answer is missing and the optional ones are not", () => {
    expect(readSecretariatConfiguration(emptyAnswers)).toEqual({
      ok: false,
      problem: { voice: "missing", welcomeMessage: "missing", intention: "missing", hours: "missing" },
    });
  });

  test("An untouched slider is submitted as it shows: the first stop", () => {
    expect(readSecretariatConfiguration(answers)).toMatchObject({ ok: true, value: { callsPerMonth: 5 } });
  });

  test("'autres' asks for its detail, in both questions", () => {
    expect(readSecretariatConfiguration({ ...answers, intention: "autres", businessHours: ["autres"] })).toEqual({
      ok: false,
      problem: { intentionDetail: "missing", hoursDetail: "missing" },
    });
    expect(readSecretariatConfiguration({ ...answers, businessHours: ["autres", " 8h, puis 14h "] })).toMatchObject({
      ok: true,
      value: { businessHours: ["autres", "8h, puis 14h"] },
    });
  });

  test.each(["abc", "menuiserie kerbrat", "www.ex.fr", "javascript:alert(1)", "https://", "ftp://ex.fr"])(
    "The address %j is refused",
    (knowledgeBaseUrl) => {
      expect(readSecretariatConfiguration({ ...answers, knowledgeBaseUrl })).toEqual({
        ok: false,
        problem: { knowledgeBaseUrl: "malformed" },
      });
    },
  );

  test.each(["", "https://ex.fr", " HTTP://EX.fr/a?b=c#d "])("The address %j is taken", (knowledgeBaseUrl) => {
    expect(readSecretariatConfiguration({ ...answers, knowledgeBaseUrl }).ok).toBe(true);
  });

  test.each([
    [0, 5],
    [7, 5],
    [75, 100],
    [5000, 1000],
  ])("The slider shows %i calls as the stop %i", (stored, shown) => {
    expect(shownCallsPerDay(stored)).toBe(shown);
  });
});

describe("Marketing configuration", () => {
  const answers: FunnelAnswers = {
    ...emptyAnswers,
    prospectsPerMonth: "0-500",
    currentClients: "20000+",
    marketingNeeds: " Relancer ",
  };

  test("Untouched, the three answers are missing and the voice is not", () => {
    expect(readMarketingConfiguration(emptyAnswers)).toEqual({
      ok: false,
      problem: { prospectsPerMonth: "missing", currentClients: "missing", marketingNeeds: "missing" },
    });
  });

  test("Complete, it is taken with its ends trimmed, with or without a voice", () => {
    expect(readMarketingConfiguration(answers)).toMatchObject({
      ok: true,
      value: { marketingNeeds: "Relancer", voice: "" },
    });
    expect(readMarketingConfiguration({ ...answers, voice: "masculin" }).ok).toBe(true);
    expect(readMarketingConfiguration({ ...answers, marketingNeeds: "x".repeat(4001) })).toEqual({
      ok: false,
      problem: { marketingNeeds: "tooLong" },
    });
  });

  test.each([
    [0, "0-500"],
    [499, "0-500"],
    [500, "500-1000"],
    [1000, "1000-5000"],
    [5000, "5000-20000"],
    [10_000, "5000-20000"],
    [20_000, "20000+"],
    [1_000_000, "20000+"],
  ])("%i contacts are in the range %s", (contacts, range) => {
    expect(prospectsRangeOf(contacts)).toBe(range);
  });

  test.each([
    [5000, "5000-20000", 5000],
    [10_000, "5000-20000", 10_000],
    [5000, "1000-5000", 5000],
    [2000, "1000-5000", 2000],
    [1000, "5000-20000", 5000],
    [5000, "", undefined],
    [7, "0-500", 1000],
    [0, "500-1000", 1000],
    [0, "1000-5000", 1000],
    [0, "5000-20000", 5000],
    [0, "20000+", 20_000],
  ] as const)("The volume %s with the range %j sells %s", (contactsPerMonth, prospectsPerMonth, contacts) => {
    expect(chosenContacts({ contactsPerMonth, prospectsPerMonth })).toBe(contacts);
  });
});

describe("Follow-up configuration", () => {
  test("Untouched, only the goals are missing", () => {
    expect(readFollowUpConfiguration(emptyAnswers)).toEqual({
      ok: false,
      problem: { clientFollowupGoals: "missing" },
    });
  });

  test.each([
    [0, 50],
    [7, 50],
    [75, 100],
    [200, 200],
    [5000, 500],
  ])("The slider shows %i clients as the stop %i, and submits that", (stored, shown) => {
    expect(shownActiveClients(stored)).toBe(shown);
    const answers = { ...emptyAnswers, clientFollowupGoals: "Garder le lien", activeClientsPerMonth: stored };
    expect(readFollowUpConfiguration(answers)).toMatchObject({ value: { activeClientsPerMonth: shown } });
  });
});

describe("Prices", () => {
  test.each([
    ["secretariat", {}, 97],
    ["secretariat", { callsPerMonth: 1000 }, 7997],
    ["suiviclient", {}, 350],
    ["suiviclient", { activeClientsPerMonth: 100 }, 490],
    ["suiviclient", { activeClientsPerMonth: 200 }, 790],
    ["suiviclient", { activeClientsPerMonth: 500 }, 1290],
    ["marketing", {}, 0.3],
  ] as const)("%s with %o is shown at %d €", (offer, answers, price) => {
    expect(shownPriceInEuros(offer, { ...emptyAnswers, ...answers }, firstPrices)).toBe(price);
  });
});

describe("Greeting", () => {
  test.each([
    "Je suis une IA.",
    "je suis l’ia du cabinet",
    "une Intelligence  artificielle",
    "Je suis l'assistant vocal",
    "l’assistante virtuelle de l’atelier",
    "assistant virtuel",
  ])("%j says what callers speak with", (greeting) => {
    expect(announcesArtificialIntelligence(greeting)).toBe(true);
  });

  test.each(["Bonjour, menuiserie Kerbrat.", "Ici Maria, de la piafferie IAN", "Je suis l’assistante.", "MIA"])(
    "%j does not",
    (greeting) => {
      expect(announcesArtificialIntelligence(greeting)).toBe(false);
    },
  );
});

describe("Business hours", () => {
  test.each([
    [["24h"], "24h"],
    [["autres", "8h-12h"], "autres,8h-12h"],
    [["autres", "8h, 12h, 14h"], "autres,8h, 12h, 14h"],
    [["autres", "24h"], "autres,24h"],
    [[], ""],
  ])("%j travels as %j and comes back the same", (list, joined) => {
    expect(joinBusinessHours(list)).toBe(joined);
    expect(splitBusinessHours(joined)).toEqual(list);
    expect(businessHoursOfProcedure(joined)).toEqual([joined]);
  });

  test("A comma without 'autres' before it separates nothing", () => {
    expect(splitBusinessHours("lundi, mardi")).toEqual(["lundi, mardi"]);
  });
});

describe("Knowledge base text", () => {
  test.each([
    [{ intention: "autres", intentionDetail: "trier", knowledgeBaseOwnText: "" }, "trier"],
    [{ intention: "autres", intentionDetail: "trier", knowledgeBaseOwnText: "a\nb" }, "Intention : trier\na\nb"],
    [{ intention: "rdv", intentionDetail: "", knowledgeBaseOwnText: "a" }, "a"],
  ] as const)("%j is %j, there and back", ({ intention, ...parts }, text) => {
    expect(composeKnowledgeBaseText({ intention, ...parts })).toBe(text);
    expect(splitKnowledgeBaseText(text, intention)).toEqual(parts);
  });
});

describe("Profile", () => {
  test("A stored profile reads as answers", () => {
    const row = {
      first_name: "Yann",
      phone: null,
      voice: "masculin",
      intention: "autres",
      knowledge_base_text: "Intention : trier\nTarifs",
      business_hours: ["autres,8h, 12h"],
      calls_per_month: 50,
    };
    expect(answersOfProfile(row)).toMatchObject({
      firstName: "Yann",
      phone: "",
      voice: "masculin",
      intentionDetail: "trier",
      knowledgeBaseOwnText: "Tarifs",
      businessHours: ["autres", "8h, 12h"],
      callsPerMonth: 50,
    });
  });

  test("The answers of the other funnels come back too; a number of clients falls to its tier", () => {
    const row = {
      prospects_per_month: "1000-5000",
      current_clients: "2",
      marketing_needs: "Relancer",
      active_clients_per_month: 120,
      client_followup_goals: "Garder le lien",
    };
    expect(answersOfProfile(row)).toMatchObject({
      prospectsPerMonth: "1000-5000",
      currentClients: "",
      marketingNeeds: "Relancer",
      activeClientsPerMonth: 100,
      clientFollowupGoals: "Garder le lien",
    });
    expect(answersOfProfile({}).activeClientsPerMonth).toBe(50);
  });

  test("Missing calls read as 5; unexpected columns read as not answered", () => {
    expect(answersOfProfile({ voice: "robot", business_hours: "x", first_name: 3 })).toMatchObject({
      callsPerMonth: 5,
      voice: "",
      businessHours: [],
      firstName: "",
    });
    expect(answersOfProfile("nothing")).toEqual({});
  });
});
