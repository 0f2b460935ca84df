import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { ok, type Result } from "#kit/result.ts";
import { type ConferenceFilters, writeConferenceFilters } from "#domain/leads/conference-filters.ts";
import { readCivilDate } from "#kit/civil-date.ts";
import { shownText } from "#domain/kernel/text-rules.ts";

import {
  type AccessToken,
  type ActionProblem,
  type AdminProblem,
  createFunctionCall,
  downloadAsAdmin,
  type SavedFile,
} from "./admin-rest.ts";
import { createProcedureCall } from "./call-procedure.ts";

const day = z.pipe(
  z.nullable(z.string()),
  z.transform((text) => (text === null ? null : (readCivilDate(text) ?? null))),
);

const conferenceShape = z.object({
  heldOn: day,
  registered: z.int(),
  waiting: z.int(),
  paid: z.int(),
  phase: z.nullable(z.enum(["open", "closed", "past"])),
  registrationUntil: day,
  seats: z.nullable(z.int()),
});
const conferencesShape = z.object({ conferences: z.array(conferenceShape) });

const lineShape = z.object({
  /** Of the lead; of a place on the waiting list that outlived its lead, its own. */
  lead_id: z.string(),
  has_file: z.boolean(),
  is_waiting: z.boolean(),
  registered_at: z.string(),
  last_name: z.nullable(shownText),
  first_name: z.nullable(shownText),
  company_name: z.nullable(shownText),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  comment: z.nullable(shownText),
  is_paid: z.boolean(),
  is_suspect: z.boolean(),
});

const sheetShape = z.object({
  people: z.array(
    z.object({
      lead_id: z.string(),
      last_name: z.nullable(shownText),
      first_name: z.nullable(shownText),
      company_name: z.nullable(shownText),
    }),
  ),
});

/**
 * A conference and how many come. `heldOn` is null of what was sent before anybody noted the day; `phase`,
 * `registrationUntil` and `seats` are those of the announced one.
 */
export type Conference = z.infer<typeof conferenceShape>;
/** Somebody who comes, or waits to hear of the next one. Instants are ISO 8601. */
export type ConferenceLine = z.infer<typeof lineShape>;
/** Who signs, by name. */
export type Attendance = z.infer<typeof sheetShape>["people"];
/** The last line of a page: the next one begins after it. */
export type ConferencePlace = Pick<ConferenceLine, "lead_id" | "registered_at">;
/** Of one conference, known by its day. */
export type LineFilters = ConferenceFilters & { heldOn: CivilDate | null };

/** As many lines as a page of `list_conference` holds: with fewer there is no other page. */
export const conferencePageSize = 50;

export type ConferencesApi = {
  /** The announced one first. */
  list(): Promise<Result<Conference[], AdminProblem>>;
  /** Who registered last comes first. */
  lines(
    filters: LineFilters,
    after: ConferencePlace | undefined,
    signal?: AbortSignal,
  ): Promise<Result<ConferenceLine[], AdminProblem>>;
  /** Of the lead or, once that was erased, of the place; otherwise than `left`, it was gone already. */
  leaveWaitingList(entryId: string): Promise<Result<"left" | "already" | "unknown", AdminProblem>>;
  attendance(heldOn: CivilDate | null): Promise<Result<Attendance, AdminProblem>>;
  /** All that the filters leave. */
  exportLines(filters: ConferenceFilters): Promise<Result<SavedFile, ActionProblem>>;
};

export function createConferencesApi(api: ApiSettings, accessToken: AccessToken): ConferencesApi {
  const call = createProcedureCall(api, accessToken);
  const ask = createFunctionCall(api, accessToken);

  return {
    async list() {
      const answer = await ask("list-conferences", {}, conferencesShape);
      return answer.ok ? ok(answer.value.conferences) : answer;
    },
    lines: ({ heldOn, isWaiting, search }, after, signal) =>
      call(
        "list_conference",
        {
          held_on_param: heldOn,
          waiting_param: isWaiting,
          search_param: search,
          before_at_param: after?.registered_at,
          before_id_param: after?.lead_id,
        },
        z.array(lineShape),
        signal,
      ),
    leaveWaitingList: (entryId) =>
      call("leave_waiting_list", { entry_id_param: entryId }, z.enum(["left", "already", "unknown"])),
    async attendance(heldOn) {
      const answer = await ask("attendance-sheet", { held_on: heldOn }, sheetShape);
      return answer.ok ? ok(answer.value.people) : answer;
    },
    exportLines: (filters) =>
      downloadAsAdmin(api, accessToken, "/functions/v1/export-conference", {
        query: writeConferenceFilters(filters).toString(),
      }),
  };
}
