import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { callingAs } from "#app/api/admin/admin-rest.ts";
import { type Result, ok } from "#kit/result.ts";
import { tagLeadsCall } from "#subjects/leads/contract/lead-changes.ts";
import { deleteTagCall, listTagsCall, saveTagCall, type Tag } from "#subjects/leads/contract/lead-reading.ts";

/** Tags to put on a lead, and tags to take away, by name. */
export type TagChange = { add?: string[]; remove?: string[] };

export type TagsApi = {
  /** All of the team, by name. */
  list(signal?: AbortSignal): Promise<Result<Tag[], CallProblem>>;
  /** @param id of the tag that gets another name. @returns null when it cannot be called so */
  save(name: string, id?: number): Promise<Result<number | null, CallProblem>>;
  delete(id: number): Promise<Result<boolean, CallProblem>>;
  /** Of one lead. */
  change(leadId: string, change: TagChange): Promise<Result<void, CallProblem>>;
};

/** @param accessToken the administrator's; undefined once their session is over */
export function createTagsApi(api: ApiSettings, accessToken: AccessToken): TagsApi {
  const caller = callingAs(api, accessToken);
  return {
    list: (signal) => call(caller, listTagsCall, {}, { signal }),
    save: (name, id) => call(caller, saveTagCall, { name_param: name, tag_id_param: id ?? null }),
    delete: (id) => call(caller, deleteTagCall, { tag_id_param: id }),
    async change(leadId, { add = [], remove = [] }) {
      const changed = await call(caller, tagLeadsCall, { ids: [leadId], add, remove });
      return changed.ok ? ok(undefined) : changed;
    },
  };
}
