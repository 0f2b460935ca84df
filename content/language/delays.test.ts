import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { expect, test } from "vitest";

import * as home from "#content/home.ts";
import * as offerPages from "#subjects/offers/words/offer-pages.ts";
import { orderConfirmedCopy } from "#subjects/orders/words/order-confirmed.ts";
import { secretariatCopy } from "#subjects/offers/words/secretariat/secretariat-funnel.ts";

const facts = { prices: firstPrices, brand: "Zeta", companies: "150", organisations: "50", lowestPrice: "300 €" };

/** Every sentence that a visitor may read, but for what customers say. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => key !== "testimonials")
    .flatMap(([, part]) => sentencesOf(part));
}

const sentences = [
  home.homeCopy(facts),
  offerPages.secretariatPageCopy(facts),
  offerPages.followUpPageCopy(facts),
  offerPages.marketingPageCopy(facts),
  offerPages.trainingPageCopy(facts),
  orderConfirmedCopy,
  secretariatCopy,
].flatMap(sentencesOf);

test("A delay of 48 hours always counts from the day everything was received", () => {
  const promised = sentences.filter((sentence) => /48\s?h|deux jours/u.test(sentence));
  expect(promised.length).toBeGreaterThan(4);
  expect(promised.filter((sentence) => !sentence.includes("une fois vos éléments reçus"))).toEqual([]);
});

test("During the promotion the secretariat's page says one month, and 15 days for what follows", () => {
  const { finalCall } = offerPages.secretariatPageCopy({
    brand: "Zeta",
    prices: firstPrices,
    promotionUntil: "30 octobre",
  });
  expect(finalCall.text).toContain(
    "Premier mois offert pour toute commande passée jusqu’au 30 octobre inclus\u00a0; après cette date, l’essai redevient de 15 jours.",
  );
  expect(offerPages.secretariatPageCopy({ brand: "Zeta", prices: firstPrices }).finalCall.text).not.toContain("offert");
});
