// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import { type AdminServices, ServicesContext } from "#app/admin/data/services.ts";
import { CallbackControl } from "#subjects/leads/desk/file/callback-control.tsx";
import { OwnerControl } from "#subjects/leads/desk/file/owner-control.tsx";
import { PaymentControl } from "#subjects/leads/desk/rows/payment-control.tsx";
import { StatusControl } from "#subjects/leads/desk/rows/status-control.tsx";
import { WorkLine } from "#subjects/leads/desk/today/work-line.tsx";
import { UndoProvider } from "#app/admin/ui/undo-provider.tsx";
import { createDeskApi } from "#subjects/leads/calls/desk.ts";
import { createTeamApi } from "#subjects/team/calls/team.ts";
import { createLeadsApi } from "#subjects/leads/calls/leads.ts";
import { readLeadRow } from "#subjects/leads/rules/lead-row.ts";

const leadId = "00000000-0000-4000-8000-00000000000a";
const [own, other] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
const startMs = Date.parse("2026-11-20T10:00:00Z");

/** One lead as the server keeps it: a change on another state than its own is refused. */
function createServer() {
  const stored: Record<string, unknown> = {
    lead_id: leadId,
    first_name: "Hélène",
    last_name: "Ravel",
    lead_status: "to_contact",
    payment_status: false,
    owner: null,
    callback_at: null,
  };
  let changes = 0;
  const log: string[] = [];
  const updatedAt = () => new Date(startMs + changes * 1000).toISOString();

  function set(columns: Record<string, unknown>) {
    const before = Object.fromEntries(Object.keys(columns).map((name) => [name, stored[name] ?? null]));
    Object.assign(stored, columns);
    changes += 1;
    return before;
  }

  function receive(path: string, body: Record<string, unknown>): [status: number, answer: unknown] {
    if (path.endsWith("/admin_dashboard")) return [200, [{ ...stored, updated_at: updatedAt() }]];
    if (path.endsWith("/list_colleagues"))
      return [200, [own, other].map((user_id) => ({ user_id, email: user_id, name: "", role: "seller" }))];
    if (!path.startsWith("/functions/")) return [200, []];
    const columns = path.endsWith("/set-callback")
      ? { callback_at: body["at"] }
      : (body["set"] as Record<string, unknown>);
    const isLate = body["seen_at"] !== undefined && body["seen_at"] !== updatedAt();
    log.push(`${Object.keys(columns).join()} ${isLate ? 409 : 200}`);
    if (isLate) {
      const now = { ...stored, updated_at: updatedAt() };
      return [409, { error: "Un collègue a été plus rapide.", code: "changed_meanwhile", stored: now }];
    }
    const before = set(columns);
    if ("callback_at" in columns)
      return [200, { callback_at: body["at"], before: before["callback_at"], updated_at: updatedAt() }];
    return [200, { results: [{ lead_id: leadId, code: "changed", before, updated_at: updatedAt() }] }];
  }

  return { stored, log, set, receive, row: () => readLeadRow({ ...stored, updated_at: updatedAt() })! };
}

let server = createServer();
/** Changes on their way, each until it is let through. */
let held: (() => void)[] = [];

beforeEach(() => {
  server = createServer();
  held = [];
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const { pathname } = new URL(input);
    if (pathname.startsWith("/functions/")) await new Promise<void>((resolve) => held.push(resolve));
    const body: Record<string, unknown> = typeof init?.body === "string" ? JSON.parse(init.body) : {};
    const [status, answer] = server.receive(pathname, body);
    return new Response(JSON.stringify(answer), { status });
  });
  vi.stubGlobal("location", { origin: "https://page.example" });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The controls of one lead and its line in the work of the day, all as they were read at the start. */
async function show() {
  const api = { url: "https://site.example", publishableKey: "sb_publishable_x" };
  const token = async () => "token";
  const apis: Partial<AdminServices> = {
    config: { today: civilDate("2025-10-15") } as AdminServices["config"],
    leads: createLeadsApi(api, token),
    desk: createDeskApi(api, token),
    team: createTeamApi(api, token),
  };
  const services = { ...(apis as AdminServices), leave: async () => undefined };
  const lead = server.row();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesContext value={services}>
        <UndoProvider>
          <StatusControl lead={lead} />
          <PaymentControl lead={lead} />
          <OwnerControl lead={lead} />
          <CallbackControl lead={lead} />
          <WorkLine
            item={{ lead, reason: "call", dueAt: "2026-11-20T09:00:00Z" }}
            now={new Date(startMs)}
            isOpen={false}
            ownEmail="ines@exemple.fr"
            onOpen={() => undefined}
            heading={createRef()}
          />
        </UndoProvider>
      </ServicesContext>
    </QueryClientProvider>,
  );
  await screen.findByRole("option", { name: own });
}

/** Lets through what is on its way, one after the other, and sees how each is answered. */
async function answer(...lines: string[]): Promise<void> {
  for (const line of lines) {
    await waitFor(() => expect(held).toHaveLength(1));
    const log = [...server.log, line];
    held.shift()?.();
    await waitFor(() => expect(server.log).toEqual(log));
  }
}

const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const changeStatus = () => choose("Statut de Hélène Ravel", "client");
const changeOwner = () => choose("Propriétaire", own);

const quickChanges: [string, () => void, string][] = [
  ["an owner", changeOwner, "owner 200"],
  ["a payment", () => fireEvent.click(screen.getByRole("switch")), "payment_status 200"],
  [
    "a call-back",
    () => {
      choose("Rappeler le", "2026-11-23T09:00");
      fireEvent.blur(screen.getByLabelText("Rappeler le"));
    },
    "callback_at 200",
  ],
  [
    "an act of the list of the day",
    () => fireEvent.click(screen.getByRole("button", { name: /^Fait/ })),
    "lead_status 200",
  ],
];

test.each(quickChanges)("A status and, before it is answered, %s: neither meets the other", async (_, change, line) => {
  await show();
  changeStatus();
  change();
  await answer("lead_status 200", line);
});

test("Five quick changes of one lead go out in order; the last one is taken back on what it left", async () => {
  await show();
  changeOwner();
  for (const [, change] of quickChanges.slice(1)) change();
  choose("Propriétaire", other);
  await answer("owner 200", "payment_status 200", "callback_at 200", "lead_status 200", "owner 200");
  fireEvent.click(await screen.findByRole("button", { name: "Annuler" }));
  await answer("owner 200");
  await screen.findByText("C’est annulé.");
  expect(server.stored).toMatchObject({ owner: own, payment_status: true, lead_status: "contacted" });
  expect(server.log).toHaveLength(6);
});

test("A colleague's owner, chosen between one's own status and owner, stays and is told", async () => {
  await show();
  changeStatus();
  changeOwner();
  await answer("lead_status 200");
  server.set({ owner: other });
  await answer("owner 409");
  expect((await screen.findByRole("alert")).textContent).toBe("Un collègue a été plus rapide.");
  expect(server.stored["owner"]).toBe(other);
});

test("A colleague's change of something else lets one's own through", async () => {
  await show();
  server.set({ payment_status: true });
  changeOwner();
  await answer("owner 409", "owner 200");
  expect(server.stored).toMatchObject({ owner: own, payment_status: true });
});
