import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { expect, test } from "vitest";

import { followUpTiers, pricePerClient } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import {
  contactSlider,
  marketingVolumes,
  nearestMarketingVolume,
} from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { callSlider, callSliderVolumes, chooseCalls, phoneTime } from "./call-choice.ts";

test.each([
  [10, 10],
  [15, 20],
  [60, 50],
  [75, 100],
  [80, 100],
  [750, 1000],
  [990, 1000],
  [1000, 1000],
])("A wish for %i calls a day is offered the tier of %i", (wished, tier) => {
  expect(chooseCalls(wished).volume).toBe(tier);
});

test("The last stop keeps its price and says that there is more; above it there is no price", () => {
  expect(chooseCalls(995).isBeyondTiers).toBe(false);
  expect(chooseCalls(1000)).toMatchObject({ volume: 1000, isBeyondTiers: true });
  expect(chooseCalls(1005)).toEqual({ volume: undefined, isBeyondTiers: true });
});

test.each([
  [10, { minutes: 30 }],
  [315, { minutes: 945 }],
  [320, { people: 2 }],
  [500, { people: 3 }],
  [1000, { people: 6 }],
])("%i calls a day take %j: a day has 24 hours, and a person eight of them on the telephone", (calls, time) => {
  expect(phoneTime(calls)).toEqual(time);
});

test("Every stop of the slider falls to a tier it can show", () => {
  const shown = new Set(callSliderVolumes);
  expect([...shown]).toEqual([10, 20, 30, 40, 50, 100, 200, 500, 1000]);
  expect(shown).toContain(callSlider.initial);

  for (let wished: number = callSlider.min; wished <= callSlider.max; wished += callSlider.step) {
    expect(shown).toContain(chooseCalls(wished).volume);
  }
});

test.each([
  [0, 1000],
  [1000, 1000],
  [3000, 2000],
  [4000, 5000],
  [7000, 5000],
  [8000, 10_000],
  [15_000, 20_000],
  [20_000, 20_000],
  [90_000, 20_000],
])("A wish for %i contacts falls to %i", (wished, volume) => {
  expect(nearestMarketingVolume(wished)).toBe(volume);
});

test("The slider of contacts begins on a volume that is sold", () => {
  expect(marketingVolumes).toContain(contactSlider.initial);
});

test("A followed client costs 7 €, 4,90 €, 3,95 € or 2,58 €", () => {
  expect(followUpTiers(firstPrices).map(pricePerClient)).toEqual([700, 490, 395, 258]);
});
