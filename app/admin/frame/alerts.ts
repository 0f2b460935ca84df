import { useQuery } from "@tanstack/react-query";

import { followsLeads, screenKeys } from "#app/admin/data/query-keys.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";

import { useServices } from "#app/admin/data/services.ts";

const readAgainMs = 60_000;

/** What waits for a decision, beside the names of the screens, and the reader's own notifications. */
export function useAlertsQuery() {
  const { countAlerts } = useServices();
  return useQuery({
    queryKey: screenKeys.alerts,
    queryFn: async ({ signal }) => valueOf(await countAlerts(signal)),
    refetchInterval: readAgainMs,
    meta: followsLeads,
  });
}

/** Undefined until it is known. */
export function useAdminAlerts() {
  return useAlertsQuery().data;
}
