import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { describe, expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";

import { sayAssurance } from "./assurance.ts";

const day = civilDate("2025-11-03");

function assuranceOf(purchase: Purchase, card?: "asked" | "not-asked"): string {
  const plan = scheduleOf(purchase, { day, promotion: undefined, prices: firstPrices });
  if (!plan) throw new Error("This volume is not sold.");
  return sayAssurance({ plan, card, say: String });
}

describe("Under the first button", () => {
  const trial = { offer: "secretariat", volume: 5 } as const;
  const debit = "Commandé aujourd’hui, premier débit le 2025-11-18. Pour arrêter, un message suffit.";

  test.each([
    [undefined, debit],
    ["asked", `Une carte est demandée à la commande. ${debit}`],
    ["not-asked", `Aucune carte n’est demandée. ${debit}`],
  ] as const)("a trial whose payment page is set to %s says so, and its first debit", (card, sentence) => {
    expect(assuranceOf(trial, card)).toBe(sentence);
  });

  test.each([
    [{ offer: "marketing", volume: 1000 }, "Pour arrêter, un message suffit."],
    [{ offer: "suiviclient", volume: 50 }, "Pour arrêter, un message suffit."],
    [{ offer: "closing", volume: 1000 }, "Rien n’est reconduit."],
  ] as const)("%o, which is paid with its order, says nothing of a card", (purchase, leave) => {
    expect(assuranceOf(purchase, "not-asked")).toBe(`Le paiement se fait à la commande. ${leave}`);
  });
});
