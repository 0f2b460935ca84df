import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type FindingSubject, findingSubjects } from "#domain/contracts/doctor-finding.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { ok, type Result } from "#kit/result.ts";

import { type AccessToken, type AdminProblem, createFunctionCall } from "./admin-rest.ts";

const healthShape = z.object({
  checkedAt: z.string(),
  version: z.string(),
  startedAt: z.string(),
  database: z.object({ engine: z.enum(["postgres", "embedded"]), version: z.string(), sizeBytes: z.int() }),
  queue: z.object({ waiting: z.int(), dead: z.int(), oldestAt: z.nullable(z.string()) }),
  liveLagMs: z.nullable(z.int()),
  lastBackupAt: z.nullable(z.string()),
  purges: z.object({ lastAt: z.nullable(z.string()), failing: z.int() }),
  findings: z.array(
    z.object({ subject: z.enum(findingSubjects), sentence: z.string(), french: z.optional(z.string()) }),
  ),
});

/** How the site is doing. Instants are ISO 8601; a lag of null is one of two seconds and more. */
export type Health = z.infer<typeof healthShape>;
export type HealthFinding = Health["findings"][number] & { subject: FindingSubject };

const previewShape = z.object({ path: z.string().check(z.regex(/^\/apercu\//)) });

export type HealthApi = {
  read(): Promise<Result<Health, AdminProblem>>;
  /** Where the site is shown as it is on that day, for an hour: an address of this site. */
  preview(day: CivilDate): Promise<Result<string, AdminProblem>>;
};

export function createHealthApi(api: ApiSettings, accessToken: AccessToken): HealthApi {
  const call = createFunctionCall(api, accessToken);
  return {
    read: () => call("read-health", {}, healthShape),
    async preview(day) {
      const answer = await call("preview-site", { day }, previewShape);
      return answer.ok ? ok(answer.value.path) : answer;
    },
  };
}
