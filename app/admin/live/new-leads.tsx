import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import type { LeadPage } from "#subjects/leads/calls/leads.ts";
import { Button } from "#app/ui/button.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminLive } from "#subjects/leads/words/admin-live.ts";
import type { LeadFilters } from "#subjects/leads/rules/lead-filters.ts";

import { useLive } from "./live-desk.tsx";

/** Announces leads that arrived meanwhile: the list moves only when they are asked for. */
export function NewLeads({ filters }: { filters: LeadFilters }) {
  const live = useLive();
  const queryClient = useQueryClient();
  const store = live?.store;
  const key = JSON.stringify(filters);

  // Synchronises with the list: other filters show it as it is now.
  useEffect(() => store?.set({ newLeadIds: [] }), [store, key]);

  const listed = listedIds(queryClient, filters);
  // A list that was loading when they were heard of may show them already.
  const count = live?.newLeadIds.filter((leadId) => !listed.has(leadId)).length ?? 0;
  function show() {
    store?.set({ newLeadIds: [] });
    void queryClient.invalidateQueries({ queryKey: leadKeys.list });
    window.scrollTo({ top: 0, behavior: "instant" });
  }

  return (
    <Row role="status" justify="center" className="new-leads">
      {count > 0 && (
        <Button variant="secondary" isSmall hasPlug={false} onClick={show}>
          {adminLive.newLeads(count)}
        </Button>
      )}
    </Row>
  );
}

function listedIds(queryClient: QueryClient, filters: LeadFilters): Set<string | null> {
  const pages = queryClient.getQueriesData<LeadPage>({ queryKey: leadKeys.listOf(filters) });
  return new Set(pages.flatMap(([, page]) => page?.rows ?? []).map(({ leadId }) => leadId));
}
