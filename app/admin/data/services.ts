import { createContext, useContext } from "react";

import type { CountAlerts } from "#app/api/admin/admin-alerts.ts";
import type { AdminSession } from "#app/api/admin/admin-session.ts";
import type { BulkApi } from "#app/api/admin/bulk.ts";
import type { DeliveriesApi } from "#app/api/admin/deliveries.ts";
import type { DeskApi } from "#app/api/admin/desk.ts";
import type { LeadAccountsApi } from "#app/api/admin/lead-accounts.ts";
import type { FiguresApi } from "#app/api/admin/figures.ts";
import type { LeadEventsApi } from "#app/api/admin/lead-events.ts";
import type { LeadViewsApi } from "#app/api/admin/lead-views.ts";
import type { LeadsApi } from "#app/api/admin/leads.ts";
import type { PaymentsApi } from "#app/api/admin/payments.ts";
import type { TeamApi } from "#app/api/admin/team.ts";
import type { RoomsApi } from "#app/api/admin/rooms.ts";
import type { ReadWorklist } from "#app/api/admin/worklist.ts";
import type { OwnSecurity } from "#app/api/customer/own-security.ts";

import type { AdminConfig } from "./admin-config.ts";

/** What every screen of the back office works with; tests bring their own. */
export type AdminServices = {
  config: AdminConfig;
  session: AdminSession;
  leads: LeadsApi;
  bulk: BulkApi;
  figures: FiguresApi;
  leadEvents: LeadEventsApi;
  accounts: LeadAccountsApi;
  desk: DeskApi;
  deliveries: DeliveriesApi;
  payments: PaymentsApi;
  team: TeamApi;
  rooms: RoomsApi;
  views: LeadViewsApi;
  countAlerts: CountAlerts;
  readWorklist: ReadWorklist;
  security: OwnSecurity;
};

type ScreenServices = AdminServices & {
  /** Signs out and goes back to the login page. */
  leave: () => Promise<void>;
};

export const ServicesContext = createContext<ScreenServices | undefined>(undefined);

export function useServices(): ScreenServices {
  const services = useContext(ServicesContext);
  if (!services) throw new Error("A screen of the back office was rendered outside the application.");
  return services;
}
