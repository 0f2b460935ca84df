import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type Result, failed, ok } from "#kit/result.ts";
import {
  type LeadFilters,
  chooseFilter,
  readLeadFilters,
  writeLeadFilters,
} from "#subjects/leads/rules/lead-filters.ts";
import { type ListLook, readListLook, writeListLook } from "#subjects/leads/rules/list-look.ts";
import {
  deleteLeadViewCall,
  listLeadViewsCall,
  saveLeadViewCall,
  type StoredView,
} from "#subjects/leads/contract/lead-reading.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";

/** A name for what the list shows and how. */
export type LeadView = {
  id: string;
  name: string;
  filters: LeadFilters;
  look: ListLook;
  isShared: boolean;
  isOwn: boolean;
  mayDelete: boolean;
};

export type LeadViewsApi = {
  /** One's own, then those that are shared. */
  list(signal?: AbortSignal): Promise<Result<LeadView[], CallProblem>>;
  /**
   * Under a name of one's own, which replaces what it named.
   *
   * @returns its id; `too_many` when there are fifty others
   */
  save(view: Pick<LeadView, "name" | "filters" | "look" | "isShared">): Promise<Result<string, CallProblem | TooMany>>;
  /** @returns false when there is none that one may delete */
  delete(id: string): Promise<Result<boolean, CallProblem>>;
};
type TooMany = { code: "too_many" };

/** As the database takes it. */
export const viewNameMaxLength = 80;

export function createLeadViewsApi(api: ApiSettings, accessToken: AccessToken): LeadViewsApi {
  const caller = callingAs(api, accessToken);
  return {
    async list(signal) {
      const views = await call(caller, listLeadViewsCall, {}, { signal });
      return views.ok ? ok(views.value.map(readView)) : views;
    },
    async save({ name, filters: { search, ...filters }, look, isShared }) {
      const query = new URLSearchParams([...writeLeadFilters(filters), ...writeListLook(look)]).toString();
      const asked = { name_param: name, query_param: query, is_shared_param: isShared, search_param: search ?? null };
      const saved = await call(caller, saveLeadViewCall, asked);
      if (!saved.ok) return saved;
      return saved.value === null ? failed({ code: "too_many" }) : ok(saved.value);
    },
    delete: (id) => call(caller, deleteLeadViewCall, { view_id_param: id }),
  };
}

/** Unknown parts of the stored query are ignored. The search, mostly a name, is apart: the database lets go of it. */
function readView({ id, name, query, search, is_shared: isShared, is_own: isOwn, may_delete: mayDelete }: StoredView) {
  const params = new URLSearchParams(query);
  const filters = chooseFilter(readLeadFilters(params), "search", search ?? "");
  return { id, name, filters, look: readListLook(params), isShared, isOwn, mayDelete };
}
