import { type Cents, cents, euros } from "#domain/kernel/money.ts";

/** Outbound calls by AI agents, sold by the thousand. Source: specification, section 9. */
export const closingOffer = {
  excludingTax: euros(250),
  calls: 1000,
  perCallExcludingTax: cents(25),
  simultaneousCalls: 20_000,
} as const;

/** Every started thousand is due. @param calls above 0 */
export function closingPrice(calls: number): Cents {
  return cents(Math.ceil(calls / closingOffer.calls) * closingOffer.excludingTax);
}
