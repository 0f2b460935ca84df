import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import {
  type Health,
  previewSiteCall,
  readHealthCall,
  sendTestMailCall,
  type TestedMail,
} from "#subjects/operations/contract/health.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { ok, type Result } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";

export type HealthApi = {
  read(): Promise<Result<Health, CallProblem>>;
  /** Where the site is shown as it is on that day, for an hour: an address of this site. */
  preview(day: CivilDate): Promise<Result<string, CallProblem>>;
  /** Mails to one's own address, and waits for what becomes of it. */
  testMail(): Promise<Result<TestedMail, CallProblem>>;
};

/** The server waits some eight seconds for the mail server. */
const testMailMs = 20_000;

export function createHealthApi(api: ApiSettings, accessToken: AccessToken): HealthApi {
  const caller = callingAs(api, accessToken);
  return {
    read: () => call(caller, readHealthCall, {}),
    async preview(day) {
      const answer = await call(caller, previewSiteCall, { day });
      return answer.ok ? ok(answer.value.path) : answer;
    },
    testMail: () => call(caller, sendTestMailCall, {}, { timeLimitMs: testMailMs }),
  };
}
