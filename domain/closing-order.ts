import * as z from "zod/mini";

import { emailLine, readOrder, requiredLine } from "./order-fields.ts";

/** What a campaign is to obtain; the form lets one be chosen. Source: specification, section 3. */
export const closingObjectives = ["meetings", "directSales", "diagnostic", "qualification"] as const;
export type ClosingObjective = (typeof closingObjectives)[number];

const orderSchema = z.object({
  firstName: requiredLine,
  lastName: requiredLine,
  role: requiredLine,
  company: requiredLine,
  email: emailLine,
  phone: requiredLine,
  /** Free text: « environ 2 000 ». */
  prospectsCount: requiredLine,
  objectives: z
    .array(z.enum(closingObjectives, "malformed"), "missing")
    .check(z.minLength(1, "missing"), z.maxLength(closingObjectives.length, "malformed")),
});

export type ClosingOrder = z.infer<typeof orderSchema>;
export type ClosingField = keyof ClosingOrder;

/** Nothing stricter than the browser's own checks. Source: specification, section 5; resolutions, section 10. */
export function readClosingOrder(value: unknown) {
  return readOrder<ClosingOrder>(orderSchema, value);
}
