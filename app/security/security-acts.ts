import type { OwnSecurity } from "#subjects/account/calls/own-security.ts";

export type SectionHeading = "h2" | "h3";

/** What each part of the panel needs to act. */
export type SecurityActs = {
  security: OwnSecurity;
  onSignedOut: () => void;
  /** Something was done: this sentence says what, and the state is read again. */
  onDone: (sentence: string) => Promise<void>;
};
