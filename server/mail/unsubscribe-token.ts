import { openId, sealId } from "./signed-id.ts";

const purpose = "newsletter unsubscriptions";

/**
 * Names a request of the newsletter. It has no term: a mail of years ago must still let its reader leave.
 *
 * @param requestId a UUID
 */
export function sealUnsubscription(authSecret: string, requestId: string): string {
  return sealId(authSecret, purpose, requestId);
}

/** The address at which the holder of a request leaves the newsletter. */
export function wayOutOf(settings: { authSecret: string; site: { origin: string } }, requestId: string): string {
  const token = sealUnsubscription(settings.authSecret, requestId);
  return `${settings.site.origin}/functions/v1/unsubscribe?token=${token}`;
}

/** @returns the id of the request; undefined for what is no token of this site */
export function openUnsubscription(authSecret: string, token: string): string | undefined {
  return openId(authSecret, purpose, token);
}
