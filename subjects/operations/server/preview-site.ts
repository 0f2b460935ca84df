import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/operations/contract/health.ts";
import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { previewPrefix, sealPreview } from "#server/preview/preview-token.ts";

/**
 * `POST /preview-site`: `{"day"}`, such as 2025-10-30; `{"path"}`, at which the public pages are shown as they are that
 * day, for an hour, to any bearer of the address. They are read only: nothing is sent or stored from there.
 */
export const previewSite = administratorFunction(wire.previewSiteCall, {
  sentences: functionProblems,
  act: async (_tx, { context: { settings }, now }, { day, draft }) =>
    ok(sealPreview(settings.authSecret, { day, isDraft: draft === true }, now)),
  answer: (token) => ({ path: `${previewPrefix}/${token}/` }),
});
