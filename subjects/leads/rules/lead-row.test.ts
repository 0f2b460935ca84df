import { describe, expect, test } from "vitest";

import { type LeadRow, nameOfLead, readLeadRow, readNewerAnswers, readWebAddress } from "./lead-row.ts";

function row(columns: Record<string, unknown>): LeadRow {
  const lead = readLeadRow(columns);
  if (!lead) throw new Error("This row should be readable.");
  return lead;
}

describe("A row of the dashboard view", () => {
  test("is read by name, with calls per day under their misleading column", () => {
    const lead = row({
      lead_id: "a",
      user_profile_id: "b",
      user_id: null,
      funnel_origin: "secretariat",
      lead_status: "to_contact",
      payment_status: true,
      calls_per_month: 50,
      business_hours: ["autres", "8h-12h"],
    });
    expect(lead).toMatchObject({ leadId: "a", profileId: "b", userId: null, origin: "secretariat", isPaid: true });
    expect(lead).toMatchObject({ callsPerDay: 50, businessHours: ["autres", "8h-12h"], status: "to_contact" });
  });

  test("tolerates absent, unknown and badly typed fields", () => {
    const lead = row({ funnel_origin: "?", lead_status: 3, payment_status: "true", phone: 33, objectives: "meetings" });
    expect(lead).toMatchObject({ leadId: null, origin: null, status: null, isPaid: false, phone: "33" });
    expect(lead.objectives).toEqual(["meetings"]);
    expect(row({ business_hours: null, calls_per_month: "12.5", extra: {} })).toMatchObject({
      businessHours: [],
      callsPerDay: null,
    });
  });

  test("reads texts without the marks that would turn what is shown beside them", () => {
    expect(
      row({ company_name: "Rabbit\u202e SARL", business_type: "\u2067menuiserie", first_name: "\u202e" }),
    ).toMatchObject({
      companyName: "Rabbit SARL",
      businessType: "menuiserie",
      firstName: null,
    });
  });

  test("reads empty texts and blanks as no value", () => {
    expect(row({ first_name: "", email: "  ", business_hours: ["", "24h"] })).toMatchObject({
      firstName: null,
      email: null,
      businessHours: ["24h"],
    });
  });

  test.each([null, undefined, "row", 4, []])("is refused when it is %j", (value) => {
    expect(readLeadRow(value)).toBeUndefined();
  });
});

describe("The name of a lead", () => {
  test.each([
    [{ first_name: "Hélène", last_name: "Ravel", company_name: "Ravel" }, "Hélène Ravel"],
    [{ last_name: "Ravel" }, "Ravel"],
    [{ company_name: "Ravel", email: "h@ravel.example" }, "Ravel"],
    [{ email: "h@ravel.example" }, "h@ravel.example"],
    [{}, null],
  ])("of %j is %j", (columns, name) => {
    expect(nameOfLead(row(columns))).toBe(name);
  });
});

describe("Texts that share a column", () => {
  test("come apart as the view says", () => {
    const lead = row({
      intention: "autres",
      intention_detail: "Trier",
      knowledge_base_text: "Intention : Trier\nFermé",
      knowledge_base_own_text: "Fermé",
    });
    expect(lead).toMatchObject({ intentionDetail: "Trier", knowledgeBaseText: "Fermé" });
  });

  test("do not show the intention twice when there is no text of its own", () => {
    const lead = row({ intention_detail: "Trier", knowledge_base_text: "Trier", knowledge_base_own_text: null });
    expect(lead).toMatchObject({ intentionDetail: "Trier", knowledgeBaseText: null });
  });

  test("stay whole when the row does not take them apart", () => {
    expect(row({ knowledge_base_text: "Fermé" }).knowledgeBaseText).toBe("Fermé");
  });
});

describe("Newer answers", () => {
  const lead = row({ lead_id: "a", lead_status: "client", phone: "1", voice: "feminin" });

  test("take the place of the lead's own, and of nothing else", () => {
    expect(readNewerAnswers(lead, { phone: "2", voice: "masculin", lead_status: "inactive" })).toMatchObject({
      leadId: "a",
      status: "client",
      phone: "2",
      voice: "masculin",
    });
  });

  test.each([
    [{ from_another_device: true }, true],
    [{ from_another_device: false }, false],
    [{}, false],
  ])("say whether another device sent them: %j", (value, expected) => {
    expect(readNewerAnswers(lead, value)?.isFromAnotherDevice).toBe(expected);
  });

  test.each([null, undefined, "x", []])("are none when the answer is %j", (value) => {
    expect(readNewerAnswers(lead, value)).toBeUndefined();
  });
});

describe("A knowledge address", () => {
  test.each(["javascript:alert(1)", "data:text/html,x", "ftp://a.example", "patisserie.example", "//a.example", ""])(
    "such as %j is no link",
    (typed) => {
      expect(readWebAddress(typed)).toBeNull();
    },
  );

  test("on http or https is a link", () => {
    expect(readWebAddress("https://a.example/x?y")?.href).toBe("https://a.example/x?y");
    expect(readWebAddress("HTTP://a.example")?.href).toBe("http://a.example/");
  });
});
