import { onStoredElsewhere, readStored, removeStored, writeStored } from "#app/api/transport/local-storage.ts";
import { newUuid } from "#app/api/transport/uuid.ts";
import { funnelStateKey } from "#domain/site/storage-keys.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import { readFunnelState } from "#subjects/funnel/rules/stored-state.ts";
import { type FunnelAction, reduceFunnel } from "#subjects/funnel/rules/transitions.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { Prices } from "#domain/site/prices.ts";

/** The state of a funnel and its storage: nothing else reads or writes the key. */
export type FunnelStore = {
  getState: () => FunnelState;
  change: (action: FunnelAction) => void;
  clear: () => void;
  /** Calls back after each change, here or in another tab. */
  subscribe: (act: () => void) => () => void;
};

/** Reads storage at its first use, so that it can be made while rendering. */
export function createFunnelStore(offer: FunnelOffer, prices: Prices): FunnelStore {
  const listeners = new Set<() => void>();
  let state: FunnelState | undefined;

  const read = (shown?: FunnelState) =>
    readFunnelState(readStored(funnelStateKey), { offer, now: new Date(), newKey: newUuid(), shown, prices });
  const announce = () => {
    for (const act of listeners) act();
  };

  function getState(): FunnelState {
    state ??= read();
    return state;
  }

  return {
    getState,

    // Written after this tab's own changes only, never on load: the last one to change something wins.
    change(action) {
      const now = new Date();
      const next = reduceFunnel(getState(), action, { now, newKey: newUuid(), prices });
      if (next === state) return;
      state = { ...next, savedAt: now.toISOString() };
      writeStored(funnelStateKey, JSON.stringify(state));
      announce();
    },

    clear() {
      removeStored(funnelStateKey);
      state = read();
      announce();
    },

    subscribe(act) {
      listeners.add(act);
      const stopListening = onStoredElsewhere(funnelStateKey, () => {
        state = read(state);
        act();
      });
      return () => {
        listeners.delete(act);
        stopListening();
      };
    },
  };
}
