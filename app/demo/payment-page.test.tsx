import { expect, test } from "vitest";

import { offerName } from "./payment-page.tsx";

test.each([
  ["marketing", "10000", /^Marketing, 10\s000 contacts par mois$/u],
  ["secretariat", "50", /^Secrétariat, 50 appels par jour$/],
  ["secretariat", "1e9", /^Secrétariat, 1e9 appels par jour$/],
  ["suiviclient", "50", /^Suivi client, 50 clients actifs par mois$/],
  ["closing", undefined, /^Appels sortants$/],
])("%s of %s is named with its thousands apart", (offer, volume, name) => {
  expect(offerName({ offer, volume, isTraining: false })).toMatch(name);
});

test("The follow-up of a training body is named by its trainees", () => {
  const name = offerName({ offer: "suiviclient", volume: "50", isTraining: true });
  expect(name).toBe("Suivi client, 50 stagiaires suivis par mois");
});
