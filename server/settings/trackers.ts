import { createHash } from "node:crypto";

import { consentTextVersion } from "#subjects/consent/words/consent.ts";
import { consentPurposes, type CookiePurpose } from "#domain/site/cookie-consent.ts";
import type { ProcessorRole } from "#domain/site/legal-identity.ts";
import type { SiteConfig } from "#domain/site/site-config.ts";
import type { SiteSettings, Tracker } from "#domain/site/site-settings.ts";

/** Source: guidelines of the CNIL on trackers, 2020-091. */
const maxLifeMonths = 13;

export const trackerRoles = { marketing: "advertising", analytics: "audience" } satisfies Record<
  CookiePurpose,
  ProcessorRole
>;

export type Trackers = SiteSettings["consent"]["trackers"];

/** What the owner configured; in a demonstration, the stand-ins under `/demo` take the empty places. */
export function readTrackers(
  { trackers: configured, legal }: Pick<SiteConfig, "trackers" | "legal">,
  { isDemo }: { isDemo: boolean },
): { value: Trackers; problems: string[] } {
  const trackers: Trackers = {};
  const problems: string[] = [];
  for (const purpose of consentPurposes) {
    const partner = legal.processors.find(({ role }) => role === trackerRoles[purpose])?.name;
    const tracker = configured?.[purpose];
    if (!tracker?.url) {
      if (isDemo) trackers[purpose] = { partner: partner ?? "Démonstration", ...demoTrackers[purpose] };
      continue;
    }
    const name = `trackers.${purpose}`;
    const host = hostOf(tracker.url);
    if (host === undefined) problems.push(`${name}.url is not an address starting with http:// or https://.`);
    if (!(tracker.lifeMonths > 0 && tracker.lifeMonths <= maxLifeMonths)) {
      problems.push(`${name}.lifeMonths is not between 1 and ${maxLifeMonths}: the law allows no longer.`);
    }
    trackers[purpose] = { ...tracker, partner: partner ?? host ?? "" };
  }
  return { value: trackers, problems };
}

/** Changes with the text and with what it asks for: a new partner needs a new answer, our own measure too. */
export function consentVersion(trackers: Trackers, attribution: boolean): string {
  const partners = consentPurposes.map((purpose) => [purpose, trackers[purpose]?.partner, trackers[purpose]?.url]);
  const asked = [...partners, ["attribution", attribution]];
  const fingerprint = createHash("sha256").update(JSON.stringify(asked)).digest("hex").slice(0, 8);
  return `${consentTextVersion}-${fingerprint}`;
}

const demoTrackers: Record<CookiePurpose, Omit<Tracker, "partner">> = {
  marketing: { url: "/demo/pixel.gif?id=demo", policyUrl: "", lifeMonths: 3, cookies: ["demo_pixel"] },
  analytics: { url: "/demo/measure", policyUrl: "", lifeMonths: 3, cookies: ["demo_measure"] },
};

function hostOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.protocol === "https:" || parsed?.protocol === "http:" ? parsed.host : undefined;
}
