import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";

import type { DemoPage } from "#domain/site/demo-page.ts";
import type { ServerContext } from "#server/context/context.ts";

import { siteForTests } from "#tests/support/site.ts";

import { createDemoState, type DemoState } from "./demo-state.ts";
import { createPaymentPage } from "./payment-page.ts";

let shown: DemoPage[];
let state: DemoState;

beforeEach(() => {
  shown = [];
  state = createDemoState();
});

function openPage() {
  // It holds no order: marketing and closing ask for the fewest they sell.
  const db = { asServer: (work: (tx: unknown) => unknown) => work({ query: async () => ({ rows: [] }) }) };
  const context = { now: () => new Date("2025-11-15T10:00:00Z"), settings: { site: siteForTests }, db };
  const page = createPaymentPage(context as unknown as ServerContext, state, (each) => {
    shown.push(each);
    return "";
  });
  return new Hono().route("/demo/paiement", page);
}

const planned = () => (shown[0]?.name === "payment" ? shown[0].plan : undefined);

describe("The stand-in of the payment page asks the price of the specification", () => {
  test.each([
    ["secretariat/5", 97_00, 116_40],
    ["secretariat/10", 197_00, 236_40],
    ["secretariat/20", 297_00, 356_40],
    ["secretariat/30", 397_00, 476_40],
    ["secretariat/40", 487_00, 584_40],
    ["secretariat/50", 597_00, 716_40],
    ["secretariat/100", 997_00, 1196_40],
    ["secretariat/200", 1597_00, 1916_40],
    ["secretariat/500", 3997_00, 4796_40],
    ["secretariat/1000", 7997_00, 9596_40],
    ["suiviclient/50", 350_00, 420_00],
    ["suiviclient/100", 490_00, 588_00],
    ["suiviclient/200", 790_00, 948_00],
    ["suiviclient/500", 1290_00, 1548_00],
    ["marketing", 300_00, 360_00],
    ["marketing/10000", 3000_00, 3600_00],
    ["closing", 250_00, 300_00],
    ["conferences", 190_00, 228_00],
  ])("%s: %i cents, %i with tax", async (path, excludingTax, includingTax) => {
    const response = await openPage().request(`/demo/paiement/${path}?prefilled_email=a@b.fr&client_reference_id=r`);
    expect(response.status).toBe(200);
    expect(shown).toMatchObject([{ name: "payment", reference: "r" }]);
    expect(planned()?.lines.at(-1)?.amount).toEqual({ excludingTax, includingTax });
  });

  test.each([
    ["secretariat/50", 0],
    ["secretariat/500", 0],
    ["suiviclient/100", 588_00],
    ["marketing", 360_00],
    ["marketing/20000", 7200_00],
    ["closing", 300_00],
    ["conferences", 228_00],
    ["secretariat/7", undefined],
    ["custom", undefined],
  ])("%s takes %s cents today, tax included", async (path, dueToday) => {
    await openPage().request(`/demo/paiement/${path}`);
    expect(planned()?.lines[0].amount.includingTax).toBe(dueToday);
  });

  test("whatever amount the browser sends with it", async () => {
    const body = new URLSearchParams({ answer: "pay", amountCents: "1", amount_total: "1", excludingTax: "1" });
    const response = await openPage().request("/demo/paiement/secretariat/50", { method: "POST", body });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/merci?offre=secretariat"]);
    expect(state.payments.list()).toMatchObject([
      {
        status: "paid",
        amount_due_today: 0,
        schedule: [
          { date: "2025-11-15", amount: 0 },
          { date: "2025-11-30", amount: 716_40 },
        ],
      },
    ]);
  });

  test.each(["secretariat/7", "secretariat/0", "suiviclient/-50", "secretariat", "suiviclient/1e2x"])(
    "%s is no volume that is sold: no amount",
    async (path) => {
      await openPage().request(`/demo/paiement/${path}`);
      expect(shown).toMatchObject([{ plan: undefined }]);
    },
  );

  test("an offer that is not sold has no page", async () => {
    expect((await openPage().request("/demo/paiement/autre/5")).status).toBe(404);
  });
});
