import { type ApiSettings, callProcedure, requestApi, type RequestProblem } from "#app/api/transport/rest-client.ts";
import { type Result, failed, ok } from "#kit/result.ts";
import { type LeadRow, readLeadRow } from "#domain/leads/lead-row.ts";

const accountStates = ["none", "invited", "active", "elsewhere"] as const;
const accountResults = ["created", "already_invited", "invited", "attached"] as const;

/**
 * `invited`: the invitation is not used yet. `elsewhere`: another account has the lead's e-mail.
 *
 * @property invitedAt instant, ISO 8601; null without an invitation
 */
export type LeadAccount = { state: (typeof accountStates)[number]; invitedAt: string | null };

export type LeadAccountAction = "create" | "resend" | "attach";

/** What was done, and the lead as it is now; null when it could not be read again. */
type LeadAccountChange = { result: (typeof accountResults)[number]; row: LeadRow | null };

/** `reason` is a French sentence, empty when nothing answered. */
export type LeadAccountProblem = { code: "access_ended" } | { code: "failed"; reason: string };

export type LeadAccountsApi = {
  /** Null once the lead is gone. */
  read(leadId: string): Promise<Result<LeadAccount | null, LeadAccountProblem>>;
  change(leadId: string, action: LeadAccountAction): Promise<Result<LeadAccountChange, LeadAccountProblem>>;
};

/** @param accessToken the administrator's; undefined once their session is over */
export function createLeadAccountsApi(
  api: ApiSettings,
  accessToken: () => Promise<string | undefined>,
): LeadAccountsApi {
  async function readRow(leadId: string, token: string): Promise<LeadRow | null> {
    const path = `/rest/v1/admin_dashboard?select=*&lead_id=eq.${encodeURIComponent(leadId)}`;
    const read = await requestApi(api, path, { method: "GET", accessToken: token });
    return (read.ok && Array.isArray(read.value) && readLeadRow(read.value[0])) || null;
  }

  return {
    async read(leadId) {
      const token = await accessToken();
      if (token === undefined) return failed({ code: "access_ended" });
      const read = await callProcedure(api, "read_lead_account", { lead_id_param: leadId }, { accessToken: token });
      return read.ok ? ok(readAccount(read.value)) : failed(describe(read.problem));
    },

    async change(leadId, action) {
      const token = await accessToken();
      if (token === undefined) return failed({ code: "access_ended" });
      const body = { lead_id: leadId, action };
      const changed = await requestApi(api, "/functions/v1/create-account", { body, accessToken: token });
      if (!changed.ok) return failed(describe(changed.problem));
      const result = accountResults.find((known) => known === textOf(changed.value, "result"));
      return result ? ok({ result, row: await readRow(leadId, token) }) : failed({ code: "failed", reason: "" });
    },
  };
}

function readAccount(value: unknown): LeadAccount | null {
  const state = accountStates.find((known) => known === textOf(value, "state"));
  return state ? { state, invitedAt: textOf(value, "invited_at") ?? null } : null;
}

function textOf(value: unknown, name: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const text = (value as Record<string, unknown>)[name];
  return typeof text === "string" ? text : undefined;
}

function describe(problem: RequestProblem): LeadAccountProblem {
  if (problem.kind === "unreachable") return { code: "failed", reason: "" };
  const hasEnded = problem.status === 401 || problem.code === "not_admin" || problem.code === "insufficient_aal";
  return hasEnded || problem.code === "42501" ? { code: "access_ended" } : { code: "failed", reason: problem.message };
}
