import { describe, expect, test } from "vitest";

import { type CustomerOrder, isComplete, orderPaymentLink, readCustomerOrders } from "./customer-order.ts";

const lead = { id: "lead-1", funnel_origin: "secretariat", lead_status: "to_contact", payment_status: false };
const answered = { ...lead, welcome_message: "Bonjour.", calls_per_month: 50 };

function orderOf(columns: object, profile: unknown = {}): CustomerOrder {
  const [order] = readCustomerOrders(profile, [columns]);
  if (!order) throw new Error("No order was read.");
  return order;
}

describe("A customer's request", () => {
  test("shows what was sent with it, and the profile where nothing was", () => {
    const profile = { id: "profile-1", first_name: "Claire", company_name: "Kerbrat", voice: "feminin" };
    const order = orderOf({ ...answered, company_name: "Menuiserie Kerbrat", voice: null }, profile);
    expect(order).toMatchObject({
      leadId: "lead-1",
      firstName: "Claire",
      companyName: "Menuiserie Kerbrat",
      voice: "feminin",
    });
  });

  test("takes its two answers out of the one column that holds them", () => {
    const text = "Intention : prendre les mesures\nOuvert le samedi";
    const order = orderOf({ ...answered, intention: "autres", knowledge_base_text: text });
    expect(order).toMatchObject({ intentionDetail: "prendre les mesures", knowledgeBaseText: "Ouvert le samedi" });
  });

  test.each([[null], ["text"], [[]], [{ ...lead, id: null }], [{ ...lead, funnel_origin: "newer" }]])(
    "is left out when it cannot be read: %j",
    (row) => expect(readCustomerOrders({}, [row])).toEqual([]),
  );

  test.each([
    [{ ...lead }, false],
    [answered, true],
    [{ ...lead, funnel_origin: "marketing" }, false],
    [{ ...lead, funnel_origin: "marketing", prospects_per_month: "0-500" }, true],
    [{ ...lead, funnel_origin: "suiviclient" }, false],
    [{ ...lead, funnel_origin: "suiviclient", active_clients_per_month: 50 }, true],
    [{ ...lead, funnel_origin: "closing" }, true],
  ])("%j is complete: %s", (columns, expected) => expect(isComplete(orderOf(columns))).toBe(expected));
});

describe("The payment link of a request", () => {
  const links = {
    secretariat: { "50": "https://pay.example/50", "7": "https://pay.example/7" },
    suiviclient: { "100": "https://pay.example/100" },
    marketing: "https://pay.example/marketing",
    closing: "https://pay.example/closing",
    conferences: "https://pay.example/conference",
  };
  const calls = { funnel_origin: "closing" };
  const place = { ...lead, funnel_origin: "conferences" };

  test.each([
    ["its volume", answered, "https://pay.example/50"],
    ["a volume without a link", { ...answered, calls_per_month: 10 }, undefined],
    ["a volume that is not sold", { ...answered, calls_per_month: 7 }, undefined],
    ["no volume", { ...answered, calls_per_month: null }, undefined],
    ["a paid request", { ...answered, payment_status: true }, undefined],
    ["a closed request", { ...answered, lead_status: "inactive" }, undefined],
    ["a request without its answers", lead, undefined],
    [
      "marketing",
      { ...lead, funnel_origin: "marketing", prospects_per_month: "0-500" },
      "https://pay.example/marketing",
    ],
    ["closing", { ...lead, ...calls, prospects_count: "environ 2 000" }, "https://pay.example/closing"],
    ["closing whose number is words", { ...lead, ...calls, prospects_count: "environ deux mille" }, undefined],
    ["a place at the conference", place, "https://pay.example/conference"],
    ["one on its waiting list", { ...place, extra_answers: { kind: "waitlist" } }, undefined],
    ["a request made outside the site", { ...lead, funnel_origin: "general" }, undefined],
  ])("for %s", (_case, columns, expected) => {
    expect(orderPaymentLink(links, orderOf(columns))).toBe(expected);
  });

  test("for a conference that is over, whose link is held back", () => {
    const { conferences: _, ...others } = links;
    expect(orderPaymentLink(others, orderOf(place))).toBeUndefined();
  });
});
