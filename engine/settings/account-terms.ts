import type { FixedDuration } from "#kit/duration.ts";

/** How long each thing is kept that belongs to an account, or was begun by a stranger. */
export type AccountTerms = {
  /** A session of anybody but an administrator, and of one. */
  session: FixedDuration;
  administratorSession: FixedDuration;
  /** An address and a browser stay known to an account that signed in with them. */
  knownDevice: FixedDuration;
  /** An account whose address or phone was never proved, without a new sign-up. */
  unprovedAccount: FixedDuration;
  /** An anonymous account, once its session has ended. */
  anonymousAccount: FixedDuration;
  /** A sign-in at another provider that was not finished. */
  unfinishedSignIn: FixedDuration;
  /** The longest link that may be mailed, and the code that it is exchanged for. */
  mailedSignIn: FixedDuration;
  secondFactorChallenge: FixedDuration;
  unfinishedFactor: FixedDuration;
  invitation: FixedDuration;
};
