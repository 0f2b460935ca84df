import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type Result, failed, ok } from "#kit/result.ts";

import { type AccessToken, type AdminProblem, createAdminRest, readAdminProblem } from "./admin-rest.ts";

type Call = <Value>(
  name: string,
  args: Record<string, unknown>,
  shape: z.ZodMiniType<Value>,
  signal?: AbortSignal,
) => Promise<Result<Value, AdminProblem>>;

/** Procedures for administrators, whose answers are read once, here. Arguments that are undefined are left out. */
export function createProcedureCall(api: ApiSettings, accessToken: AccessToken): Call {
  const rest = createAdminRest(api, accessToken);
  return async (name, args, shape, signal) => {
    let query = rest.rpc(name, args);
    if (signal) query = query.abortSignal(signal);
    const { data, error, status } = await query;
    return error ? failed(readAdminProblem(error, status)) : ok(z.parse(shape, data));
  };
}
