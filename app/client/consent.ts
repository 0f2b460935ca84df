// The script of the cookie banner, beside the loader on pages that ask for something.

import { bannerId } from "#app/consent/banner-id.ts";
import { startConsent } from "#app/consent/consent-gate.ts";

const banner = document.getElementById(bannerId);
if (banner) startConsent(banner);
