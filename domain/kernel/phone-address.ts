// As private.phone_digits and private.phone_e164 of the database: tests/support/phone-numbers.ts holds them together.

/** Countries where a zero comes before the number at home only. */
const zeroAtHome =
  "20 27 211 212 213 218 231 232 233 234 243 249 250 251 252 254 255 256 260 261 262 263 264 31 32 33 353 355 358 " +
  "359 373 374 380 381 382 383 385 386 387 389 40 41 43 44 46 49 421 423 508 51 54 55 58 590 591 593 594 595 596 598 " +
  "60 61 62 63 64 66 81 82 84 855 856 86 880 886 90 91 92 93 94 95 98 961 962 963 964 966 967 971 972 976 977 " +
  "994 995 996";
const trunkZero = /* @__PURE__ */ new RegExp(`^(${zeroAtHome.replaceAll(" ", "|")})0+`);
/** Where numbers begin with a zero that is dialled from everywhere, it stays, in brackets too. */
const ownZero = /^(39|378|225|229|241|242)/;
const bracketedZero = /\(\D*0\D*\)/g;

/** How ten digits are dialled from abroad; Saint-Pierre-et-Miquelon has six, and 06 39 98 is kept for fiction. */
const plans: [code: string, national: RegExp][] = [
  ["590", /^0((?:590|690|691)\d{6})$/],
  ["594", /^0((?:594|694)\d{6})$/],
  ["596", /^0((?:596|696|697)\d{6})$/],
  ["262", /^0((?:262|263|269|692|693)\d{6})$/],
  ["262", /^0(639(?:0[0-79]|1[019]|[267]\d|3[09]|40|5[05-9]|9[04-79])\d{4})$/],
  ["508", /^0508(\d{6})$/],
  ["33", /^0([1-9]\d{8})$/],
];

/** "01 99 00 24 24" → "tel:+33199002424". Of what is no number of a country, its digits. */
export function phoneAddress(phone: string): string {
  return `tel:${internationalNumber(phone) ?? phone.replace(/[^+\d]/g, "")}`;
}

const ofFrance = /^\+33([1-9])(\d{2})(\d{2})(\d{2})(\d{2})$/;

/**
 * « 06 39 98 41 07 », as it is read out in France; any other number as it was typed.
 *
 * @param e164 what it is, if known
 */
export function groupedPhone(typed: string | null, e164: string | null): string | null {
  const [, ...pairs] = ofFrance.exec(e164 ?? internationalNumber(typed ?? "") ?? "") ?? [];
  return pairs.length === 0 ? typed : `0${pairs.join(" ")}`;
}

/** @returns E.164; undefined when no such number can be dialled */
export function internationalNumber(phone: string): string | undefined {
  const abroad = digitsFromAbroad(phone);
  const digits = abroad === undefined ? phone.replace(/\D/g, "") : digitsInFrance(abroad);
  for (const [code, national] of plans) {
    const [, own] = national.exec(digits) ?? [];
    if (own !== undefined) return `+${code}${own}`;
  }
  return /^00[1-9]\d{6,13}$/.test(digits) ? `+${digits.slice(2)}` : undefined;
}

/** What follows the + or 00, without a zero that is dialled at home only. */
function digitsFromAbroad(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, "");
  const isWhole = /^\D*\+/.test(phone) || /^33[1-9]\d{8}$/.test(digits);
  if (!isWhole && !digits.startsWith("00")) return undefined;
  const abroad = isWhole ? digits : digits.slice(2);
  const unbracketed = phone.replace(bracketedZero, "");
  if (unbracketed !== phone && !ownZero.test(abroad)) return digitsFromAbroad(unbracketed);
  return abroad.replace(trunkZero, "$1");
}

function digitsInFrance(abroad: string): string {
  const national = abroad.slice(3);
  if (abroad.startsWith("33")) return `0${abroad.slice(2)}`;
  if (abroad.startsWith("508")) return `${/^508\d{6}$/.test(national) ? "0" : "0508"}${national}`;
  const isOverseas = plans.some(([code, plan]) => abroad.startsWith(code) && plan.test(`0${national}`));
  return `${isOverseas ? "0" : "00"}${isOverseas ? national : abroad}`;
}
