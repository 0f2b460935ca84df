import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { Result } from "#kit/result.ts";
import { type NewsletterFilters, newsletterStates, writeNewsletterFilters } from "#domain/leads/newsletter-filters.ts";
import { shownText } from "#domain/kernel/text-rules.ts";

import {
  type AccessToken,
  type ActionProblem,
  type AdminProblem,
  downloadAsAdmin,
  type SavedFile,
} from "./admin-rest.ts";
import { createProcedureCall } from "./call-procedure.ts";

const lineShape = z.object({
  request_id: z.string(),
  /** Null once the lead was erased: the address confirmed, and has not left. */
  lead_id: z.nullable(z.string()),
  email: z.string(),
  name: z.nullable(shownText),
  company_name: z.nullable(shownText),
  state: z.enum(newsletterStates),
  requested_at: z.string(),
  confirmed_at: z.nullable(z.string()),
  confirmed_version: z.nullable(z.string()),
  unsubscribed_at: z.nullable(z.string()),
  unsubscribed_by: z.nullable(z.enum(["link", "team"])),
});
const countsShape = z.object({ confirmed: z.int(), waiting: z.int(), unsubscribed: z.int() });

/** Somebody who asked for the newsletter. Instants are ISO 8601. */
export type NewsletterLine = z.infer<typeof lineShape>;
export type NewsletterCounts = z.infer<typeof countsShape>;
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
  ): Promise<Result<NewsletterLine[], AdminProblem>>;
  /** All that the filters leave, each with the link by which they leave the newsletter. */
  exportLines(filters: NewsletterFilters): Promise<Result<SavedFile, ActionProblem>>;
  counts(signal?: AbortSignal): Promise<Result<NewsletterCounts, AdminProblem>>;
  /** `already`: they had left; `unknown`: erased meanwhile. Either way nothing is mailed to them. */
  unsubscribe(requestId: string): Promise<Result<"unsubscribed" | "already" | "unknown", AdminProblem>>;
};

export function createNewsletterApi(api: ApiSettings, accessToken: AccessToken): NewsletterApi {
  const call = createProcedureCall(api, accessToken);
  return {
    lines: ({ state, search }, after, signal) =>
      call(
        "list_newsletter",
        {
          state_param: state,
          search_param: search,
          before_at_param: after?.requested_at,
          before_id_param: after?.request_id,
        },
        z.array(lineShape),
        signal,
      ),
    exportLines: (filters) =>
      downloadAsAdmin(api, accessToken, "/functions/v1/export-newsletter", {
        query: writeNewsletterFilters(filters).toString(),
      }),
    counts: (signal) => call("count_newsletter", {}, countsShape, signal),
    unsubscribe: (requestId) =>
      call("unsubscribe_by_hand", { request_id_param: requestId }, z.enum(["unsubscribed", "already", "unknown"])),
  };
}
