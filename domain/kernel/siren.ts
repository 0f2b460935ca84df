/** Nine digits that pass the Luhn check; nine zeros pass it too, and belong to nobody. Source: INSEE, SIRENE. */
export function isSiren(text: string): boolean {
  const digits = text.replaceAll(/[\s.]/g, "");
  if (!/^\d{9}$/.test(digits) || Number(digits) === 0) return false;
  const sum = Array.from(digits, Number).reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
