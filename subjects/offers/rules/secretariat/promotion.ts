import { euros } from "#domain/kernel/money.ts";

/** Launch promotion of the secretariat, inside its window. Source: specification, section 9. */
export const promotionPrices = { secondMonth: euros(97), setUp: euros(990) } as const;
