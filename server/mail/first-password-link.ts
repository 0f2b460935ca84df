import { firstPasswordName } from "#domain/contracts/mailed-link.ts";

import { openId, sealId } from "./signed-id.ts";

const purpose = "first passwords";
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Sender = { authSecret: string; site: { origin: string } };

/**
 * With the address that a mail about a payment leads to, where it names a link: in the fragment, which no server and no
 * log sees. A mail that waits holds the id alone.
 */
export function withFirstPasswordLink(data: Record<string, unknown>, { authSecret, site }: Sender) {
  const { firstPassword: id, ...rest } = data;
  if (typeof id !== "string" || !uuid.test(id)) return data;
  const token = sealId(authSecret, purpose, id);
  return { ...rest, firstPasswordLink: `${site.origin}/compte/mot-de-passe#${firstPasswordName}=${token}` };
}

/** @returns the id of the link; undefined for what is no token of this site */
export function openFirstPasswordToken(authSecret: string, token: string): string | undefined {
  return openId(authSecret, purpose, token);
}
