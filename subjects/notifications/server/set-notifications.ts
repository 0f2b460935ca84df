import { functionProblems } from "#content/shared/function-problems.ts";
import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { setNotificationsCall } from "#subjects/notifications/contract/notifications.ts";

/** `POST /set-notifications`: how the caller wants to be told from now on; what was told before stays as it is. */
export const setNotifications = administratorFunction(setNotificationsCall, {
  sentences: functionProblems,
  async act(tx, { caller }, { kinds, quiet_from: from, quiet_until: until, digest_hour: digest }) {
    await tx.query(
      `insert into private.notification_choices (user_id, kinds, quiet_from, quiet_until, digest_hour)
       values ($1, $2, $3, $4, $5)
       on conflict (user_id) do update set (kinds, quiet_from, quiet_until, digest_hour) =
         (excluded.kinds, excluded.quiet_from, excluded.quiet_until, excluded.digest_hour)`,
      [caller.userId, JSON.stringify(kinds), from, until, digest],
    );
    return ok({});
  },
  answer: () => ({}),
});
