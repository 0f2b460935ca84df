import { useSite } from "#app/page-kit/site-context.tsx";
import { siteFrame } from "#content/site-frame.ts";
import { askedPurposes } from "#domain/site/cookie-consent.ts";

/** Reopens the cookie banner, where there is one. In every footer: withdrawing is as easy as agreeing. */
export function CookieSettingsButton() {
  if (askedPurposes(useSite().consent).length === 0) return null;
  return (
    <li>
      <button type="button" className="cookie-settings" data-consent="settings">
        {siteFrame.manageCookies}
      </button>
    </li>
  );
}
