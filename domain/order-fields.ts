import * as z from "zod/mini";

import { failed, ok, type Result } from "./result.ts";
import { trimmed } from "./trimmed.ts";

/** Longest answers of an order, in characters. Source: resolutions, section 9. */
export const orderLengths = { line: 300, area: 4000 } as const;

export type OrderProblemCode = "missing" | "malformed" | "too_long";

/** The first thing that is wrong with an order: which field, and what. */
export type OrderProblem<Field extends string = string> = { field: Field; code: OrderProblemCode };

/** Every character is kept but for what no database stores: halves of pairs, nulls. */
export const storable = z.overwrite<string>((text) => text.replace(/\p{Surrogate}/gu, "").replaceAll("\0", ""));

/** As the browser's own check: something was typed, even spaces. */
export const requiredLine = z
  .string("missing")
  .check(z.minLength(1, { error: "missing", abort: true }), storable, z.maxLength(orderLengths.line, "too_long"));

export function optionalText(maxLength: number) {
  return z._default(z.string("malformed").check(storable, z.maxLength(maxLength, "too_long")), "");
}

/** What every browser's check of an e-mail field lets through, and a little more: no space, both sides of '@'. */
export const emailLine = z
  .string("missing")
  .check(
    z.overwrite(trimmed),
    z.minLength(1, { error: "missing", abort: true }),
    z.regex(/^[^\s\p{Cc}\p{Surrogate}]+@[^\s\p{Cc}\p{Surrogate}]+$/u, "malformed"),
    z.maxLength(orderLengths.line, "too_long"),
  );

/** Unknown fields are ignored; the first problem is that of the first field in the order of the form. */
export function readOrder<Order>(
  schema: z.ZodMiniType<Order>,
  value: unknown,
): Result<Order, OrderProblem<Extract<keyof Order, string>>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const read = schema.safeParse(isObject ? value : {});
  if (read.success) return ok(read.data);
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? "") as Extract<keyof Order, string>;
  return failed({ field, code: (issue?.message ?? "malformed") as OrderProblemCode });
}
