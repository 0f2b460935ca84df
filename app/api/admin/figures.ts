import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { Result } from "#kit/result.ts";
import { type LeadFilters, writeLeadFilters } from "#domain/leads/lead-filters.ts";

import { type AccessToken, type ActionProblem, downloadAsAdmin, type SavedFile } from "./admin-rest.ts";
import { createStatisticsApi } from "./statistics.ts";

/** What the back office counts, and what leaves it as a file. */
export type FiguresApi = ReturnType<typeof createStatisticsApi> & {
  /** What the list shows under these filters. */
  exportLeads(filters: LeadFilters): Promise<Result<SavedFile, ActionProblem>>;
};

export function createFiguresApi(api: ApiSettings, accessToken: AccessToken): FiguresApi {
  return {
    ...createStatisticsApi(api, accessToken),
    exportLeads(filters) {
      const body = { query: writeLeadFilters(filters).toString() };
      return downloadAsAdmin(api, accessToken, "/functions/v1/export-leads", body);
    },
  };
}
