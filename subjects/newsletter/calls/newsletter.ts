import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import { downloadFile, type SavedFile } from "#app/api/transport/download.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type NewsletterFilters, writeNewsletterFilters } from "#subjects/newsletter/rules/newsletter-filters.ts";
import type { AnswerOf } from "#domain/wire/contract.ts";
import {
  countNewsletterCall,
  listNewsletterCall,
  type NewsletterCounts,
  type NewsletterLine,
  unsubscribeByHandCall,
} from "#subjects/leads/contract/desk-lists.ts";
import { exportNewsletterCall } from "#subjects/leads/contract/files.ts";
import type { Result } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";

/** The last line of a page: the next one begins after it. */
export type NewsletterPlace = Pick<NewsletterLine, "request_id" | "requested_at">;

/** As many lines as a page of `list_newsletter` holds: with fewer there is no other page. */
export const newsletterPageSize = 50;

export type NewsletterApi = {
  /** The newest request first. */
  lines(
    filters: NewsletterFilters,
    after: NewsletterPlace | undefined,
    signal?: AbortSignal,
  ): Promise<Result<NewsletterLine[], CallProblem>>;
  /** All that the filters leave, each with the link by which they leave the newsletter. */
  exportLines(filters: NewsletterFilters): Promise<Result<SavedFile, CallProblem>>;
  counts(signal?: AbortSignal): Promise<Result<NewsletterCounts, CallProblem>>;
  unsubscribe(requestId: string): Promise<Result<AnswerOf<typeof unsubscribeByHandCall>, CallProblem>>;
};

export function createNewsletterApi(api: ApiSettings, accessToken: AccessToken): NewsletterApi {
  const caller = callingAs(api, accessToken);
  return {
    lines({ state, search }, after, signal) {
      const asked = {
        state_param: state,
        search_param: search,
        before_at_param: after?.requested_at,
        before_id_param: after?.request_id,
      };
      return call(caller, listNewsletterCall, asked, { signal });
    },
    exportLines: (filters) =>
      downloadFile(caller, exportNewsletterCall, { query: writeNewsletterFilters(filters).toString() }),
    counts: (signal) => call(caller, countNewsletterCall, {}, { signal }),
    unsubscribe: (requestId) => call(caller, unsubscribeByHandCall, { request_id_param: requestId }),
  };
}
