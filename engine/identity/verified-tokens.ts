import type { CryptoKey } from "jose";

/** A token whose signature was found good, by this key. */
export type VerifiedToken = { kid: string; key: CryptoKey; claims: unknown };

/**
 * Tokens of this process whose signature was checked: who asks again shows the same one for an hour, and checking is a
 * quarter of the work of an answer. Only the signature is remembered. Whether its key is still believed and whether the
 * token is valid now are asked each time.
 */
export type VerifiedTokens = {
  find(token: string): VerifiedToken | undefined;
  remember(token: string, verified: VerifiedToken): void;
  forget(token: string): void;
};

/** At most 12 KB each, ordinarily one: only what we signed is ever kept. */
const mostTokens = 2_000;

export function createVerifiedTokens(): VerifiedTokens {
  const verified = new Map<string, VerifiedToken>();

  return {
    find: (token) => verified.get(token),
    remember(token, found) {
      verified.set(token, found);
      if (verified.size <= mostTokens) return;
      const [oldest] = verified.keys();
      if (oldest !== undefined) verified.delete(oldest);
    },
    forget: (token) => void verified.delete(token),
  };
}
