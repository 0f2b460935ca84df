import { type AccessToken, type CallProblem } from "#app/api/transport/call.ts";
import { downloadFile, type SavedFile } from "#app/api/transport/download.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type LeadFilters, writeLeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import { exportLeadsCall, type SheetFormat } from "#subjects/leads/contract/files.ts";
import type { Result } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";
import { createStatisticsApi } from "./statistics.ts";

/** What the back office counts, and what leaves it as a file. */
export type FiguresApi = ReturnType<typeof createStatisticsApi> & {
  /** What the list shows under these filters. */
  exportLeads(filters: LeadFilters, format: SheetFormat): Promise<Result<SavedFile, CallProblem>>;
};

export function createFiguresApi(api: ApiSettings, accessToken: AccessToken): FiguresApi {
  const caller = callingAs(api, accessToken);
  return {
    ...createStatisticsApi(api, accessToken),
    exportLeads: (filters, format) =>
      downloadFile(caller, exportLeadsCall, { query: writeLeadFilters(filters).toString(), format }),
  };
}
