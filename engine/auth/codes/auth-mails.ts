import { startFlow } from "./flow-state.ts";
import type { SignInMethod } from "#engine/auth/accounts/sign-in-method.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { queueAccountMail } from "#engine/mail/account-mails.ts";

import { issueOneTimeToken, methodOfToken, type OneTimeTokenType } from "./one-time-tokens.ts";

export type LinkMail = {
  template:
    | "confirm-signup"
    | "magic-link"
    | "recovery"
    | "address-taken"
    | "invitation"
    | "team-invitation"
    | "email-change";
  tokenType: OneTimeTokenType;
  /** `type` of the link, as the client knows it. */
  verifyType: "signup" | "magiclink" | "recovery" | "invite" | "email_change";
};

const confirmSignUp: LinkMail = { template: "confirm-signup", tokenType: "confirmation_token", verifyType: "signup" };
const recovery: LinkMail = { template: "recovery", tokenType: "recovery_token", verifyType: "recovery" };
const magicLink: LinkMail = { template: "magic-link", tokenType: "magic_link_token", verifyType: "magiclink" };
/** For a sign-up with an address that already has an account: its owner may have forgotten the password. */
const addressTaken: LinkMail = { ...recovery, template: "address-taken" };
const invitation: LinkMail = { template: "invitation", tokenType: "invite_token", verifyType: "invite" };
const teamInvitation: LinkMail = { ...invitation, template: "team-invitation" };
const changeTo: LinkMail = {
  template: "email-change",
  tokenType: "email_change_token_new",
  verifyType: "email_change",
};
const changeFrom: LinkMail = { ...changeTo, tokenType: "email_change_token_current" };

export const linkMails = {
  confirmSignUp,
  magicLink,
  recovery,
  addressTaken,
  invitation,
  teamInvitation,
  changeTo,
  changeFrom,
};

export type LinkMailRequest = {
  userId: string;
  to: string;
  redirectTo: string;
  /** With one, the link ends in a code for the browser that asked. */
  codeChallenge?: string | undefined;
  /** How the session of that code began, where it is not by this kind of mail. */
  method?: SignInMethod;
  newEmail?: string;
  appointment?: { role: string; invitedBy?: string | undefined } | undefined;
};

/** No service of the process: `npm run admin` mails too. */
type MailContext = Pick<EngineContext, "settings" | "now">;

/** Queues a mail with a one-time link and its digits, in the caller's transaction. */
export async function queueLinkMail(
  context: MailContext,
  tx: Tx,
  mail: LinkMail,
  {
    userId,
    to,
    redirectTo,
    codeChallenge,
    newEmail,
    appointment,
    method = methodOfToken[mail.tokenType],
  }: LinkMailRequest,
): Promise<void> {
  const flowId =
    codeChallenge &&
    (await startFlow(tx, { provider: "email", method, codeChallenge, redirectTo, userId }, context.now()));
  const { token, code } = await issueOneTimeToken(context, tx, { userId, type: mail.tokenType, sentTo: to, flowId });
  const link = linkOf(context, { token, type: mail.verifyType, redirectTo });
  await queueAccountMail(tx, {
    to,
    template: mail.template,
    data: { link, code, ...(newEmail !== undefined && { newEmail }), ...appointment },
  });
}

/** The address that a mail leads to. */
export function linkOf(
  { settings }: MailContext,
  { token, type, redirectTo }: { token: string; type: LinkMail["verifyType"]; redirectTo: string },
): string {
  const link = new URL(`${settings.site.origin}/auth/v1/verify`);
  link.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString();
  return link.href;
}

/** Mails an invitation valid 7 days to choose a password; the one sent before stops working. */
export async function sendInvitation(
  context: MailContext,
  tx: Tx,
  invited: { userId: string; email: string; redirectTo: string; appointment?: LinkMailRequest["appointment"] },
): Promise<void> {
  const { email: to, ...request } = invited;
  const mail = request.appointment ? linkMails.teamInvitation : linkMails.invitation;
  await queueLinkMail(context, tx, mail, { to, ...request });
  await tx.query("update auth.users set invited_at = $2, updated_at = $2 where id = $1", [
    request.userId,
    context.now(),
  ]);
}
