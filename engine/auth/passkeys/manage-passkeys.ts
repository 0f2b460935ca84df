import * as z from "zod";

import { failed, ok } from "#kit/result.ts";
import { auditFactor } from "#engine/auth/accounts/administrator-audit.ts";
import { tellOfChange } from "#engine/auth/factors/accept-factor.ts";
import { readFields, sendProblem, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem } from "#engine/auth/wire/problems.ts";
import { findSignedInUser } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";

import { describePasskey, listPasskeys, readPasskeyId, unknownPasskey } from "./passkeys.ts";
import { lockPasskeyManager, readPasskeyOwner } from "./register-passkey.ts";

/** `GET /passkeys`: the caller's own. */
export async function readOwnPasskeys(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readPasskeyOwner(context, c);
  if (!caller.ok) return caller;
  return context.db.asServer(async (tx) => {
    const user = await findSignedInUser(tx, caller.value, context.now());
    return user.ok ? ok((await listPasskeys(tx, user.value.id)).map(describePasskey)) : user;
  });
}

const nameShape = z.object({
  friendly_name: z
    .string()
    .min(1)
    .max(120)
    .regex(/^\P{Cc}*$/u),
});

/** `PATCH /passkeys/:id`: another name. */
export async function renamePasskey(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readPasskeyOwner(context, c);
  if (!caller.ok) return caller;
  const id = readPasskeyId(c);
  if (!id.ok) return id;
  const body = await readFields(c);
  if (!body.ok) return body;
  const name = nameShape.safeParse(body.value);
  if (!name.success) {
    const message = "friendly_name is required, and must be 120 characters or less";
    return failed(authProblem("validation_failed", { message }));
  }
  return context.db.asServer(async (tx) => {
    const user = await findSignedInUser(tx, caller.value, context.now());
    if (!user.ok) return user;
    await tx.query(
      "update auth.webauthn_credentials set friendly_name = $3, updated_at = $4 where id = $1 and user_id = $2",
      [id.value, user.value.id, name.data.friendly_name, context.now()],
    );
    const passkey = (await listPasskeys(tx, user.value.id)).find((each) => each.id === id.value);
    return passkey ? ok(describePasskey(passkey)) : failed(unknownPasskey());
  });
}

/** `DELETE /passkeys/:id`: 204, and it opens nothing any more. */
export async function deletePasskey(context: EngineContext, c: AuthRequest): Promise<Response> {
  const deleted = await removePasskey(context, c);
  return deleted.ok ? c.body(null, 204) : sendProblem(c, deleted.problem);
}

async function removePasskey(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readPasskeyOwner(context, c);
  if (!caller.ok) return caller;
  const id = readPasskeyId(c);
  if (!id.ok) return id;
  return context.db.asServer(async (tx) => {
    const owner = await lockPasskeyManager(context, tx, caller.value);
    if (!owner.ok) return owner;
    const { rowCount } = await tx.query("delete from auth.webauthn_credentials where id = $1 and user_id = $2", [
      id.value,
      owner.value.id,
    ]);
    if (rowCount === 0) return failed(unknownPasskey());
    await auditFactor(tx, owner.value.id, "passkey_removed", { passkey: id.value });
    await tellOfChange(tx, owner.value, { change: "removed", factor: "passkey" });
    return ok({});
  });
}
