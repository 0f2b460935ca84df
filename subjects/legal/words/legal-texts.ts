import type { SiteSettings } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";

import { accessibilityStatement } from "./accessibility-statement.ts";
import { legalNotice } from "./legal-notice.ts";
import type { LegalPath, LegalText } from "./legal-text.ts";
import { privacyPolicy } from "./privacy-policy.ts";
import { terms } from "./terms.ts";

/** Each legal text as one of its versions words it, with the facts of the site. */
export const legalTexts: Record<LegalPath, (site: SiteSettings, version: CivilDate) => LegalText> = {
  "/mentions-legales": legalNotice,
  "/politique-de-confidentialite": privacyPolicy,
  "/conditions-generales-utilisation": terms,
  "/accessibilite": accessibilityStatement,
};
