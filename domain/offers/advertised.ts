import { cents, euros } from "#domain/kernel/money.ts";

/**
 * The three prices of the home page, shown as the specification states them (section 9) though no tier reaches
 * them: never used for payment or structured data. `npm run doctor` lists them.
 */
export const advertisedPrices = {
  marketingPerContact: cents(30),
  secretariatPerCall: cents(25),
  followUpPerClient: euros(9),
} as const;
