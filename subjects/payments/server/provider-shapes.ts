import * as z from "zod";

import { providerId } from "#subjects/payments/contract/payments.ts";

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

/** The id of another of its objects, which it may send whole; null where it names none. */
export const relatedId = z
  .union([providerId, z.object({ id: providerId }).transform(({ id }) => id)])
  .nullish()
  .catch(null)
  .transform((id) => id ?? null);

const subscriptionShape = z.object({ subscription: relatedId });

/** Where an invoice says what it is for, since version 2025-03-31 of the provider's API; before, in itself. */
export const subscriptionOfParent = z
  .object({ subscription_details: subscriptionShape.nullish().catch(null) })
  .nullish()
  .catch(null);

const told = (maxLength: number) => shortText(maxLength).nullish().catch(null);

/** What the provider asks of a payer where its page collects names, addresses and tax numbers. */
export const payerShape = {
  name: told(300),
  business_name: told(300),
  address: z
    .object({
      line1: told(300),
      line2: told(300),
      postal_code: told(20),
      city: told(300),
      state: told(300),
      country: told(2),
    })
    .nullish()
    .catch(null),
  tax_ids: z
    .array(z.object({ type: shortText(40), value: shortText(60) }))
    .max(10)
    .nullish()
    .catch(null),
};
