import { redirect, useRouteLoaderData } from "react-router";

import { LeadsError } from "#app/admin/ui/leads-error.ts";
import type { AdminSession, Standing } from "#app/api/admin/admin-session.ts";

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
  let standing = await readStanding(session);
  if (standing === "signed_out") {
    await wait(sessionRecheckMs);
    standing = await readStanding(session);
  }
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
  if (standing !== "admin") throw redirect("/");
  return { email: (await session.email()) ?? "", now: now() };
}

export type LoginVisit = { step: "password" | "code" };

/** Someone already let through has nothing to do on the login page; a sign-in cut half-way goes on at its code. */
export async function guardLogin(session: AdminSession): Promise<LoginVisit> {
  const standing = await session.standing();
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
  if (standing.ok && standing.value === "admin") throw redirect("/dashboard");
  return { step: standing.ok && standing.value === "second_factor" ? "code" : "password" };
}

async function readStanding(session: AdminSession): Promise<Standing> {
  const standing = await session.standing();
  if (!standing.ok) throw new LeadsError(standing.problem);
  return standing.value;
}
