import * as z from "zod/mini";

import { anything, type ProcedureContract } from "./contract.ts";

/** Whether the account administers, or has still to enrol a second factor for it. */
export const ownAdministratorAccessCall = {
  procedure: "own_administrator_access",
  by: "session",
  asked: z.object({}),
  answer: z.string(),
} as const satisfies ProcedureContract;

/** Ensures the profile of a signed-in customer and its lead for the funnel of that page. */
export const createProfileIfNotExistsCall = {
  procedure: "create_profile_if_not_exists",
  by: "session",
  asked: z.object({ user_id_param: z.string(), registration_path_param: z.string() }),
  answer: anything,
} as const satisfies ProcedureContract;
