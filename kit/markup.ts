import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/**
 * Writes HTML or XML: every value is escaped, except what `markup` wrote itself and what is marked `raw`. Lists of
 * values are written one after the other. The outermost one is made a text by `toString()`.
 */
export function markup(texts: TemplateStringsArray, ...values: unknown[]): HtmlEscapedString {
  const written = html(texts, ...values);
  // Hono also waits for values that are promises: no caller here has any.
  if (written instanceof Promise) throw new TypeError("A value to be written is a promise.");
  return written;
}

export { raw };
