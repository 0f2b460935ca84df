import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import { downloadFile, type SavedFile } from "#app/api/transport/download.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type ConferenceFilters, writeConferenceFilters } from "#subjects/conferences/rules/conference-filters.ts";
import {
  type Attendance,
  attendanceSheetCall,
  type ConferenceFigures,
  listConferencesCall,
} from "#subjects/conferences/contract/conferences.ts";
import type { AnswerOf } from "#domain/wire/contract.ts";
import { type ConferenceLine, leaveWaitingListCall, listConferenceCall } from "#subjects/leads/contract/desk-lists.ts";
import { exportConferenceCall } from "#subjects/leads/contract/files.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { ok, type Result } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";

/** The last line of a page: the next one begins after it. */
export type ConferencePlace = Pick<ConferenceLine, "lead_id" | "registered_at">;
/** Of one conference, known by its day. */
export type LineFilters = ConferenceFilters & { heldOn: CivilDate | null };

/** As many lines as a page of `list_conference` holds: with fewer there is no other page. */
export const conferencePageSize = 50;

export type ConferencesApi = {
  /** The announced one first. */
  list(): Promise<Result<ConferenceFigures[], CallProblem>>;
  /** Who registered last comes first. */
  lines(
    filters: LineFilters,
    after: ConferencePlace | undefined,
    signal?: AbortSignal,
  ): Promise<Result<ConferenceLine[], CallProblem>>;
  leaveWaitingList(entryId: string): Promise<Result<AnswerOf<typeof leaveWaitingListCall>, CallProblem>>;
  attendance(heldOn: CivilDate | null): Promise<Result<Attendance, CallProblem>>;
  /** All that the filters leave. */
  exportLines(filters: ConferenceFilters): Promise<Result<SavedFile, CallProblem>>;
};

export function createConferencesApi(api: ApiSettings, accessToken: AccessToken): ConferencesApi {
  const caller = callingAs(api, accessToken);

  return {
    async list() {
      const answer = await call(caller, listConferencesCall, {});
      return answer.ok ? ok(answer.value.conferences) : answer;
    },
    lines({ heldOn, isWaiting, search }, after, signal) {
      const asked = {
        held_on_param: heldOn,
        waiting_param: isWaiting,
        search_param: search,
        before_at_param: after?.registered_at,
        before_id_param: after?.lead_id,
      };
      return call(caller, listConferenceCall, asked, { signal });
    },
    leaveWaitingList: (entryId) => call(caller, leaveWaitingListCall, { entry_id_param: entryId }),
    async attendance(heldOn) {
      const answer = await call(caller, attendanceSheetCall, { held_on: heldOn });
      return answer.ok ? ok(answer.value.people) : answer;
    },
    exportLines: (filters) =>
      downloadFile(caller, exportConferenceCall, { query: writeConferenceFilters(filters).toString() }),
  };
}
