import * as z from "zod";

/**
 * What the payment provider may write: without control characters, and without half characters, which the database
 * refuses.
 */
export const shortText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^\P{Cc}*$/u)
    .overwrite((text) => text.toWellFormed());

export const providerId = shortText(255).min(1);

/** The id of another of its objects, which it may send whole; null where it names none. */
export const relatedId = z
  .union([providerId, z.object({ id: providerId }).transform(({ id }) => id)])
  .nullish()
  .catch(null)
  .transform((id) => id ?? null);
