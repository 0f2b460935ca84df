import * as z from "zod";

import { trimmed } from "#kit/trimmed.ts";

const filled = z.object({ website: z.string().overwrite(trimmed).min(1) });

/** Honeypot: a field of the form that people do not see, so only programs fill it. */
export function hasFilledHoneypot(body: unknown): boolean {
  return filled.safeParse(body).success;
}
