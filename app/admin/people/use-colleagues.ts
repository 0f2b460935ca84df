import { useQuery } from "@tanstack/react-query";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { roleMay } from "#domain/kernel/roles.ts";
import type { ColleagueLine } from "#subjects/team/contract/team.ts";

const none: ColleagueLine[] = [];

/**
 * The administrators, by name.
 *
 * @param isOpen else nothing is asked: the desk is not open yet
 */
export function useColleagues(isOpen = true) {
  const { team } = useServices();
  const { data } = useQuery({
    queryKey: screenKeys.colleagues,
    queryFn: async ({ signal }) => valueOf(await team.colleagues(signal)),
    staleTime: 5 * 60_000,
    enabled: isOpen,
  });
  return {
    colleagues: data ?? none,
    /** Those who may look after a lead. */
    owners: data?.filter(({ role }) => roleMay(role, "seller")) ?? none,
    isRead: data !== undefined,
    /** @param key an id or an address */
    find: (key: string) => data?.find(({ user_id, email }) => user_id === key || email === key),
    /** Who has this address; by the address alone where it is, or is no longer, an administrator's. */
    personOf: (email: string) => data?.find((colleague) => colleague.email === email) ?? { name: "", email },
  };
}
