import { createContext, useContext } from "react";

import type { SiteOnDay } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";

/** What a page is made from, besides its own copy. */
export type PageContext = {
  site: SiteOnDay;
  /** The day of dated offers, in Paris: the server's, never the visitor's. */
  today: CivilDate;
};

export const SiteContext = createContext<PageContext | undefined>(undefined);

export function usePageContext(): PageContext {
  const context = useContext(SiteContext);
  if (!context) throw new Error("The site was asked for outside a page: islands receive it as props.");
  return context;
}

/** Brand, contacts, links, claims. For static components only: islands receive them as props. */
export function useSite(): SiteOnDay {
  return usePageContext().site;
}

export function useToday(): CivilDate {
  return usePageContext().today;
}
