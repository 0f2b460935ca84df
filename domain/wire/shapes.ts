import * as z from "zod/mini";

/** What the database stores of a text: nulls and halves of pairs it does not. */
export const storedText = z
  .string()
  .check(z.overwrite((text) => text.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "")));

/** Of one lead or one contact, under the names of the columns. */
export const columns = z.record(z.string(), z.unknown());

/** The address of a screen, by which it is read again; an address of a screen is shorter by far. */
export const screenQuery = z.object({ query: z.string().check(z.maxLength(2000)) });
