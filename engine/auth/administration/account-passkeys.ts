import { failed, ok, type Result } from "#kit/result.ts";
import { isUuid } from "#kit/uuid.ts";
import { tellOfChange } from "#engine/auth/factors/accept-factor.ts";
import { describePasskey, listPasskeys, unknownPasskey } from "#engine/auth/passkeys/passkeys.ts";
import { sendProblem, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import type { AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";

import { auditByKey, lockNamedUser, requireSecretKey } from "./trusted-caller.ts";

/** `GET /admin/users/:id/passkeys` */
export async function listPasskeysOf(context: EngineContext, c: AuthRequest): Promise<Answer> {
  return context.db.asServer(async (tx) => {
    const user = await lockNamedUser(tx, c.req.param("id"));
    return user.ok ? ok((await listPasskeys(tx, user.value.id)).map(describePasskey)) : user;
  });
}

/** `DELETE /admin/users/:id/passkeys/:passkey`: 204, and it opens nothing any more. */
export async function deletePasskeyOf(context: EngineContext, c: AuthRequest): Promise<Response> {
  const allowed = await requireSecretKey(context, c);
  const deleted = allowed.ok ? await removePasskeyOf(context, c) : allowed;
  return deleted.ok ? c.body(null, 204) : sendProblem(c, deleted.problem);
}

async function removePasskeyOf(context: EngineContext, c: AuthRequest): Promise<Result<undefined, AuthProblem>> {
  return context.db.asServer(async (tx) => {
    const user = await lockNamedUser(tx, c.req.param("id"));
    if (!user.ok) return user;
    const passkeyId = c.req.param("passkey");
    if (!isUuid(passkeyId)) return failed(unknownPasskey());
    const { rowCount } = await tx.query("delete from auth.webauthn_credentials where id = $1 and user_id = $2", [
      passkeyId,
      user.value.id,
    ]);
    if (rowCount === 0) return failed(unknownPasskey());
    await auditByKey(tx, "passkey.removed", user.value.id, { passkeyId });
    await tellOfChange(tx, user.value, { change: "removed", factor: "passkey" });
    return ok(undefined);
  });
}
