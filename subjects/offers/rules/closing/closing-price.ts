import { type Cents, cents, euros } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";

/** Outbound calls by AI agents, sold by the thousand. Source: specification, section 9. */
export const closingOffer = { calls: 1000, simultaneousCalls: 20_000 } as const;

/** Of a thousand calls, before the owner changes it. Source: specification, section 9. */
export const callsPrice = euros(250);

/** Every started thousand is due. @param calls above 0 */
export function closingPrice(calls: number, { closing: perThousand }: Prices): Cents {
  return cents(Math.ceil(calls / closingOffer.calls) * perThousand);
}

/** Of one call, excluding tax, of a whole thousand. Half a cent goes up. */
export function pricePerOutboundCall({ closing: perThousand }: Prices): Cents {
  return cents(Math.round(perThousand / closingOffer.calls));
}
