import { redirect, useRouteLoaderData } from "react-router";

import { LeadsError } from "#app/admin/ui/leads-error.ts";
import type { AdminSession, AccessState } from "#app/api/admin/admin-session.ts";

/** Source: specification, sections 4 and 9: a session that is still being restored gets this long. */
export const sessionRecheckMs = 500;

/** `now` decides which dates go without their year; `email` is who is signed in. */
export type DashboardVisit = { email: string; now: Date };

/** The route around every screen that shows data: its loader is the one guard. */
export const guardedRouteId = "guarded";

/** Below the guarded route only. */
export function useDashboardVisit(): DashboardVisit {
  const visit = useRouteLoaderData<DashboardVisit>(guardedRouteId);
  if (!visit) throw new Error("This screen stands outside the guarded route.");
  return visit;
}

type Guarded = { session: AdminSession; wait: (ms: number) => Promise<void>; now: () => Date };

/**
 * Lets an administrator through and sends everyone else to the login page.
 *
 * It runs before the dashboard is loaded, so no lead is asked for or shown until it has passed. The API and the
 * database refuse on their own.
 */
export async function guardDashboard({ session, wait, now }: Guarded): Promise<DashboardVisit> {
  let accessState = await readAccessState(session);
  if (accessState === "signed_out") {
    await wait(sessionRecheckMs);
    accessState = await readAccessState(session);
  }
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
  if (accessState !== "admin") throw redirect("/");
  return { email: (await session.email()) ?? "", now: now() };
}

export type LoginVisit = { step: "password" | "code" };

/** Someone already let through has nothing to do on the login page; a sign-in cut half-way goes on at its code. */
export async function guardLogin(session: AdminSession): Promise<LoginVisit> {
  const accessState = await session.accessState();
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
  if (accessState.ok && accessState.value === "admin") throw redirect("/dashboard");
  return { step: accessState.ok && accessState.value === "second_factor" ? "code" : "password" };
}

async function readAccessState(session: AdminSession): Promise<AccessState> {
  const accessState = await session.accessState();
  if (!accessState.ok) throw new LeadsError(accessState.problem);
  return accessState.value;
}
