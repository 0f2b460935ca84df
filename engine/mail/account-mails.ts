import type { Tx } from "#engine/db/database.ts";

import { insertMail } from "./queue-mail.ts";

/** What is mailed about an account, and what each mail holds. */
export type AccountMailData = {
  "confirm-signup": LinkData;
  recovery: LinkData;
  "magic-link": LinkData;
  invitation: LinkData;
  /** Of an administrator; the command names no inviter. */
  "team-invitation": LinkData & { role?: string; invitedBy?: string };
  "email-change": LinkData & { newEmail?: string };
  reauthentication: { code: string };
  "password-changed": Record<string, never>;
  "address-taken": LinkData;
  "email-changed": { newEmail: string };
  "phone-changed": Record<string, never>;
  /** `at` as readers write it. */
  "new-device": { at: string; device: string };
  "factor-changed": FactorChanged;
  "factors-reset": Record<string, never>;
};

/** `link` opens the auth service; `code` is the short form some screens ask for. */
type LinkData = { link: string; code?: string };

/** What happened to a way in or to a second factor, and to which kind. */
export type FactorChanged = {
  change: "added" | "removed";
  factor: "totp" | "phone" | "webauthn" | "passkey" | "google" | "email" | "web3";
};

export function queueAccountMail<Template extends keyof AccountMailData>(
  tx: Tx,
  mail: { to: string; template: Template; data: AccountMailData[Template] },
): Promise<void> {
  return insertMail(tx, mail);
}
