import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { admin } from "#content/shared/admin.ts";

/**
 * The title of the tab, with what there is to do today as the bar last read it. The page arrives with one title for all
 * screens, which React cannot replace by rendering.
 */
export function usePageTitle(page: string): void {
  const { brand } = useServices().config;
  const toDo = useWorkCount();
  const title = admin.pageTitle(page, brand);
  const counted = toDo === 0 ? title : admin.countedTitle(toDo, title);
  // Synchronises with the document.
  useEffect(() => {
    document.title = counted;
  }, [counted]);
}

/** Asks for nothing: a screen without the bar knows of nothing to do. */
function useWorkCount(): number {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (onChange) => queryClient.getQueryCache().subscribe(onChange),
    () => queryClient.getQueryData<{ today?: number }>(screenKeys.alerts)?.today ?? 0,
  );
}
