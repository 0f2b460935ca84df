import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { type Cents, cents, euros } from "#domain/kernel/money.ts";

/**
 * The three prices of the home page, of a call, a client and a contact, shown as the specification states them (section
 * 9) though no tier reaches them: never used for payment or structured data. `npm run doctor` lists them.
 */
export const advertisedPrices: Record<FunnelOffer, Cents> = {
  secretariat: cents(25),
  suiviclient: euros(9),
  marketing: cents(30),
};
