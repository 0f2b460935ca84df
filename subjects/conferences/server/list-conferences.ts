import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/conferences/contract/conferences.ts";
import { dayOfSite } from "#kit/civil-date.ts";
import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { readConferences } from "./conference-places.ts";

/**
 * `POST /list-conferences`: `{"conferences": [{heldOn, registered, waiting, paid, phase, registrationUntil, seats}]}`,
 * the announced one first. It takes no body, or one it does not look at. Days are civil days in Paris.
 */
export const listConferences = administratorFunction(wire.listConferencesCall, {
  sentences: functionProblems,
  async act(tx, { context: { settings }, now }) {
    const today = dayOfSite(settings, now);
    return ok(await readConferences(tx, settings.site.offers.conferences ?? [], today));
  },
  answer: (conferences) => ({ conferences }),
});
