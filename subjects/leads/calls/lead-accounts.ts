import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import {
  createAccountCall,
  type LeadAccountAction,
  type LeadAccountResult,
} from "#subjects/account/contract/lead-accounts.ts";
import { type LeadAccountState, readLeadAccountCall } from "#subjects/leads/contract/lead-reading.ts";
import { type Result, ok } from "#kit/result.ts";

import { callingAs, createAdminRest } from "#app/api/admin/admin-rest.ts";
import { rowsOf } from "./leads.ts";

/** @property invitedAt instant, ISO 8601; null without an invitation */
export type LeadAccount = { state: LeadAccountState; invitedAt: string | null };

/** What was done, and the lead as it is now; null when it could not be read again. */
type LeadAccountChange = { result: LeadAccountResult; row: LeadRow | null };

export type LeadAccountsApi = {
  /** Null once the lead is gone. */
  read(leadId: string): Promise<Result<LeadAccount | null, CallProblem>>;
  change(leadId: string, action: LeadAccountAction): Promise<Result<LeadAccountChange, CallProblem>>;
};

/** @param accessToken the administrator's; undefined once their session is over */
export function createLeadAccountsApi(api: ApiSettings, accessToken: AccessToken): LeadAccountsApi {
  const caller = callingAs(api, accessToken);
  const rest = createAdminRest(api, accessToken);

  return {
    async read(leadId) {
      const read = await call(caller, readLeadAccountCall, { lead_id_param: leadId });
      if (!read.ok || read.value === null) return read.ok ? ok(null) : read;
      const { state, invited_at: invitedAt = null } = read.value;
      return ok({ state, invitedAt });
    },

    async change(leadId, action) {
      const changed = await call(caller, createAccountCall, { lead_id: leadId, action });
      if (!changed.ok) return changed;
      const rows = await rowsOf(rest.from("admin_dashboard").select("*").eq("lead_id", leadId));
      return ok({ result: changed.value.result, row: (rows.ok && rows.value[0]) || null });
    },
  };
}
