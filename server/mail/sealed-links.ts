import { firstPasswordName } from "#domain/site/mailed-link.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";

import { sealId } from "./sealed-id.ts";

type Settings = { authSecret: string; site: { origin: string } };

/** The address at which the holder of a request leaves the newsletter. */
export function wayOutOf({ authSecret, site }: Settings, requestId: string): string {
  return `${site.origin}/functions/v1/unsubscribe?token=${sealId(authSecret, "newsletter unsubscriptions", requestId)}`;
}

/** The address at which the holder of a place leaves the waiting list of the conference. */
export function wayOffTheList({ authSecret, site }: Settings, placeId: string): string {
  const token = sealId(authSecret, "waiting list departures", placeId);
  return `${site.origin}/functions/v1/leave-waiting-list?token=${token}`;
}

/** The address at which a paying customer chooses a password; in the fragment, which browsers send to no server. */
export function firstPasswordOf({ authSecret, site }: Settings, id: string): string {
  return `${site.origin}/compte/mot-de-passe#${firstPasswordName}=${sealId(authSecret, "first passwords", id)}`;
}

/** The address at which the summary of an order opens again; behind the `#`, which browsers send to no server. */
export function orderResumptionOf({ authSecret, site }: Settings, offer: FunnelOffer, reference: string): string {
  return `${site.origin}/inscription-${offer}#reprise=${sealId(authSecret, "order resumptions", reference)}`;
}

/** The address at which the holder of a reminder ends all reminders of the order. */
export function reminderStopOf({ authSecret, site }: Settings, leadId: string): string {
  return `${site.origin}/functions/v1/stop-reminder?token=${sealId(authSecret, "reminder stops", leadId)}`;
}

/** The address at which the reader of a mail that the team wrote ends all of them. */
export function mailStopOf({ authSecret, site }: Settings, leadId: string): string {
  return `${site.origin}/functions/v1/stop-mails?token=${sealId(authSecret, "team mail stops", leadId)}`;
}
