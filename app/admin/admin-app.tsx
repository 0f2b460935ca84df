import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type RouteObject, createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";

import { FailureScreen } from "#app/admin/failure-screen.tsx";
import { guardDashboard, guardLogin } from "#app/admin/guard.ts";
import { hasEndedAccess } from "#app/admin/leads-error.ts";
import { LoginScreen } from "#app/admin/login-screen.tsx";
import { NotFoundScreen } from "#app/admin/not-found-screen.tsx";
import { type AdminServices, ServicesContext } from "#app/admin/services.tsx";
import { WaitingScreen } from "#app/admin/waiting-screen.tsx";

const freshForMs = 30_000;
const retryDelayMs = 500;

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
    createRouter = (routes) => createBrowserRouter(routes, { basename: "/admin" }),
    wait = (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    now = () => new Date(),
  } = options;

  /** List, update and file errors are logged (specification, section 8); what a person reads is beside what failed. */
  function handleError(error: Error) {
    if (hasEndedAccess(error)) return void session.signOut();
    console.error(error.message, error);
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
        { index: true, loader: () => guardLogin(session), Component: LoginScreen },
        {
          path: "dashboard",
          loader: () => guardDashboard({ session, wait, now }),
          // Filters live in the address: changing one is no new visit.
          shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
            currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate,
          lazy: { Component: async () => (await import("#app/admin/dashboard-screen.tsx")).DashboardScreen },
        },
        {
          path: "livraisons",
          loader: () => guardDashboard({ session, wait, now }),
          lazy: { Component: async () => (await import("#app/admin/deliveries-screen.tsx")).DeliveriesScreen },
        },
        {
          path: "paiements",
          loader: () => guardDashboard({ session, wait, now }),
          lazy: { Component: async () => (await import("#app/admin/payments-screen.tsx")).PaymentsScreen },
        },
        { path: "*", Component: NotFoundScreen },
      ],
    },
  ]);

  let isLeaving = false;

  // Whatever ended the session (the button, the server, another tab), nothing of a lead stays on screen or in memory.
  async function leaveDashboard() {
    if (!/\/(dashboard|livraisons|paiements)$/.test(router.state.location.pathname)) return;
    await router.navigate("/", { replace: true, state: { hasEnded: !isLeaving } });
    queryClient.clear();
  }
  session.onSignedOut(() => void leaveDashboard());

  async function leave() {
    isLeaving = true;
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
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ServicesContext>
  );
}
