// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import type { AdminServices } from "#app/admin/data/services.ts";
import { ServicesContext } from "#app/admin/data/services.ts";
import { UndoProvider } from "#app/admin/ui/undo-provider.tsx";
import type { DeskApi } from "#subjects/leads/calls/desk.ts";
import type { Duplicate, MergePreview } from "#subjects/leads/contract/lead-reading.ts";
import { failed, ok } from "#kit/result.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { emptyDesk } from "#tests/fixtures/empty-desk.ts";

import { LeadDuplicates } from "./lead-duplicates.tsx";

afterEach(cleanup);

const duplicate: Duplicate = {
  lead_id: "lead-2",
  funnel_origin: "secretariat",
  lead_status: "to_contact",
  payment_status: false,
  first_name: "Claire",
  last_name: "Autre",
  email: "claire@autre.example",
  phone: null,
  company_name: null,
  created_at: "2026-11-20T08:15:00Z",
  has_account: true,
  alike: ["phone"],
  is_waiting_list: false,
};
const account = { id: "account-2", email: "claire@autre.example", phone: null, is_of_kept: false };
const nothing = {
  problem: null,
  leads: [],
  submissions: 0,
  consents: 0,
  payments: 0,
  notes: 0,
  messages: 0,
  contact: [],
};

async function openMerge(read: MergePreview["account"]) {
  const merge = vi.fn<DeskApi["merge"]>(async () => failed({ code: "unavailable" }));
  const preview = async () => ok({ ...nothing, has_account: read !== null, account: read });
  const desk: DeskApi = { ...emptyDesk, duplicates: async () => ok([duplicate]), preview, merge };
  const services = { desk } as Partial<AdminServices> as AdminServices;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesContext value={{ ...services, leave: async () => undefined }}>
        <MemoryRouter>
          <UndoProvider>
            <LeadDuplicates lead={{ leadId: "lead-1" } as Partial<LeadRow> as LeadRow} />
          </UndoProvider>
        </MemoryRouter>
      </ServicesContext>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Fusionner avec Claire Autre" }));
  const confirm = await screen.findByRole<HTMLButtonElement>("button", { name: "Fusionner", hidden: true });
  return { confirm, merge };
}

test("An account that is not the kept contact's is named, and confirmed, before it reads everything", async () => {
  const { confirm, merge } = await openMerge(account);
  const box = await screen.findByRole("checkbox", { name: /claire@autre\.example est bien la personne/, hidden: true });
  expect(await screen.findByText(/le compte client \(claire@autre\.example\), qui lira tout/)).toBeTruthy();
  expect(confirm.disabled).toBe(true);
  fireEvent.click(box);
  expect(confirm.disabled).toBe(false);
  fireEvent.click(confirm);
  await vi.waitFor(() => expect(merge.mock.calls).toEqual([["lead-1", ["lead-2"], "account-2"]]));
});

test.each<[string, MergePreview["account"]]>([
  ["the kept contact's own", { ...account, is_of_kept: true }],
  ["none at all", null],
])("Of an account that is %s nothing more is asked", async (_, read) => {
  const { confirm, merge } = await openMerge(read);
  await vi.waitFor(() => expect(confirm.disabled).toBe(false));
  expect(screen.queryByRole("checkbox", { hidden: true })).toBeNull();
  fireEvent.click(confirm);
  await vi.waitFor(() => expect(merge.mock.calls).toEqual([["lead-1", ["lead-2"], undefined]]));
});
