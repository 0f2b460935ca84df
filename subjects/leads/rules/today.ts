/** Why a lead is to be acted on, the most urgent first. */
export const workReasons = [
  "payment",
  "debit",
  "setup",
  "answers",
  "callback",
  "call",
  "write",
  "unpaid",
  "suspect",
  "delivery",
  "expiry",
] as const;
export type WorkReason = (typeof workReasons)[number];

/** How a call ended. */
export const callOutcomes = ["reached", "absent", "voicemail", "wrong_number", "refused"] as const;
export type CallOutcome = (typeof callOutcomes)[number];
