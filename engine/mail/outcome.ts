/**
 * What became of one try. `status` is the receiver's own number, null when it gave none; `error` is a code; `answer` is
 * what a mail server said, without addresses.
 */
export type DeliveryOutcome =
  | { kind: "delivered"; status: number | null }
  /** The target is there and does not want this one: it is tried again alone. */
  | { kind: "refused"; status: number | null; error: string; answer?: string }
  /** The target does not want this one, and said that it never will. */
  | { kind: "rejected"; status: number; error: string; answer?: string }
  /** The target is in trouble: everything for it waits, one delivery at a time probes it. */
  | { kind: "outage"; status: number | null; error: string; answer?: string; retryAfterMs?: number }
  /** The receiver said that it is gone for good. */
  | { kind: "gone"; status: number }
  /** It cannot leave as it is, and would not leave later either. */
  | { kind: "unsendable"; error: string }
  /** We stopped before the answer came. */
  | { kind: "interrupted" };
