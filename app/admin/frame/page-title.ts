import { useEffect } from "react";

import { useServices } from "#app/admin/data/services.ts";
import { admin } from "#content/shared/admin.ts";

/** The title of the tab. The page arrives with one title for all screens, which React cannot replace by rendering. */
export function usePageTitle(page: string): void {
  const { brand } = useServices().config;
  const title = admin.pageTitle(page, brand);
  // Synchronises with the document.
  useEffect(() => {
    document.title = title;
  }, [title]);
}
