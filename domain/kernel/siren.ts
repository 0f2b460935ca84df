export const sirenLength = 9;

/** Its key follows from the SIREN. */
export function frenchVatNumber(siren: string): string {
  return `FR${vatKeyOf(siren)}${siren}`;
}

/** Two digits. */
export function vatKeyOf(siren: string): string {
  return String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, "0");
}

/** Nine digits that pass the Luhn check; nine zeros pass it too, and are not assigned. Source: INSEE, SIRENE. */
export function isSiren(text: string): boolean {
  const digits = text.replaceAll(/[\s.]/g, "");
  if (!/^\d{9}$/.test(digits) || Number(digits) === 0) return false;
  const sum = Array.from(digits, Number).reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
