import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { closingCopy } from "#subjects/offers/words/closing/closing.ts";
import { consentCopy, consentTextVersion } from "#subjects/consent/words/consent.ts";
import { personalCopy } from "#subjects/funnel/words/personal.ts";
import { newsletterText, newsletterTextVersion } from "#subjects/newsletter/words/newsletter.ts";
import { orderConsentVersion, orderCopy } from "#subjects/orders/words/order.ts";
import { reminderConsent } from "#subjects/leads/words/reminder.ts";
import { consentVersions } from "#subjects/leads/rules/submission.ts";

const { certification, terms } = closingCopy.form;
const banner = [consentCopy.text("Zeta"), consentCopy.marketing, consentCopy.analytics];

/** What people agree to is kept with the day of its words: a sentence, where its day stands, its hash by that day. */
const sentences: [name: string, version: string, text: string, recorded: Record<string, string>][] = [
  ["calls, funnels", consentVersions.calls, personalCopy.callConsent("Zeta SAS"), { "2025-06-25": "461c82bf8ecdaa22" }],
  ["reminder", consentVersions.reminder, reminderConsent("Zeta"), { "2026-11-23": "cdf821c4ed8915d2" }],
  ["calls, order forms", orderConsentVersion, orderCopy.callConsent("Zeta SAS"), { "2025-06-25": "461c82bf8ecdaa22" }],
  ["terms of outbound calls", orderConsentVersion, Object.values(terms).join(""), { "2025-06-25": "1b72a30c7efd91d4" }],
  ["lists of outbound calls", orderConsentVersion, certification, { "2025-06-25": "a7f4ffad179ae84b" }],
  ["newsletter", newsletterTextVersion, newsletterText("Zeta"), { "2025-06-25": "8ea867ea764af492" }],
  ["cookies", consentTextVersion, JSON.stringify(banner), { "2026-11-27": "2bb4856c7ee98dcf" }],
];

test.each(sentences)("The words agreed to keep their day: %s", (name, version, text, recorded) => {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  if (recorded[version] !== hash)
    throw new Error(
      `The sentence "${name}" is not that of ${version} any more. Give its words a new day where the version stands, ` +
        `and record it here with their hash: ${hash}`,
    );
  expect(recorded[version]).toBe(hash);
});
