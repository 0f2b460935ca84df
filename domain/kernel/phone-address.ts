/** "01 99 00 24 24" → "tel:+33199002424". Other forms are kept, without what stands between their digits. */
export function phoneAddress(phone: string): string {
  const digits = phone.replace(/[^+\d]/g, "");
  return `tel:${/^0\d{9}$/.test(digits) ? `+33${digits.slice(1)}` : digits}`;
}
