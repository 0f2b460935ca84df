import type { SiteConfig } from "#domain/site/site-config.ts";
import { failed, ok, type Result } from "#kit/result.ts";

/**
 * Where companies are looked up: an address of https, without a final slash; undefined where none is configured. It is
 * also the whole of what the server asks: `/search` is appended, and nothing that a visitor typed names a host.
 */
export function readCompanyRegister({ companyRegister }: SiteConfig): Result<string | undefined, string[]> {
  const written = companyRegister?.trim() ?? "";
  if (written === "") return ok(undefined);
  const address = URL.parse(written);
  const isPlain = address && !address.username && !address.password && !address.search && !address.hash;
  if (isPlain && address.protocol === "https:") return ok(address.href.replace(/\/$/, ""));
  return failed(["companyRegister is no address that starts with https://, without a key or a question in it."]);
}
