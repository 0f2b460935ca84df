import type { EngineSettings } from "#engine/settings/engine-settings.ts";

/** Where the links of an invitation and of a reset lead: the page where a password is chosen. */
export function passwordPage({ settings }: { settings: Pick<EngineSettings, "site"> }): string {
  return `${settings.site.origin}/compte/mot-de-passe`;
}

/** Where the link of a change of address leads: it is confirmed there, in the session that asked, or by its digits. */
export function addressPage({ settings }: { settings: Pick<EngineSettings, "site"> }): string {
  return `${settings.site.origin}/compte/adresse`;
}
