import { euros } from "#domain/kernel/money.ts";

/** Launch promotion of the secretariat, inside its window. Source: specification, section 9. */
export const secretariatPromotion = {
  secondMonthExcludingTax: euros(97),
  setUpInsteadOf: euros(990),
} as const;
