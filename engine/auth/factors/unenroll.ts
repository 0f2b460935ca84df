import { failed, ok } from "#kit/result.ts";
import { auditFactor } from "#engine/auth/accounts/administrator-audit.ts";
import { limitSubject } from "#engine/auth/wire/limits.ts";
import type { Answer, AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem } from "#engine/auth/wire/problems.ts";
import { readSignedInCaller } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";

import { tellOfChange } from "./accept-factor.ts";
import { findOwnFactor, lockFactorOwner, readFactorId, removeFactor } from "./factors.ts";

/** `DELETE /factors/:id`: a verified one only past a second factor. */
export async function unenrollFactor(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return caller;
  const limited = await limitSubject(context, "factors", caller.value.userId);
  if (!limited.ok) return limited;
  const factorId = readFactorId(c);
  if (!factorId.ok) return factorId;

  return context.db.asServer(async (tx) => {
    const owner = await lockFactorOwner(context, tx, caller.value);
    if (!owner.ok) return owner;
    const { user, aal } = owner.value;
    const factor = await findOwnFactor(tx, user.id, factorId.value);
    if (!factor.ok) return factor;
    const isVerified = factor.value.status === "verified";
    if (isVerified && aal !== "aal2") {
      const message = "AAL2 required to unenroll verified factor";
      return failed(authProblem("insufficient_aal", { status: 422, message }));
    }
    await removeFactor(tx, factor.value);
    if (isVerified) {
      const type = factor.value.factor_type;
      await auditFactor(tx, user.id, "factor_removed", { factor: factor.value.id, type });
      await tellOfChange(tx, user, { change: "removed", factor: type });
    }
    return ok({ id: factor.value.id });
  });
}
