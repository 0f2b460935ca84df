import type { Context } from "hono";

import { readBytes } from "#engine/http/json-body.ts";

/** The fields of a form that a page sent; none when it is too large or no form. */
export async function readForm(c: Context): Promise<Record<string, unknown>> {
  const bytes = await readBytes(c.req.raw);
  if (!bytes.ok) return {};
  const headers = { "content-type": c.req.header("content-type") ?? "" };
  try {
    return Object.fromEntries(await new Response(bytes.value, { headers }).formData());
  } catch {
    // Thrown for what is no form, which is an answer here, not a breakdown.
    return {};
  }
}
