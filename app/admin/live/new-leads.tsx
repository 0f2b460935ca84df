import "./new-leads.css";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { leadKeys } from "#app/admin/leads/lead-queries.ts";
import { Button } from "#app/ui/button.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminLive } from "#content/admin-live.ts";
import type { LeadFilters } from "#domain/leads/lead-filters.ts";

import { useLive } from "./live-desk.tsx";

/** Leads that came while somebody reads further down: nothing moves before they are asked for. */
export function NewLeads({ filters }: { filters: LeadFilters }) {
  const live = useLive();
  const queryClient = useQueryClient();
  const store = live?.store;
  const key = JSON.stringify(filters);

  // Synchronises with the list: other filters show it as it is now.
  useEffect(() => store?.set({ newLeadIds: [] }), [store, key]);

  const count = live?.newLeadIds.length ?? 0;
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
