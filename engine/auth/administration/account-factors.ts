import { failed, ok, type Result } from "#kit/result.ts";
import { isUuid } from "#kit/uuid.ts";
import { tellOfChange } from "#engine/auth/factors/accept-factor.ts";
import { removeFactor, type Factor } from "#engine/auth/factors/factors.ts";
import { findUserById } from "#engine/auth/accounts/users.ts";
import { malformedPhone, readPhone } from "#engine/auth/accounts/phone-number.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { auditByKey, lockNamedUser } from "./trusted-caller.ts";

/** What may be told of a factor: never its secret. */
const columns = "id, user_id, friendly_name, factor_type, status, phone, last_challenged_at, created_at, updated_at";

/** `GET /admin/users/:id/factors` */
export async function listAccountFactors(context: EngineContext, c: AuthRequest): Promise<Answer> {
  return context.db.asServer(async (tx) => {
    const user = await lockNamedUser(tx, c.req.param("id"));
    if (!user.ok) return user;
    const { rows } = await tx.query(`select ${columns} from auth.mfa_factors where user_id = $1 order by created_at`, [
      user.value.id,
    ]);
    return ok(rows);
  });
}

/** `PUT /admin/users/:id/factors/:factor`, `{"friendly_name", "phone"}` */
export async function changeFactor(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const { friendly_name: name, phone } = body.value;
  if (name !== undefined && (typeof name !== "string" || name.length > 100 || name.includes("\u0000"))) {
    return failed(authProblem("validation_failed", { message: "friendly_name is a text of 100 characters at most" }));
  }
  if (phone !== undefined && phone !== "" && !readPhone(phone)) return failed(malformedPhone());
  return context.db.asServer(async (tx) => {
    const factor = await lockFactor(tx, c);
    if (!factor.ok) return factor;
    if (name && (await hasOtherNamed(tx, factor.value, name))) return failed(authProblem("mfa_factor_name_conflict"));
    const { rows } = await tx.query(
      `update auth.mfa_factors set friendly_name = coalesce(nullif($2, ''), friendly_name), updated_at = $4,
         phone = case when factor_type = 'phone' then coalesce($3, phone) else phone end
       where id = $1 returning ${columns}`,
      [factor.value.id, name, readPhone(phone), context.now()],
    );
    await auditByKey(tx, "factor.changed", factor.value.user_id, { factorId: factor.value.id });
    return ok(rows[0]);
  });
}

/** `DELETE /admin/users/:id/factors/:factor`: sessions that it had lifted are of one factor again. */
export async function deleteFactor(context: EngineContext, c: AuthRequest): Promise<Answer> {
  return context.db.asServer(async (tx) => {
    const factor = await lockFactor(tx, c);
    if (!factor.ok) return factor;
    const { id, user_id: userId, factor_type: type, status } = factor.value;
    const { rows } = await tx.query(`select ${columns} from auth.mfa_factors where id = $1`, [id]);
    await removeFactor(tx, factor.value);
    await auditByKey(tx, "factor.removed", userId, { factorId: id, type });
    const owner = await findUserById(tx, userId);
    if (owner && status === "verified") await tellOfChange(tx, owner, { change: "removed", factor: type });
    return ok(rows[0]);
  });
}

type OwnedFactor = Pick<Factor, "id" | "user_id" | "factor_type" | "status">;

async function lockFactor(tx: Tx, c: AuthRequest): Promise<Result<OwnedFactor, AuthProblem>> {
  const user = await lockNamedUser(tx, c.req.param("id"));
  if (!user.ok) return user;
  const factorId = c.req.param("factor");
  if (!isUuid(factorId)) {
    return failed(authProblem("validation_failed", { status: 404, message: "factor_id must be an UUID" }));
  }
  const { rows } = await tx.query<OwnedFactor>(
    "select id, user_id, factor_type, status from auth.mfa_factors where id = $1 and user_id = $2 for update",
    [factorId, user.value.id],
  );
  return rows[0] ? ok(rows[0]) : failed(authProblem("mfa_factor_not_found"));
}

async function hasOtherNamed(tx: Tx, factor: OwnedFactor, name: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "select 1 from auth.mfa_factors where user_id = $1 and id <> $2 and friendly_name = $3",
    [factor.user_id, factor.id, name],
  );
  return rowCount > 0;
}
