import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/conferences/contract/conferences.ts";
import { ok } from "#kit/result.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { listAttendance } from "./conference-places.ts";

/**
 * `POST /attendance-sheet`: `{"held_on"}`, null for registrations sent before the day was noted; who has a place that
 * day, by name: `{"people": [{lead_id, last_name, first_name, company_name}]}`. Without the waiting list.
 */
export const attendanceSheet = administratorFunction(wire.attendanceSheetCall, {
  sentences: functionProblems,
  async act(tx, { caller }, { held_on }) {
    const people = await listAttendance(tx, held_on);
    const detail = { held_on, count: people.length };
    await writeAudit(tx, { actor: caller.userId, action: "conference.sheet_read", detail });
    return ok(people);
  },
  answer: (people) => ({ people }),
});
