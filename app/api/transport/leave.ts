import type { AskedOf, Contract } from "#domain/wire/contract.ts";

/**
 * Leaves something on this site's own server, without a key. Nobody waits for it: the browser may be leaving. Of the
 * contract it takes types alone, since every page carries it.
 */
export function leave<Of extends Contract<"anybody">>(name: Of["name"], asked: AskedOf<Of>): void {
  leaveText<Of>(name, JSON.stringify(asked));
}

/** The same, of what is JSON already. */
export function leaveText<Of extends Contract<"anybody">>(name: Of["name"], body: string): void {
  const headers = { "content-type": "application/json" };
  void fetch(`/functions/v1/${name}`, { method: "POST", headers, body, keepalive: true }).catch(() => undefined);
}
