// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import type { AdminServices } from "#app/admin/data/services.ts";
import { ServicesContext } from "#app/admin/data/services.ts";
import type { DeskApi } from "#subjects/leads/calls/desk.ts";
import type { LeadFact } from "#subjects/leads/contract/lead-reading.ts";
import { failed, ok } from "#kit/result.ts";
import { readLeadRow } from "#subjects/leads/rules/lead-row.ts";
import { emptyDesk, emptyTeam } from "#tests/fixtures/empty-desk.ts";

import { LeadHistory } from "./lead-history.tsx";

afterEach(cleanup);

const fact = (
  id: string,
  kind: LeadFact["kind"],
  detail: LeadFact["detail"],
  author: string | null = null,
): LeadFact => ({
  id,
  kind,
  at: "2026-11-20T08:15:00Z",
  author,
  detail,
});

function show(history: DeskApi["history"]) {
  const desk = { ...emptyDesk, history: vi.fn<DeskApi["history"]>(history) };
  const services = { desk, team: emptyTeam } as Partial<AdminServices> as AdminServices;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesContext value={{ ...services, leave: async () => undefined }}>
        <LeadHistory lead={{ ...readLeadRow({})!, leadId: "lead-1" }} />
      </ServicesContext>
    </QueryClientProvider>,
  );
  return desk;
}

const lines = async () => within(await screen.findByRole("list", { name: "Historique" })).queryAllByRole("listitem");

const openWhole = async () => fireEvent.click(await screen.findByRole("button", { name: "Tout l’historique" }));

test("The latest lines stand at the top, and the whole of a long history comes fifty lines at a time", async () => {
  const all = Array.from({ length: 70 }, (_, number) => fact(`${number}`, "note", { text: `Note ${number}` }));
  const desk = show(async (_lead, from) => ok(all.slice(from, from + 50)));
  await waitFor(async () => expect(await lines()).toHaveLength(6));
  await openWhole();
  await waitFor(async () => expect(await lines()).toHaveLength(50));
  fireEvent.click(await screen.findByRole("button", { name: "Afficher la suite" }));
  await waitFor(async () => expect(await lines()).toHaveLength(70));
  expect(screen.queryByRole("button", { name: "Afficher la suite" })).toBeNull();
  expect(desk.history.mock.calls.map(([lead, from]) => [lead, from])).toEqual([
    ["lead-1", 0],
    ["lead-1", 50],
  ]);
});

test("Written texts are shown as plain text, and the words of a mail stay closed until they are opened", async () => {
  const hostile = '<img src=x onerror="alert(1)">\u202e';
  show(async () =>
    ok([
      fact("1", "note", { text: hostile }, "admin@ariane.example"),
      fact("2", "webhook", {
        event: "questionnaire.submitted",
        to: "hook.example",
        payload: { firstName: hostile, businessType: "lawyer", kind: "waitlist" },
      }),
      fact("3", "correction", { before: { phone: "01" }, after: { phone: hostile } }),
      fact("4", "consent", {
        consents: { calls: { granted: true }, reminder: { granted: false }, terms: "no object", other: null },
      }),
      fact("5", "payment", { fact: "received", state: "applied", amount_cents: 11_640, currency: "eur" }),
      fact("6", "payment", { fact: "received", state: "applied", amount_cents: 0, currency: "eur" }),
    ]),
  );
  await openWhole();
  const [note, webhook, correction, consent, payment, trial] = await waitFor(async () => {
    const found = await lines();
    expect(found).toHaveLength(6);
    return found;
  });
  expect(document.querySelector("img")).toBeNull();
  expect(note?.textContent).toContain(hostile);
  expect(note?.textContent).toContain("admin@ariane.example");
  expect(webhook?.querySelector("details")?.open).toBe(false);
  expect(webhook?.textContent).toContain("Questionnaire, à hook.example");
  expect(webhook?.textContent).toContain("ActivitéAvocat");
  expect(webhook?.textContent).not.toMatch(/lawyer|waitlist/);
  expect(correction?.textContent).toMatch(/Téléphone.*avant\s: 01/);
  expect(consent?.textContent).toContain("appels oui, rappel non, conditions non, other non");
  expect(payment?.textContent?.replaceAll(/\s/g, " ")).toContain("Paiement reçu : 116,40 €");
  expect(trial?.textContent?.replaceAll(/\s/g, " ")).toContain("Essai : commande confirmée, rien n’est débité");
});

test("Openings wait for the whole history, where two in a row by one person are one", async () => {
  show(async () =>
    ok([
      fact("1", "opened", {}, "a@ariane.example"),
      fact("2", "opened", {}, "a@ariane.example"),
      fact("3", "opened", {}, "b@ariane.example"),
      fact("4", "note", { text: "Bonjour" }),
      fact("5", "opened", {}, "b@ariane.example"),
    ]),
  );
  await waitFor(async () => expect(await lines()).toHaveLength(1));
  await openWhole();
  await waitFor(async () => expect(await lines()).toHaveLength(4));
});

test("An empty history and a failed one each say so", async () => {
  const desk = show(async () => failed({ code: "unavailable", message: "503" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Chargement impossible.");
  desk.history.mockResolvedValue(ok([]));
  fireEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  await screen.findByText("Rien ne s’est encore passé.");
});
