import { cents, euros } from "#domain/money.ts";

/** Outbound calls by AI agents, sold by the thousand. Source: specification, section 9. */
export const closingOffer = {
  excludingTax: euros(250),
  calls: 1000,
  perCallExcludingTax: cents(25),
  simultaneousCalls: 20_000,
} as const;
