import "./cookie-settings-button.css";

import { siteFrame } from "#content/site-frame.ts";

/** Reopens the cookie banner (consent/consent-gate.ts). In every footer: withdrawing is as easy as agreeing. */
export function CookieSettingsButton() {
  return (
    <button type="button" className="cookie-settings" data-consent="settings">
      {siteFrame.manageCookies}
    </button>
  );
}
