import type { AccessToken } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";

import { type AuditApi, createAuditApi } from "#subjects/journal/calls/audit.ts";
import { type ConferencesApi, createConferencesApi } from "#subjects/conferences/calls/conferences.ts";
import { createHealthApi, type HealthApi } from "#subjects/operations/calls/health.ts";
import { createImportsApi, type ImportsApi } from "#subjects/imports/calls/imports.ts";
import { createNewsletterApi, type NewsletterApi } from "#subjects/newsletter/calls/newsletter.ts";
import type { SiteApi } from "#subjects/site-settings/calls/site.ts";

/** What the screens beside the leads read and change, one part per screen. */
export type RoomsApi = {
  audit: AuditApi;
  conferences: ConferencesApi;
  health: HealthApi;
  imports: ImportsApi;
  newsletter: NewsletterApi;
  /** Downloaded when it is asked for, with the shape of all that an owner changes. */
  site: () => Promise<SiteApi>;
};

export function createRoomsApi(api: ApiSettings, accessToken: AccessToken): RoomsApi {
  return {
    audit: createAuditApi(api, accessToken),
    conferences: createConferencesApi(api, accessToken),
    health: createHealthApi(api, accessToken),
    imports: createImportsApi(api, accessToken),
    newsletter: createNewsletterApi(api, accessToken),
    site: async () => (await import("#subjects/site-settings/calls/site.ts")).createSiteApi(api, accessToken),
  };
}
