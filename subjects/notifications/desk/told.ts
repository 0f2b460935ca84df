import { fileParam } from "#app/admin/data/file-address.ts";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import type { Notification } from "#subjects/notifications/contract/notifications.ts";
import { adminNotifications } from "#subjects/notifications/words/admin-notifications.ts";
import { shortNameOf } from "#subjects/team/rules/person-name.ts";

/** What happened, in a sentence that calls colleagues by their names. */
export function useSentence() {
  const { personOf } = useColleagues();
  return ({ kind, lead_name: name, actor_email, lead_count: count, alert }: Notification): string => {
    const actor = actor_email === null ? null : shortNameOf(personOf(actor_email));
    return adminNotifications.sentences[kind]({ name, actor, count, alert });
  };
}

/** The file of its lead; of several the list, which shows the newest first; of the site, how it is doing. */
export function pathOfNotification({ kind, lead_id: leadId }: Notification): string {
  if (kind === "site") return "/sante";
  return leadId === null ? "/dashboard" : `/dashboard?${new URLSearchParams({ [fileParam]: leadId })}`;
}
