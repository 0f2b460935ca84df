// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import type { AdminServices } from "#app/admin/data/services.ts";
import { ServicesContext } from "#app/admin/data/services.ts";
import type { LeadAccount, LeadAccountsApi } from "#subjects/leads/calls/lead-accounts.ts";
import type { CallProblem } from "#app/api/transport/call.ts";
import { accountProblems } from "#subjects/account/words/account-problems.ts";
import { failed, ok } from "#kit/result.ts";

import { LeadAccountSection } from "./lead-account-section.tsx";

afterEach(cleanup);

/** What the server knows: the state at each reading, the last one repeated. */
function show(states: LeadAccount["state"][], change: LeadAccountsApi["change"]) {
  const read = vi.fn<LeadAccountsApi["read"]>(async () =>
    ok({ state: states.length > 1 ? states.shift()! : states[0]!, invitedAt: "2026-11-20T08:15:00Z" }),
  );
  const accounts = { read, change: vi.fn<LeadAccountsApi["change"]>(change) };
  const services = { accounts } as Partial<AdminServices> as AdminServices;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesContext value={{ ...services, leave: async () => undefined }}>
        <LeadAccountSection leadId="lead-1" />
      </ServicesContext>
    </QueryClientProvider>,
  );
  return accounts;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

test("An account is made once, however often the button is pressed; then its invitation can be sent again", async () => {
  const answer = Promise.withResolvers<Awaited<ReturnType<LeadAccountsApi["change"]>>>();
  const accounts = show(["none", "invited"], () => answer.promise);
  await screen.findByText("Ce contact n’a pas de compte.");
  await press("Créer le compte");
  fireEvent.click(await screen.findByRole("button", { name: /Création en cours/ }));
  answer.resolve(ok({ result: "created", row: null }));

  expect((await screen.findByRole("status")).textContent).toBe("Compte créé, invitation envoyée.");
  await screen.findByText(/^Invitation envoyée le 20 novembre 2026, 09:15, pas encore utilisée\.$/);
  expect(accounts.change.mock.calls).toEqual([["lead-1", "create"]]);
  await press("Renvoyer l'invitation");
  await waitFor(() => expect(accounts.change).toHaveBeenLastCalledWith("lead-1", "resend"));
});

test.each<[string, CallProblem, string]>([
  [
    "what the server says",
    { code: "refused", status: 409, reason: "funnel_taken", sentence: accountProblems.funnel_taken },
    accountProblems.funnel_taken,
  ],
  ["that nothing answered", { code: "unavailable" }, "Le serveur n’a rien confirmé. Réessayez dans un instant."],
])("A refusal says %s, and the file asks again what there is", async (_title, problem, sentence) => {
  const accounts = show(["elsewhere", "active"], async () => failed(problem));
  await press("Rattacher à ce compte");
  expect((await screen.findByRole("alert")).textContent).toBe(sentence);
  await screen.findByText("Ce contact a un compte.");
  expect(screen.queryByRole("button")).toBeNull();
  expect(accounts.change).toHaveBeenCalledWith("lead-1", "attach");
});
