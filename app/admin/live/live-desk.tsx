import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { Outlet, useSearchParams } from "react-router";

import { fileParam, rowOfFile } from "#app/admin/data/file-address.ts";
import { filtersOfKey, leadKeys } from "#app/admin/data/query-keys.ts";
import { type AdminServices, useServices } from "#app/admin/data/services.ts";
import { newUuid } from "#app/api/transport/uuid.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { mayFit } from "#subjects/leads/rules/lead-filters.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { isSameSort, newestFirst } from "#subjects/leads/rules/lead-sort.ts";

import { createBackground } from "./background-lock.ts";
import { createLiveChanges } from "./live-changes.ts";
import { followLeads, waitUnless } from "./live-connection.ts";
import { createLiveStore, type LiveStore } from "./live-store.ts";
import { keepPlace, type OwnPlace } from "./own-place.ts";

const StoreContext = createContext<LiveStore | undefined>(undefined);
const noStore = createLiveStore();

/** Around every screen that shows data: one stream for the tab, whatever screen is open. */
export function LiveDesk() {
  const services = useServices();
  const queryClient = useQueryClient();
  const [desk] = useState(() => ({ store: createLiveStore(), tab: newUuid() }));
  const openLead = useOpenLead();
  const [place] = useState(() => keepPlace(desk.tab, services.leadEvents));

  // Synchronises with the server's stream.
  useEffect(() => follow(services, queryClient, desk, place), [services, queryClient, desk, place]);

  // Synchronises with what the others see of this tab.
  useEffect(() => {
    desk.store.set({ onlookers: [] });
    place.goTo(openLead);
    return () => place.goTo(null);
  }, [desk, place, openLead]);

  return (
    <StoreContext value={desk.store}>
      <Outlet />
    </StoreContext>
  );
}

/** Outside the desk, where nothing is followed, nothing happens. */
export function useLive() {
  const store = useContext(StoreContext);
  const { get, subscribe } = store ?? noStore;
  return store ? { ...useSyncExternalStore(subscribe, get), store } : undefined;
}

function useOpenLead(): string | null {
  const [params] = useSearchParams();
  const file = params.get(fileParam);
  return file === null || rowOfFile(file) !== undefined ? null : file;
}

type Desk = { store: LiveStore; tab: string };

function follow(services: AdminServices, queryClient: QueryClient, { store, tab }: Desk, place: OwnPlace): () => void {
  const now = () => Date.now();
  const changes = createLiveChanges({
    queryClient,
    leads: services.leads,
    now,
    onNewLeads: (leads) => receiveNewLeads(queryClient, store, leads),
  });
  const stop = followLeads({
    events: services.leadEvents,
    tab,
    background: createBackground(),
    now,
    wait: waitUnless,
    onAccessEnded: () => void services.session.signOut(),
    onState(connection) {
      const { wasLost } = store.get();
      store.set({ connection, wasLost: wasLost || connection === "lost" });
      if (connection === "following") place.sayAgain();
      else store.set({ onlookers: [] });
    },
    hear(message) {
      if (message.name === "presence" && message.data.lead_id === place.current()) {
        store.set({ onlookers: message.data.people.map(({ email }) => email) });
      }
      changes.hear(message);
    },
  });
  return () => {
    stop();
    changes.stop();
  };
}

/** Straight into a list that shows its newest and is not being worked in; else they wait for a click. */
function receiveNewLeads(queryClient: QueryClient, store: LiveStore, leads: LeadRow[]): void {
  const [list] = queryClient.getQueryCache().findAll({ queryKey: leadKeys.list, type: "active" });
  const filters = list && filtersOfKey(list.queryKey);
  if (!filters) return void queryClient.invalidateQueries({ queryKey: leadKeys.list });
  const today = dayInParis(new Date());
  const fitting = leads.filter((lead) => mayFit(lead, filters, today)).flatMap(({ leadId }) => leadId ?? []);
  if (fitting.length === 0) return;
  if (isSameSort(filters.sort, newestFirst) && !isAtWork())
    return void queryClient.invalidateQueries({ queryKey: leadKeys.list });
  store.set({ newLeadIds: [...new Set([...store.get().newLeadIds, ...fitting])] });
}

/** Scrolled, or with the focus in a row: what it stands on must not move. */
function isAtWork(): boolean {
  return window.scrollY > 0 || document.activeElement?.closest("tbody") != null;
}
