import "#app/styles/admin.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { AdminApp, createAdminApp } from "#app/admin/admin-app.tsx";
import { readAdminConfig } from "#app/admin/admin-config.ts";
import type { AdminServices } from "#app/admin/services.tsx";
import { createCountAlerts } from "#app/api/admin-alerts.ts";
import { createAdminSession } from "#app/api/admin-session.ts";
import { createDeliveriesApi } from "#app/api/deliveries.ts";
import { createLeadAccountsApi } from "#app/api/lead-accounts.ts";
import { createLeadsApi } from "#app/api/leads.ts";
import { createPaymentsApi } from "#app/api/payments.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The admin page has no #root.");

const config = readAdminConfig(root);
// An address without a host is this site's own.
const api = { url: new URL(config.apiUrl, location.origin).href, publishableKey: config.publishableKey };
const session = createAdminSession(api);
const accessToken = () => session.accessToken();
const services: AdminServices = {
  config,
  session,
  accounts: createLeadAccountsApi(api, accessToken),
  leads: createLeadsApi(api, accessToken),
  deliveries: createDeliveriesApi(api, accessToken),
  payments: createPaymentsApi(api, accessToken),
  countAlerts: createCountAlerts(api, accessToken),
};

createRoot(root).render(
  <StrictMode>
    <AdminApp services={services} app={createAdminApp(services)} />
  </StrictMode>,
);
