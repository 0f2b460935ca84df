import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { AdminSession, AccessState } from "#app/api/admin/admin-session.ts";
import { failed, ok } from "#kit/result.ts";

import { afterLogin, guardDashboard, guardLogin, guardSecurity, sessionRecheckMs } from "./guard.ts";

/** Answers each check with the next of these, then with the last one again. */
function sessionThatIs(...accessStates: AccessState[]) {
  const accessState = vi.fn<AdminSession["accessState"]>(async () =>
    ok(accessStates.length > 1 ? accessStates.shift()! : accessStates[0]!),
  );
  const session = { accessState, email: async () => "admin@ariane.example" } as unknown as AdminSession;
  return { session, accessState };
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
const now = () => new Date("2026-11-20T08:00:00Z");

async function whereTo(visit: Promise<unknown>): Promise<string | null> {
  const outcome = await visit.catch((thrown: unknown) => thrown);
  return outcome instanceof Response ? outcome.headers.get("location") : null;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("The dashboard", () => {
  test("waits 500 ms before it takes a missing session for none, then sends to the login page", async () => {
    const { session, accessState } = sessionThatIs("signed_out");
    let isOver = false;
    const destination = whereTo(guardDashboard({ session, wait, now })).finally(() => (isOver = true));

    await vi.advanceTimersByTimeAsync(sessionRecheckMs - 1);
    expect(isOver).toBe(false);
    expect(accessState).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await destination).toBe("/");
    expect(accessState).toHaveBeenCalledTimes(2);
    expect(sessionRecheckMs).toBe(500);
  });

  test("sends to the login page with the address that was asked for, and no other site's", async () => {
    const { session } = sessionThatIs("not_admin");
    const asked = "/dashboard?fiche=1&statut=client";
    const login = await whereTo(guardDashboard({ session, wait, now, asked }));
    expect(login).toBe("/?retour=%2Fdashboard%3Ffiche%3D1%26statut%3Dclient");
    expect(afterLogin(new URL(login!, "https://site.example").searchParams)).toBe(asked);
    for (const address of ["//autre.example", "https://autre.example", "/\\autre.example", "dashboard", ""]) {
      expect(afterLogin(new URLSearchParams({ retour: address }))).toBe("/aujourdhui");
    }
  });

  test("accepts a session that appears within that time", async () => {
    const { session } = sessionThatIs("signed_out", "manager");
    const visit = guardDashboard({ session, wait, now });
    await vi.advanceTimersByTimeAsync(sessionRecheckMs);
    expect(await visit).toEqual({ email: "admin@ariane.example", role: "manager", now: now() });
  });

  test.each(["not_admin", "second_factor"] as const)(
    "sends who is %s to the login page at once",
    async (accessState) => {
      const { session } = sessionThatIs(accessState);
      expect(await whereTo(guardDashboard({ session, wait, now }))).toBe("/");
    },
  );

  test("leads who has to enrol a second factor to where that is done", async () => {
    expect(await whereTo(guardDashboard({ session: sessionThatIs("enrolment").session, wait, now }))).toBe("/securite");
  });

  test("says so when the right cannot be checked, rather than sending away", async () => {
    const session = {
      accessState: async () => failed({ code: "unavailable" as const, message: "503" }),
    } as unknown as AdminSession;
    await expect(guardDashboard({ session, wait, now })).rejects.toThrow("503");
  });
});

describe("The login page", () => {
  test("sends an administrator on", async () => {
    expect(await whereTo(guardLogin(sessionThatIs("manager").session))).toBe("/aujourdhui");
  });

  test("sends on who has to enrol a second factor", async () => {
    expect(await whereTo(guardLogin(sessionThatIs("enrolment").session))).toBe("/securite");
  });

  test.each(["signed_out", "not_admin"] as const)("asks who is %s for a password", async (accessState) => {
    expect(await guardLogin(sessionThatIs(accessState).session)).toEqual({ factors: undefined });
  });

  test("goes on at the second factor of who has shown the password", async () => {
    const { session } = sessionThatIs("second_factor");
    const factors = [{ id: "1", name: "Téléphone", kind: "totp" as const, addedAt: "2026-11-20T08:00:00Z" }];
    expect(await guardLogin({ ...session, secondFactors: async () => ok(factors) })).toEqual({ factors });
  });
});

describe("The security screen", () => {
  test.each([
    ["manager", "manager", false],
    ["seller", "seller", false],
    ["enrolment", "reader", true],
  ] as const)("opens for who is %s", async (accessState, role, mustEnrol) => {
    const visit = await guardSecurity(sessionThatIs(accessState).session);
    expect(visit).toEqual({ email: "admin@ariane.example", role, mustEnrol });
  });

  test.each(["signed_out", "not_admin", "second_factor"] as const)(
    "sends who is %s to the login page",
    async (accessState) => {
      expect(await whereTo(guardSecurity(sessionThatIs(accessState).session))).toBe("/");
    },
  );
});
