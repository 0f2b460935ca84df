import type { Result } from "#kit/result.ts";
import type { User } from "#engine/auth/accounts/users.ts";
import type { ProjectUser } from "#engine/auth/sessions/project-user.ts";
import type { EngineContext } from "#engine/context.ts";
import type { DbRow, Tx } from "#engine/db/database.ts";

export type Invited = { userId: string; email: string };

/** What an administrator will be, and the name of who invites them, where it is not the command. */
export type InvitedAs = { role: string; invitedBy?: string | undefined };

/** What else opens an account, and was not ours to close: `phone`, or the name of a provider. */
export type WaysLeft = { waysLeft?: string[] };

/**
 * Finds, creates, invites and removes the product's accounts, in our own tables or through the API of a hosted project.
 * A call to a project is not rolled back with the transaction that made it, so every step can be repeated.
 *
 * Code outside `engine/auth` reaches accounts only through this type: see docs/decisions/0028.
 */
export type AccountAdministration = {
  /** @returns undefined once it is gone */
  find(tx: Tx, userId: string): Promise<KnownAccount | undefined>;
  /** Whether an account can have this address, which mails reach: said to its person before they choose a password. */
  takes(email: string): boolean;
  /** Invites a new account, or one that was never confirmed: the link of the mail opens it. */
  invite(tx: Tx, email: string): Promise<Result<Invited, "email_has_account">>;
  /** The link of the mail before stops working. */
  inviteAgain(tx: Tx, invited: Invited): Promise<void>;
  /**
   * As `invite`, for an administrator; of an account that has the address already, every way in is closed but the link
   * of this mail, and those that a project does not let us close.
   */
  inviteAnew(tx: Tx, invited: { email: string } & InvitedAs): Promise<Invited & WaysLeft>;
  /**
   * Sets the first password behind a proved address: of a new account, or of the given one, which has none yet.
   *
   * @returns the account's id; undefined when another account has taken the address
   */
  giveFirstPassword(tx: Tx, first: ProvedPassword): Promise<string | undefined>;
  /** Its account goes with this transaction, or after it. */
  remove(tx: Tx, userId: string): Promise<AccountRemoval>;
  /** Its second factors and passkeys. @returns how many there were */
  removeFactors(tx: Tx, userId: string): Promise<number>;
  /** Every session but the owner's. @returns how many there were */
  endOtherSessions(tx: Tx, owner: SessionOwner): Promise<number>;
  /** Whether the owner's session began with a sign-in at that instant or later: an exchanged token is none. */
  hasSignedInSince(tx: Tx, owner: SessionOwner, instant: Date): Promise<boolean>;
  /** Whether the owner signed in at that instant or later, or proved themselves in this session in another way. */
  hasProvedSince(tx: Tx, owner: Omit<SessionOwner, "accessToken">, instant: Date): Promise<boolean>;
  /** All that is kept about an account, for its owner's file. */
  collectRecords(tx: Tx, owner: { user: User; ofProject?: ProjectUser }): Promise<AccountRecords>;
  /** The same for the account of another person than the caller. @returns undefined once it is gone */
  collectRecordsOf(tx: Tx, userId: string): Promise<{ user: User; records: AccountRecords } | undefined>;
};

export type ProvedPassword = {
  /** Null when no account has the address. */
  userId: string | null;
  email: string;
  password: string;
  /** Of the password, for our own tables. */
  passwordHash: string;
};

export type KnownAccount = {
  email: string | null;
  isEmailConfirmed: boolean;
  lastSignInAt: Date | null;
  /** Of its verified second factors, each once, in the order of the alphabet. */
  factorKinds: string[];
};

export type SessionOwner = { userId: string; sessionId: string; claims: Record<string, unknown>; accessToken: string };

export type AccountRemoval = {
  accounts: number;
  /** What is left to do once the transaction has committed. */
  afterCommit?: () => Promise<void>;
};

export type AccountRecords = {
  /** As `GET /auth/v1/user` describes it: address, dates, sign-in methods, second factors. Null of who has none. */
  account: Record<string, unknown> | null;
  /** Where the account is, or lately was, signed in. */
  sessions: DbRow[];
  known_devices: DbRow[];
  /** Passkeys it can be opened with, without what recognises them. */
  passkeys: DbRow[];
  /** Mailed links that still open something; not the links themselves. */
  pending_links: DbRow[];
};

export type AccountsContext = Pick<EngineContext, "settings" | "now">;
