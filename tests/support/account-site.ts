import type { AccountSite } from "#subjects/account/site/account-site.ts";
import { civilDate } from "#kit/civil-date.ts";

import { siteOfFunnel } from "./funnel.ts";
import { siteForTests } from "./site.ts";

/** During the promotion; sells nothing: a test adds what it looks at. */
export const siteOfAccount: AccountSite = {
  ...siteOfFunnel,
  phone: undefined,
  offers: { phoneFactors: false, keyFactors: true, passkeys: false },
  promotion: { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") },
  editions: [{ heldOn: civilDate("2025-12-02"), venue: "Maison du Standard, Paris", hours: "9 h à 17 h 30" }],
  seller: siteForTests.legal,
  isDemo: false,
};
