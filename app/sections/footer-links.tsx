import { href } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { requiredSentences } from "#subjects/legal/words/required-sentences.ts";
import { accessibilityOf } from "#subjects/legal/rules/accessibility.ts";
import { siteFrame } from "#content/site-frame.ts";

import { CookieSettingsButton } from "./cookie-settings-button.tsx";
import { legalLinks } from "./legal-links.ts";

/** What every footer leads to, large or small. */
export function FooterLinks() {
  const { status } = accessibilityOf(useSite().legal);
  return (
    <>
      {legalLinks.map(({ target, label }) => (
        <li key={target}>
          <a href={target}>{target === href("/accessibilite") ? requiredSentences.accessibility(status) : label}</a>
        </li>
      ))}
      <li>
        <a href={href("/plan-du-site")}>{siteFrame.siteMap.title}</a>
      </li>
      <CookieSettingsButton />
    </>
  );
}
