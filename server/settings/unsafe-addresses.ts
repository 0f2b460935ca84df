import { isThisMachine } from "#engine/settings/public-demo.ts";

const inTheClear = ["SITE_URL", "SUPABASE_URL", "OIDC_ISSUER", "WEBHOOK_LEAD_URL", "WEBHOOK_SIGNIN_URL"] as const;

type Addresses = { [Name in (typeof inTheClear)[number]]?: string | undefined };

/**
 * Why production may not start with these addresses: personal data would travel unencrypted, or a part of the address
 * would be dropped. What is no address at all has a sentence of its own.
 *
 * @param addresses as the environment has them: some hold several, separated by commas
 */
export function unsafeAddressProblems(addresses: Addresses): string[] {
  const clear = inTheClear.flatMap((name) => {
    const urls = (addresses[name] ?? "").split(",").flatMap((text) => URL.parse(text.trim()) ?? []);
    const isClear = urls.some(({ protocol, hostname }) => protocol === "http:" && !isThisMachine(hostname));
    return isClear ? [`${name} begins with http: in production, only this machine is spoken to in the clear.`] : [];
  });
  const site = URL.parse(addresses.SITE_URL ?? "");
  if (!site || site.href === `${site.origin}/`) return clear;
  return [...clear, `SITE_URL is more than an origin: write ${site.origin} alone.`];
}
