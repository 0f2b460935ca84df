import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { AdminApp, createAdminApp } from "./admin-app.tsx";
import { readAdminConfig } from "#app/admin/data/admin-config.ts";
import type { AdminServices } from "#app/admin/data/services.ts";
import { createCountAlerts } from "#app/api/admin/admin-alerts.ts";
import { watchAttendance } from "#app/api/admin/attendance.ts";
import { createAdminSession } from "#app/api/admin/admin-session.ts";
import { createBulkApi } from "#subjects/leads/calls/bulk.ts";
import { createDeliveriesApi } from "#subjects/deliveries/calls/deliveries.ts";
import { createDeskApi } from "#subjects/leads/calls/desk.ts";
import { createLeadAccountsApi } from "#subjects/leads/calls/lead-accounts.ts";
import { createFiguresApi } from "#subjects/statistics/calls/figures.ts";
import { createLeadEventsApi } from "#subjects/leads/calls/lead-events.ts";
import { createLeadViewsApi } from "#subjects/leads/calls/lead-views.ts";
import { createTagsApi } from "#subjects/leads/calls/tags.ts";
import { createLeadsApi } from "#subjects/leads/calls/leads.ts";
import { createMailsApi } from "#subjects/mails/calls/mails.ts";
import { createNotificationsApi } from "#subjects/notifications/calls/notifications.ts";
import { createPaymentsApi } from "#subjects/payments/calls/payments.ts";
import { createTeamApi } from "#subjects/team/calls/team.ts";
import { createRoomsApi } from "#app/admin/data/rooms.ts";
import { createReadWorklist } from "#subjects/leads/calls/worklist.ts";
import { contactOfPage, startAfresh } from "#app/api/transport/start-afresh.ts";
import { FailureBoundary } from "#app/ui/failure/failure-boundary.tsx";
import { failureCopy } from "#content/shared/failure.ts";
import { createOwnSecurity } from "#subjects/account/calls/own-security.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The admin page has no #root.");

watchAttendance();
const config = readAdminConfig(root);
// An address without a host is this site's own.
const api = { url: new URL(config.apiUrl, location.origin).href, publishableKey: config.publishableKey };
const session = createAdminSession(api);
const accessToken = () => session.accessToken();
const services: AdminServices = {
  config,
  session,
  desk: createDeskApi(api, accessToken),
  accounts: createLeadAccountsApi(api, accessToken),
  leads: createLeadsApi(api, accessToken),
  bulk: createBulkApi(api, accessToken),
  figures: createFiguresApi(api, accessToken),
  leadEvents: createLeadEventsApi(api, accessToken),
  mails: createMailsApi(api, accessToken),
  deliveries: createDeliveriesApi(api, accessToken),
  payments: createPaymentsApi(api, accessToken),
  team: createTeamApi(api, accessToken),
  rooms: createRoomsApi(api, accessToken),
  views: createLeadViewsApi(api, accessToken),
  tags: createTagsApi(api, accessToken),
  countAlerts: createCountAlerts(api, accessToken),
  notifications: createNotificationsApi(api, accessToken),
  readWorklist: createReadWorklist(api, accessToken),
  security: createOwnSecurity(api, config),
};

createRoot(root).render(
  <StrictMode>
    <FailureBoundary words={failureCopy} contact={contactOfPage()} startAfresh={startAfresh}>
      <AdminApp services={services} app={createAdminApp(services)} />
    </FailureBoundary>
  </StrictMode>,
);
