import { createHash } from "node:crypto";

import type { Tx } from "#engine/db/database.ts";

/**
 * Marks a proof of identity (a signed message, an ID token) as used. Of several concurrent uses one succeeds; the
 * others wait for the transaction of the first.
 *
 * @param proof what is signed, without the signature: some of those can be written in two ways
 * @param expiresAt when it would be refused for its age anyway
 */
export async function useProof(tx: Tx, proof: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "insert into auth.used_proofs (proof_hash, expires_at) values ($1, $2) on conflict do nothing",
    [createHash("sha256").update(proof).digest("base64url"), expiresAt],
  );
  return rowCount === 1;
}
