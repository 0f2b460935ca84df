import { useQuery } from "@tanstack/react-query";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";

/** The administrators, who may each look after a lead. */
export function useOwners() {
  const { desk } = useServices();
  return useQuery({
    queryKey: leadKeys.owners,
    queryFn: async ({ signal }) => valueOf(await desk.owners(signal)),
    staleTime: 5 * 60_000,
  });
}
