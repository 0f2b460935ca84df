import * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import type { User } from "#engine/auth/accounts/users.ts";
import type { EngineContext } from "#engine/context.ts";
import { ProjectUnavailable } from "#engine/identity/project-keys.ts";

const requestTimeoutMs = 5_000;

export type ProjectUser = {
  user: User;
  hasVerifiedFactor: boolean;
  /** All that the project says of it to its owner. */
  description: Record<string, unknown>;
};

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const optional = instant.nullish().transform((date) => date ?? null);
const fields = z.record(z.string(), z.unknown()).nullish();

const userShape = z.object({
  id: z.uuid(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  email_confirmed_at: optional,
  phone_confirmed_at: optional,
  invited_at: optional,
  confirmation_sent_at: optional,
  recovery_sent_at: optional,
  email_change_sent_at: optional,
  phone_change_sent_at: optional,
  reauthentication_sent_at: optional,
  last_sign_in_at: optional,
  banned_until: optional,
  created_at: instant,
  updated_at: instant,
  new_email: z.string().nullish(),
  new_phone: z.string().nullish(),
  app_metadata: fields,
  user_metadata: fields,
  is_anonymous: z.boolean().default(false),
  factors: z.array(z.object({ status: z.string() })).nullish(),
});

/**
 * The account behind a token as the project has it now, its session still there. Calls the project, so never inside a
 * transaction.
 *
 * @throws ProjectUnavailable when it does not answer
 */
export async function readProjectUser(
  { settings }: Pick<EngineContext, "settings">,
  accessToken: string,
): Promise<Result<ProjectUser, "session_not_found">> {
  const { supabaseUrl = "", publishableKey } = settings;
  const address = `${supabaseUrl.replace(/\/+$/, "")}/auth/v1/user`;
  const headers = { apikey: publishableKey, authorization: `Bearer ${accessToken}` };
  const answer = await fetch(address, {
    headers,
    signal: AbortSignal.timeout(requestTimeoutMs),
    redirect: "error",
  }).catch((error: unknown) => Promise.reject(new ProjectUnavailable(error)));
  if (answer.status === 401 || answer.status === 403 || answer.status === 404) return failed("session_not_found");
  if (!answer.ok) throw new ProjectUnavailable(new Error(`The account was answered with ${answer.status}.`));
  return ok(describedByProject(await answer.json()));
}

/** @throws ProjectUnavailable for what describes no account */
export function describedByProject(answer: unknown): ProjectUser {
  const description = z.record(z.string(), z.unknown()).safeParse(answer);
  if (!description.success) throw new ProjectUnavailable(description.error);
  const read = userShape.safeParse(description.data);
  if (!read.success) throw new ProjectUnavailable(read.error);
  const { factors, ...account } = read.data;
  const hasVerifiedFactor = factors?.some(isVerified) ?? false;
  return { user: asUser(account), hasVerifiedFactor, description: description.data };
}

function isVerified({ status }: { status: string }): boolean {
  return status === "verified";
}

type ProjectAccount = Omit<z.infer<typeof userShape>, "factors">;

/** What a project does not tell (the hash, who agreed to a change) is not asked here. */
function asUser({ app_metadata, user_metadata, new_email, new_phone, email, phone, ...same }: ProjectAccount) {
  return {
    ...same,
    email: email || null,
    phone: phone || null,
    encrypted_password: null,
    email_change: new_email || null,
    phone_change: new_phone || null,
    email_change_confirmed_by: null,
    raw_app_meta_data: app_metadata ?? {},
    raw_user_meta_data: user_metadata ?? {},
  } satisfies User;
}
