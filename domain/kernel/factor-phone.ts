import * as z from "zod/mini";

import { phoneAddress } from "./phone-address.ts";
import { checkAnswers } from "./text-rules.ts";

/** A French number as it is written, or any country's with its +: E.164, as the auth service takes it. */
const phoneSchema = z.object({
  factorPhone: z.string("missing").check(
    z.overwrite((typed) => typed.trim()),
    z.minLength(1, { error: "missing", abort: true }),
    z.maxLength(40, { error: "malformed", abort: true }),
    z.overwrite((typed) => phoneAddress(typed).slice("tel:".length)),
    z.regex(/^\+[1-9]\d{6,14}$/, "malformed"),
  ),
});

export function readFactorPhone(typed: unknown) {
  return checkAnswers<{ factorPhone: string }>(phoneSchema, typed);
}

/** What a phone is called among an account's second factors: by its end, which others do not dial. */
export function nameOfPhone(phone: string): string {
  return `Téléphone …${phone.slice(-4)}`;
}
