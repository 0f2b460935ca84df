import type { Logger } from "pino";

import { outsideTransactions } from "./transactions.ts";

type NotificationHandler = (payload: string) => void;

export type Subscriptions = {
  channels(): string[];
  /** @returns whether this is the first handler of its channel */
  add(channel: string, handler: NotificationHandler): boolean;
  /** @returns whether the channel has no handler left */
  remove(channel: string, handler: NotificationHandler): boolean;
  dispatch(channel: string, payload: string): void;
  /** After a lost connection: each may have missed something. */
  wakeAll(): void;
};

/** Who listens to which channel. Handlers outlive connections: a new connection asks here what to listen to. */
export function createSubscriptions(log: Logger): Subscriptions {
  const handlers = new Map<string, Set<NotificationHandler>>();

  function call(handler: NotificationHandler, payload: string, channel: string): void {
    try {
      outsideTransactions(() => handler(payload));
    } catch (error) {
      log.error({ err: error, channel }, "a notification handler failed");
    }
  }

  return {
    channels: () => [...handlers.keys()],

    add(channel, handler) {
      const present = handlers.get(channel);
      if (present) present.add(handler);
      else handlers.set(channel, new Set([handler]));
      return !present;
    },

    remove(channel, handler) {
      const present = handlers.get(channel);
      present?.delete(handler);
      return present?.size === 0 && handlers.delete(channel);
    },

    dispatch(channel, payload) {
      for (const handler of handlers.get(channel) ?? []) call(handler, payload, channel);
    },

    wakeAll() {
      for (const [channel, each] of handlers) for (const handler of each) call(handler, "", channel);
    },
  };
}
