import { redirect, useRouteLoaderData } from "react-router";

import { LeadsError } from "#app/admin/ui/leads-error.ts";
import type { AdminSession, AccessState } from "#app/api/admin/admin-session.ts";
import type { SecondFactor } from "#app/api/transport/second-factor.ts";
import { isRole, type Role } from "#domain/kernel/roles.ts";
import type { AdminScreen } from "#domain/site/admin-screens.ts";

/** Source: specification, sections 4 and 9: a session that is still being restored gets this long. */
export const sessionRecheckMs = 500;

/** `now` decides which dates go without their year; `email` is who is signed in, `role` what they may. */
export type DashboardVisit = { email: string; role: Role; now: Date };

/** The route around every screen that shows data: its loader is the one guard. */
export const guardedRouteId = "guarded";

/** The route of one's own second factor, which opens without the others. */
export const securityRouteId = "security";

/** The address of who is signed in, on any screen. */
export function useOwnEmail(): string {
  const visit = useRouteLoaderData<DashboardVisit>(guardedRouteId);
  const security = useRouteLoaderData<SecurityVisit>(securityRouteId);
  return (visit ?? security)?.email ?? "";
}

/** Below the guarded route only. */
export function useDashboardVisit(): DashboardVisit {
  const visit = useRouteLoaderData<DashboardVisit>(guardedRouteId);
  if (!visit) throw new Error("This screen stands outside the guarded route.");
  return visit;
}

/** `asked`: the address inside the back office. */
type Guarded = { session: AdminSession; wait: (ms: number) => Promise<void>; now: () => Date; asked?: string };

const home = "/aujourdhui" satisfies `/${AdminScreen}`;
const returnParam = "retour";

/** The login page, which leads to this address afterwards. */
export function loginFor(asked: string = home): string {
  return asked === home ? "/" : `/?${new URLSearchParams({ [returnParam]: asked })}`;
}

/** Where a sign-in leads: to the screen that was asked for, of this site only. */
export function afterLogin(params: URLSearchParams): string {
  const asked = params.get(returnParam) ?? "";
  return /^\/[a-z]+(\?|$)/.test(asked) ? asked : home;
}

/**
 * Lets an administrator through and sends everyone else to the login page.
 *
 * It runs before the dashboard is loaded, so no lead is asked for or shown until it has passed. The API and the
 * database refuse on their own.
 */
export async function guardDashboard({ session, wait, now, asked }: Guarded): Promise<DashboardVisit> {
  let accessState = await readAccessState(session);
  if (accessState === "signed_out") {
    await wait(sessionRecheckMs);
    accessState = await readAccessState(session);
  }
  if (!isRole(accessState)) leaveFor(accessState === "enrolment" ? "/securite" : loginFor(asked));
  return { email: (await session.email()) ?? "", role: accessState, now: now() };
}

/** `mustEnrol`: nothing else opens before a second factor is there. */
export type SecurityVisit = { email: string; role: Role; mustEnrol: boolean };

/** The one screen that an administrator sees who still has to enrol a second factor. */
export async function guardSecurity(session: AdminSession): Promise<SecurityVisit> {
  const accessState = await readAccessState(session);
  const mustEnrol = accessState === "enrolment";
  const role = mustEnrol ? "reader" : isRole(accessState) ? accessState : leaveFor("/");
  return { email: (await session.email()) ?? "", role, mustEnrol };
}

/** `factors`: those of which one is still to be shown. */
export type LoginVisit = { factors: SecondFactor[] | undefined };

/** Someone already let through has nothing to do on the login page; a sign-in cut half-way goes on at its factor. */
export async function guardLogin(session: AdminSession, address = new URLSearchParams()): Promise<LoginVisit> {
  const accessState = await session.accessState();
  if (!accessState.ok) return { factors: undefined };
  if (isRole(accessState.value)) leaveFor(afterLogin(address));
  if (accessState.value === "enrolment") leaveFor("/securite");
  if (accessState.value !== "second_factor") return { factors: undefined };
  const factors = await session.secondFactors();
  return { factors: factors.ok ? factors.value : undefined };
}

function leaveFor(path: string): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
  throw redirect(path);
}

async function readAccessState(session: AdminSession): Promise<AccessState> {
  const accessState = await session.accessState();
  if (!accessState.ok) throw new LeadsError(accessState.problem);
  return accessState.value;
}
