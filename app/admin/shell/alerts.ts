import { useQuery } from "@tanstack/react-query";

import { valueOf } from "#app/admin/ui/leads-error.ts";

import { useServices } from "./services.tsx";

export const alertsKey = ["alerts"];
const readAgainMs = 60_000;

/** What waits for a decision, beside the names of the screens; undefined until it is known. */
export function useAdminAlerts() {
  const { countAlerts } = useServices();
  return useQuery({
    queryKey: alertsKey,
    queryFn: async ({ signal }) => valueOf(await countAlerts(signal)),
    refetchInterval: readAgainMs,
  }).data;
}
