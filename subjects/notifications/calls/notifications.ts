import { callingAs } from "#app/api/admin/admin-rest.ts";
import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type Result, withoutValue } from "#kit/result.ts";
import {
  listNotificationsCall,
  type Notification,
  type NotificationChoices,
  ownNotificationChoicesCall,
  readNotificationsCall,
  setNotificationsCall,
  takeBrowserNotificationsCall,
} from "#subjects/notifications/contract/notifications.ts";

export type NotificationsApi = {
  list(signal?: AbortSignal): Promise<Result<Notification[], CallProblem>>;
  /** @param ids all of one's own when left out */
  read(ids?: string[]): Promise<Result<void, CallProblem>>;
  /** Those that this browser is to show, and no other. */
  takeForBrowser(): Promise<Result<Notification[], CallProblem>>;
  choices(signal?: AbortSignal): Promise<Result<NotificationChoices, CallProblem>>;
  choose(choices: NotificationChoices): Promise<Result<void, CallProblem>>;
};

/** @param accessToken the administrator's; undefined once their session is over */
export function createNotificationsApi(api: ApiSettings, accessToken: AccessToken): NotificationsApi {
  const caller = callingAs(api, accessToken);
  return {
    list: (signal) => call(caller, listNotificationsCall, {}, { signal }),
    read: async (ids) => withoutValue(await call(caller, readNotificationsCall, ids ? { ids_param: ids } : {})),
    takeForBrowser: () => call(caller, takeBrowserNotificationsCall, {}),
    choices: (signal) => call(caller, ownNotificationChoicesCall, {}, { signal }),
    choose: async (choices) => withoutValue(await call(caller, setNotificationsCall, choices)),
  };
}
