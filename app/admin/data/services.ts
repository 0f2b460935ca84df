import type { Prices } from "#domain/site/prices.ts";
import { createContext, useContext } from "react";

import type { CountAlerts } from "#app/api/admin/admin-alerts.ts";
import type { AdminSession } from "#app/api/admin/admin-session.ts";
import type { BulkApi } from "#subjects/leads/calls/bulk.ts";
import type { DeliveriesApi } from "#subjects/deliveries/calls/deliveries.ts";
import type { DeskApi } from "#subjects/leads/calls/desk.ts";
import type { LeadAccountsApi } from "#subjects/leads/calls/lead-accounts.ts";
import type { FiguresApi } from "#subjects/statistics/calls/figures.ts";
import type { LeadEventsApi } from "#subjects/leads/calls/lead-events.ts";
import type { LeadViewsApi } from "#subjects/leads/calls/lead-views.ts";
import type { TagsApi } from "#subjects/leads/calls/tags.ts";
import type { LeadsApi } from "#subjects/leads/calls/leads.ts";
import type { MailsApi } from "#subjects/mails/calls/mails.ts";
import type { NotificationsApi } from "#subjects/notifications/calls/notifications.ts";
import type { PaymentsApi } from "#subjects/payments/calls/payments.ts";
import type { TeamApi } from "#subjects/team/calls/team.ts";
import type { RoomsApi } from "./rooms.ts";
import type { ReadWorklist } from "#subjects/leads/calls/worklist.ts";
import type { OwnSecurity } from "#subjects/account/calls/own-security.ts";

import { type AdminConfig, pricesNow } from "./admin-config.ts";

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
  mails: MailsApi;
  deliveries: DeliveriesApi;
  payments: PaymentsApi;
  team: TeamApi;
  rooms: RoomsApi;
  views: LeadViewsApi;
  tags: TagsApi;
  countAlerts: CountAlerts;
  notifications: NotificationsApi;
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

/** What everything costs on the server's day. */
export function usePrices(): Prices {
  return pricesNow(useServices().config);
}
