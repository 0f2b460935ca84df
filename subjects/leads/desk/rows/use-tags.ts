import { useQuery } from "@tanstack/react-query";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";

/** The team's tags, by name. */
export function useTags() {
  const { tags } = useServices();
  return useQuery({
    queryKey: leadKeys.tags,
    queryFn: async ({ signal }) => valueOf(await tags.list(signal)),
    staleTime: 60_000,
  });
}
