import type { ConnectionState } from "./live-connection.ts";

export type LiveState = {
  connection: ConnectionState;
  /** It was lost a moment ago: that it is back is worth a word. */
  wasLost: boolean;
  /** Leads that came and are not shown yet. */
  newLeadIds: readonly string[];
  /** Who else looks at the open file. */
  onlookers: readonly string[];
};

const atFirst: LiveState = { connection: "connecting", wasLost: false, newLeadIds: [], onlookers: [] };

/** What the screens show of the stream, apart from the leads themselves: those are in the query cache. */
export function createLiveStore() {
  let state = atFirst;
  const listeners = new Set<() => void>();

  return {
    get: () => state,
    set(change: Partial<LiveState>) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type LiveStore = ReturnType<typeof createLiveStore>;
