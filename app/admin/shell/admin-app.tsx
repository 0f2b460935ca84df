import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { type RouteObject, createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";

import { type AdminServices, ServicesContext } from "#app/admin/data/services.ts";
import {
  guardDashboard,
  guardedRouteId,
  guardLogin,
  guardSecurity,
  loginFor,
  securityRouteId,
} from "#app/admin/frame/guard.ts";
import { DeskKeys } from "#app/admin/keys/desk-keys.tsx";
import { LoginScreen } from "#app/admin/sign-in/login-screen.tsx";
import { download } from "#app/admin/ui/files-gone-error.ts";
import { hasEndedAccess, isForbidden } from "#app/admin/ui/leads-error.ts";
import { UndoProvider } from "#app/admin/ui/undo-provider.tsx";
import { forgetDrafts } from "#subjects/leads/calls/note-drafts.ts";
import { BrowserNotifier } from "#subjects/notifications/desk/browser-notifier.tsx";
import { isRole } from "#domain/kernel/roles.ts";
import type { AdminScreen } from "#domain/site/admin-screens.ts";

import { FailureScreen } from "./failure-screen.tsx";
import { GuardedDesk, ScreenGate } from "./guarded-desk.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { WaitingScreen } from "./waiting-screen.tsx";

const freshForMs = 30_000;
const retryDelayMs = 500;

/** Those with data of customers; who has to enrol a second factor first sees the other one. */
type GuardedScreen = Exclude<AdminScreen, "securite">;

/** Loaded when they are opened. */
const screens: Record<GuardedScreen, () => Promise<ComponentType>> = {
  aujourdhui: async () => (await import("#subjects/leads/desk/today/today-screen.tsx")).TodayScreen,
  dashboard: async () => (await import("#subjects/leads/desk/list/leads-screen.tsx")).LeadsScreen,
  tableau: async () => (await import("#subjects/leads/desk/board/board-screen.tsx")).BoardScreen,
  livraisons: async () => (await import("#subjects/deliveries/desk/deliveries-screen.tsx")).DeliveriesScreen,
  conferences: async () => (await import("#subjects/conferences/desk/conferences-screen.tsx")).ConferencesScreen,
  newsletter: async () => (await import("#subjects/newsletter/desk/newsletter-screen.tsx")).NewsletterScreen,
  importer: async () => (await import("#subjects/imports/desk/import-screen.tsx")).ImportScreen,
  journal: async () => (await import("#subjects/journal/desk/journal-screen.tsx")).JournalScreen,
  site: async () => (await import("#subjects/site-settings/desk/site-screen.tsx")).SiteScreen,
  sante: async () => (await import("#subjects/operations/desk/health-screen.tsx")).HealthScreen,
  paiements: async () => (await import("#subjects/payments/desk/payments-screen.tsx")).PaymentsScreen,
  equipe: async () => (await import("#subjects/team/desk/team-screen.tsx")).TeamScreen,
  modeles: async () => (await import("#subjects/mails/desk/templates-screen.tsx")).TemplatesScreen,
  statistiques: async () => (await import("#subjects/statistics/desk/statistics-screen.tsx")).StatisticsScreen,
  notifications: async () =>
    (await import("#subjects/notifications/desk/notifications-screen.tsx")).NotificationsScreen,
  registre: async () => (await import("#app/admin/ledger/ledger-screen.tsx")).LedgerScreen,
};

const loadSecurity = async () => (await import("#app/admin/security/security-screen.tsx")).SecurityScreen;

const basename = "/admin";

/** Path and query behind the one that all screens share. */
function insideDesk(address: string): string {
  const { pathname, search } = new URL(address, "https://desk.invalid");
  return pathname.replace(basename, "") + search;
}

type Router = ReturnType<typeof createBrowserRouter>;
type Options = {
  createRouter?: (routes: RouteObject[]) => Router;
  wait?: (ms: number) => Promise<void>;
  now?: () => Date;
};

/** Routes, server state and the way out, put together once per page. */
export function createAdminApp(services: AdminServices, options: Options = {}) {
  const { session } = services;
  const {
    createRouter = (routes) => createBrowserRouter(routes, { basename }),
    wait = (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    now = () => new Date(),
  } = options;

  /** List, update and file errors are logged (specification, section 8); what a person reads is beside what failed. */
  function handleError(error: Error) {
    if (hasEndedAccess(error)) return void session.signOut();
    if (isForbidden(error)) void signOutWithoutRight();
    console.error(error.message, error);
  }

  /** 42501 is said of a forbidden act and of a right that was withdrawn: the session tells which. */
  async function signOutWithoutRight() {
    const state = await session.accessState();
    if (state.ok && !isRole(state.value)) await session.signOut();
  }

  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: handleError }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      queries: {
        staleTime: freshForMs,
        retry: (failures, error) => failures < 1 && !hasEndedAccess(error),
        retryDelay: retryDelayMs,
      },
    },
  });

  const router = createRouter([
    {
      HydrateFallback: WaitingScreen,
      ErrorBoundary: FailureScreen,
      children: [
        {
          index: true,
          loader: ({ request }) => guardLogin(session, new URL(request.url).searchParams),
          Component: LoginScreen,
        },
        {
          id: guardedRouteId,
          Component: GuardedDesk,
          loader: ({ request }) => guardDashboard({ session, wait, now, asked: insideDesk(request.url) }),
          // Each screen is a visit of its own. Filters live in the address: changing one is none.
          shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
          children: [
            {
              Component: BrowserNotifier,
              children: [
                {
                  Component: DeskKeys,
                  children: [
                    {
                      Component: ScreenGate,
                      children: Object.entries(screens).map(([path, load]) => ({
                        path,
                        lazy: { Component: () => download(load) },
                      })),
                    },
                  ],
                },
              ],
            },
          ],
        },
        {
          id: securityRouteId,
          path: "securite" satisfies AdminScreen,
          loader: () => guardSecurity(session),
          lazy: { Component: () => download(loadSecurity) },
        },
        { path: "*", Component: NotFoundScreen },
      ],
    },
  ]);

  let isLeaving = false;

  // Whatever ended the session (the button, the server, another tab), nothing of a lead stays on screen or in memory.
  async function leaveDashboard() {
    if (!router.state.matches.some(({ route: { id } }) => id === guardedRouteId || id === securityRouteId)) return;
    const { pathname, search } = router.state.location;
    const address = isLeaving ? "/" : loginFor(insideDesk(pathname + search));
    await router.navigate(address, { replace: true, state: { hasEnded: !isLeaving } });
    queryClient.clear();
  }
  session.onSignedOut(() => void leaveDashboard());

  async function leave() {
    isLeaving = true;
    forgetDrafts((await session.email()) ?? "", now());
    await session.signOut();
    isLeaving = false;
  }

  return { router, queryClient, leave };
}

type Props = { services: AdminServices; app: ReturnType<typeof createAdminApp> };

export function AdminApp({ services, app: { router, queryClient, leave } }: Props) {
  return (
    <ServicesContext value={{ ...services, leave }}>
      <QueryClientProvider client={queryClient}>
        <UndoProvider>
          <RouterProvider router={router} />
        </UndoProvider>
      </QueryClientProvider>
    </ServicesContext>
  );
}
