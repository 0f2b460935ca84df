/** An amount in whole euro cents. */
export type Cents = number & { readonly unit: "cents" };

/** @throws RangeError when the amount is not a whole number: rounding belongs to a named rule. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents.`);
  return amount as Cents;
}

export function euros(amount: number): Cents {
  return cents(amount * 100);
}

/** Value added tax of every offer, in per cent. */
export const vatPercent = 20;

/** Half a cent goes up. */
export function excludingTax(includingTax: Cents): Cents {
  return cents(Math.round((includingTax * 100) / (100 + vatPercent)));
}

/** Half a cent goes up. */
export function includingTax(excludingTax: Cents): Cents {
  return cents(Math.round((excludingTax * (100 + vatPercent)) / 100));
}
