import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import type { Settings } from "#server/settings/settings.ts";

import { checkMedia } from "./check-media.ts";
import { checkSite } from "./check-site.ts";

/** What is found without the database: in the site's own configuration and files, and what their readers left out. */
export function checkSettings(
  { config, site, mediaProblems, notices, siteNotices }: Settings,
  today: CivilDate,
): Finding[] {
  return [
    ...checkSite({ config, payments: site.payments, today }),
    ...checkMedia(config, mediaProblems),
    ...siteNotices.map((sentence): Finding => ({ id: "site-setting", sentence })),
    ...notices.map((sentence): Finding => ({ id: "account-setting", sentence })),
  ];
}
