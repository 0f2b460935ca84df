import { expect, test } from "vitest";

import type { SiteConfig } from "#domain/site/site-config.ts";

import siteConfig from "../../site.config.ts";
import { consentVersion, readTrackers } from "./trackers.ts";

type TrackerConfig = NonNullable<SiteConfig["trackers"]>["marketing"];
const pixel = { url: "https://pixel.example/tr?id=1", policyUrl: "", lifeMonths: 3, cookies: ["_p"] };
const none = { url: "", policyUrl: "", lifeMonths: 13, cookies: [] };
const legal: SiteConfig["legal"] = {
  ...siteConfig.legal,
  processors: [{ role: "advertising", name: "Régie Zeta", country: "FR", transferGuarantee: "" }],
};

function read(marketing: TrackerConfig, { isDemo = false, analytics = none } = {}) {
  const { value: trackers, problems } = readTrackers({ trackers: { marketing, analytics }, legal }, { isDemo });
  return { trackers, problems };
}

test("A tracker is who the legal identity says, where the configuration says", () => {
  expect(read(pixel)).toEqual({ trackers: { marketing: { ...pixel, partner: "Régie Zeta" } }, problems: [] });
});

test("Without an address there is no tracker at all, nor without the whole entry", () => {
  expect(read(none)).toEqual({ trackers: {}, problems: [] });
  expect(readTrackers({ legal }, { isDemo: false })).toEqual({ value: {}, problems: [] });
});

test("A demonstration has stand-ins of its own where nothing is configured", () => {
  const { trackers } = read(none, { isDemo: true });

  expect(trackers.marketing?.url).toBe("/demo/pixel.gif?id=demo");
  expect(trackers.analytics?.url).toBe("/demo/measure");
  expect(read(pixel, { isDemo: true }).trackers.marketing?.url).toBe(pixel.url);
});

test.each([
  [{ url: "pixel.example" }, "trackers.marketing.url"],
  [{ url: "javascript:alert(1)" }, "trackers.marketing.url"],
  [{ lifeMonths: 14 }, "trackers.marketing.lifeMonths"],
  [{ lifeMonths: 0 }, "trackers.marketing.lifeMonths"],
  [{ lifeMonths: Number.NaN }, "trackers.marketing.lifeMonths"],
])("A tracker with %j is refused by name", (mistake, name) => {
  expect(read({ ...pixel, ...mistake }).problems).toEqual([expect.stringContaining(name)]);
});

test("A new partner or address is a new question; the same ones are the same question", () => {
  const version = consentVersion(read(pixel).trackers, false);

  expect(consentVersion(read(pixel).trackers, false)).toBe(version);
  expect(consentVersion(read(pixel).trackers, true)).not.toBe(version);
  expect(consentVersion(read({ ...pixel, url: "https://autre.example/p" }).trackers, false)).not.toBe(version);
  expect(consentVersion(read(none).trackers, false)).not.toBe(version);
  expect(version).toMatch(/^[\w.-]{1,64}$/);
});
