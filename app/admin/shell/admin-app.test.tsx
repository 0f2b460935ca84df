// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { AdminSession, AccessState } from "#app/api/admin/admin-session.ts";
import type { LeadAccountsApi } from "#subjects/leads/calls/lead-accounts.ts";
import type { LeadEventsApi } from "#subjects/leads/calls/lead-events.ts";
import { type Deletion, type LeadsApi, createLeadsApi } from "#subjects/leads/calls/leads.ts";
import type { OwnSecurity } from "#subjects/account/calls/own-security.ts";
import { civilDate } from "#kit/civil-date.ts";
import { failed, ok } from "#kit/result.ts";
import type { LeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import { readLeadReceipts } from "#subjects/orders/rules/lead-receipts.ts";
import { type LeadRow, readLeadRow } from "#subjects/leads/rules/lead-row.ts";
import { deskConfig, emptyServices } from "#tests/fixtures/empty-desk.ts";

import { AdminApp, createAdminApp } from "./admin-app.tsx";

function row(columns: Record<string, unknown>): LeadRow {
  const lead = readLeadRow({
    lead_id: "lead-1",
    user_profile_id: "profile-1",
    user_id: "user-1",
    first_name: "Hélène",
    last_name: "Ravel",
    email: "helene@ravel.example",
    funnel_origin: "secretariat",
    lead_status: "to_contact",
    payment_status: false,
    created_at: "2026-11-20T08:12:00Z",
    ...columns,
  });
  if (!lead) throw new Error("This row should be readable.");
  return lead;
}

type Searched = { search?: string };

/** A list in memory, good for what a test does not replace. */
function leadsHolding(rows: LeadRow[]) {
  return {
    list: vi.fn<LeadsApi["list"]>(async () => ok({ rows, next: null, total: rows.length })),
    volumes: async () => ok([]),
    count: vi.fn<LeadsApi["count"]>(async () => ok({ statuses: { to_contact: 1 }, paid: 0, total: 1 })),
    open: vi.fn<LeadsApi["open"]>(async (id) => ok(rows.find(({ leadId }) => leadId === id) ?? null)),
    rows: vi.fn<LeadsApi["rows"]>(async (ids) =>
      ok(rows.filter(({ leadId }) => leadId !== null && ids.includes(leadId))),
    ),
    ofProfile: vi.fn<LeadsApi["ofProfile"]>(async (id) => ok(rows.filter(({ profileId }) => profileId === id))),
    withEmail: vi.fn<LeadsApi["withEmail"]>(async (email) => ok(rows.filter((lead) => lead.email === email))),
    newerAnswers: vi.fn<LeadsApi["newerAnswers"]>(async () => ok(null)),
    receipts: vi.fn<LeadsApi["receipts"]>(async () => ok(readLeadReceipts({}))),
    adoptNewerAnswers: vi.fn<LeadsApi["adoptNewerAnswers"]>(async () => ok(row({}))),
    undoAdoption: vi.fn<LeadsApi["undoAdoption"]>(async () => ok(row({}))),
    change: vi.fn<LeadsApi["change"]>(async () => ok(row({}))),
    delete: vi.fn<LeadsApi["delete"]>(async () => ok(undefined)),
  } satisfies LeadsApi;
}

/** What the database says of a procedure that the caller may not call. */
const forbidden = { code: "refused", reason: "42501", sentence: "", status: 403 } as const;

/** Their own tests are in lead-account.test.tsx. */
const accountsOfNobody = {
  read: async () => ok({ state: "none", invitedAt: null }),
  change: async () => failed({ code: "unavailable" }),
} satisfies LeadAccountsApi;

const telephone = { id: "factor-1", name: "Téléphone", kind: "totp", addedAt: "2026-11-20T08:00:00Z" } as const;

function sessionThatIs(accessState: AccessState) {
  let current = accessState;
  const listeners: (() => void)[] = [];
  return {
    become: (next: AccessState) => void (current = next),
    signIn: vi.fn<AdminSession["signIn"]>(async () => ok(undefined)),
    secondFactors: async () => ok([telephone]),
    sendCode: async () => ok("challenge-1"),
    verifyCode: vi.fn<AdminSession["verifyCode"]>(async () => ok(undefined)),
    verifyKey: vi.fn<AdminSession["verifyKey"]>(async () => ok(undefined)),
    accessState: vi.fn<AdminSession["accessState"]>(async () => ok(current)),
    email: async () => "admin@ariane.example",
    accessToken: async () => "token",
    signOut: vi.fn<AdminSession["signOut"]>(async () => {
      current = "signed_out";
      for (const listener of listeners) listener();
    }),
    onSignedOut: (listener: () => void) => void listeners.push(listener),
  };
}

/** Without events and without other administrators. */
const quietEvents: LeadEventsApi = {
  follow: () => new Promise(() => {}),
  say: async () => undefined,
};

/** Everything has left and every payment has its lead. */
const nothingToAttendTo = {
  deliveries: {
    receivers: async () => ok([]),
    list: async () => ok({ rows: [], total: 0 }),
    replay: async () => ok(0),
  },
  payments: {
    list: async () => ok([]),
    attach: async () => ok(undefined),
    detach: async () => ok(undefined),
    dismiss: async () => ok(undefined),
    listBilling: async () => ok([]),
    settleBilling: async () => ok(undefined),
  },
};

type Visit = { path: string; session?: ReturnType<typeof sessionThatIs>; leads?: LeadsApi };

function visit({ path, session = sessionThatIs("manager"), leads = leadsHolding([row({})]) }: Visit) {
  const security = {
    offers: deskConfig.offers,
    read: async () => ok({ factors: [], identities: [], passkeys: [], sessions: [], asksProof: false }),
  } as Partial<OwnSecurity>;
  const services = {
    ...emptyServices,
    config: deskConfig,
    session,
    leads,
    leadEvents: quietEvents,
    accounts: accountsOfNobody,
    security: security as OwnSecurity,
    ...nothingToAttendTo,
  };
  const app = createAdminApp(services, {
    createRouter: (routes) =>
      createMemoryRouter(routes, { basename: "/admin", initialEntries: [`/admin${path === "/" ? "" : path}`] }),
    now: () => new Date("2026-11-20T12:00:00Z"),
  });
  render(<AdminApp services={services} app={app} />);
  return { ...app, session, leads };
}

// Without `fireEvent`, which would first draw everything that waits.
function openRow() {
  screen.getByRole("button", { name: "Ouvrir la fiche de Hélène Ravel" }).click();
}

function chooseStatus() {
  const choice = screen.getByLabelText<HTMLSelectElement>("Statut");
  choice.value = "client";
  choice.dispatchEvent(new Event("change", { bubbles: true }));
}

/** What a key figure shows. */
function figure(label: string) {
  const figures = screen.getByLabelText("Chiffres clés");
  return within(figures).getByText(label).parentElement?.querySelector("dd")?.textContent;
}

function fill(email: string, password: string) {
  fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Mot de passe"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Se connecter" }));
}

function pressEnter(field: HTMLElement) {
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}

// Screens are loaded on demand: the first test would pay for it.
beforeAll(
  () =>
    Promise.all([
      import("#subjects/leads/desk/list/leads-screen.tsx"),
      import("#subjects/leads/desk/today/today-screen.tsx"),
    ]),
  30_000,
);

let consoleError: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.stubGlobal("innerWidth", 1440);
  // Nothing is laid out here; without a height every row would be in view.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(63);
  consoleError = vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("Before the guard has passed", () => {
  test("no lead is asked for or shown", async () => {
    const session = sessionThatIs("manager");
    const check = Promise.withResolvers<Awaited<ReturnType<AdminSession["accessState"]>>>();
    session.accessState.mockReturnValueOnce(check.promise);
    const leads = leadsHolding([row({})]);
    visit({ path: "/dashboard", session, leads });

    await screen.findByText("Vérification de votre accès…");
    expect(leads.list).not.toHaveBeenCalled();
    expect(leads.count).not.toHaveBeenCalled();
    expect(screen.queryByText("Hélène Ravel")).toBeNull();

    check.resolve(ok("manager"));
    await screen.findByText("Hélène Ravel");
    expect(leads.list).toHaveBeenCalled();
  });

  test("a customer is sent to the login page, and nothing is asked for", async () => {
    const leads = leadsHolding([row({})]);
    const { router } = visit({ path: "/dashboard", session: sessionThatIs("not_admin"), leads });
    await screen.findByRole("button", { name: "Se connecter" });
    expect(router.state.location.pathname).toBe("/admin");
    expect(leads.list).not.toHaveBeenCalled();
  });

  test("a check that fails says so and can be tried again", async () => {
    const session = sessionThatIs("manager");
    session.accessState.mockResolvedValueOnce(failed({ code: "unavailable", message: "503" }));
    visit({ path: "/dashboard", session });
    fireEvent.click(await screen.findByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("Affichage de 1 leads")).toBeTruthy();
  });
});

describe("The login page", () => {
  test("asks for both fields before it asks the service", async () => {
    const { session } = visit({ path: "/", session: sessionThatIs("signed_out") });
    fireEvent.click(await screen.findByRole("button", { name: "Se connecter" }));
    const summary = await screen.findByRole("alert");
    expect(document.activeElement).toBe(summary);
    expect([...summary.querySelectorAll("a")].map(({ textContent }) => textContent)).toEqual([
      "Saisissez votre e-mail",
      "Saisissez votre mot de passe",
    ]);
    expect(screen.getByLabelText("E-mail").getAttribute("aria-invalid")).toBe("true");
    expect(document.title).toBe("Erreur\u00a0: Connexion | Administration Ariane");
    expect(session.signIn).not.toHaveBeenCalled();
  });

  test.each([
    ["invalid_credentials", "Email ou mot de passe incorrect. Veuillez réessayer."],
    ["some_new_code", "Le message du service"],
  ])("answers %s with its sentence", async (code, sentence) => {
    const session = sessionThatIs("signed_out");
    session.signIn.mockResolvedValueOnce(failed({ code, message: "Le message du service" }));
    visit({ path: "/", session });
    await screen.findByLabelText("E-mail");
    fill("a@b.example", "faux");
    expect((await screen.findByRole("alert")).textContent).toBe(sentence);
  });

  test("refuses a customer, signs them out and stays", async () => {
    const session = sessionThatIs("signed_out");
    const { router } = visit({ path: "/", session });
    await screen.findByLabelText("E-mail");
    session.become("not_admin");
    fill("client@b.example", "secret");
    expect((await screen.findByRole("alert")).textContent).toBe("Accès non autorisé");
    expect(session.signOut).toHaveBeenCalledOnce();
    expect(router.state.location.pathname).toBe("/admin");
  });

  test("leads an administrator to the work of today, past the code of their factor", async () => {
    const session = sessionThatIs("signed_out");
    const { router } = visit({ path: "/", session });
    await screen.findByLabelText("E-mail");
    session.become("second_factor");
    fill("admin@b.example", "secret");
    fireEvent.change(await screen.findByLabelText("Code de vérification"), { target: { value: "123 456" } });
    session.become("manager");
    fireEvent.click(screen.getByRole("button", { name: "Vérifier le code" }));
    await screen.findByRole("heading", { name: "Tout est fait." });
    expect(session.verifyCode).toHaveBeenCalledWith("factor-1", { code: "123456", challengeId: undefined });
    expect(router.state.location.pathname).toBe("/admin/aujourdhui");
  });
});

describe("An administrator who has to enrol a second factor", () => {
  test("signs in to the screen where that is done, and finds no way past it", async () => {
    const session = sessionThatIs("signed_out");
    const leads = leadsHolding([row({})]);
    const { router } = visit({ path: "/", session, leads });
    await screen.findByLabelText("E-mail");
    session.become("enrolment");
    fill("admin@b.example", "secret");
    await screen.findByRole("heading", { name: "Ajoutez un second facteur pour continuer" });
    expect(router.state.location.pathname).toBe("/admin/securite");
    expect(screen.queryByRole("link", { name: "Leads" })).toBeNull();

    await router.navigate("/dashboard");
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/securite"));
    expect(leads.list).not.toHaveBeenCalled();
  });
});

describe("The list", () => {
  test.each([0, 1, 1200])("counts %i leads with the same word and no separator", async (total) => {
    const leads = leadsHolding([]);
    leads.list.mockResolvedValue(ok({ rows: total > 0 ? [row({})] : [], next: null, total }));
    visit({ path: "/dashboard", leads });
    await screen.findByText(`Affichage de ${total} leads`);
    expect(screen.queryByRole("table")?.getAttribute("aria-rowcount")).toBe(
      total === 0 ? undefined : String(total + 1),
    );
    expect(screen.queryAllByRole("row").length).toBeLessThan(50);
  });

  test("shows what people typed as text, and a dash where there is nothing", async () => {
    const hostile = '<img src=x onerror="alert(1)">';
    visit({
      path: "/dashboard",
      leads: leadsHolding([row({ first_name: hostile, last_name: "", company_name: null })]),
    });
    await screen.findByText(hostile);
    expect(document.querySelector("img")).toBeNull();
    const [, cells] = screen.getAllByRole("row");
    expect(cells && within(cells).getAllByText("–").length).toBeGreaterThan(0);
    expect(document.body.textContent).not.toMatch(/null|undefined/);
  });

  test("reads its filters from the address", async () => {
    const leads = leadsHolding([row({})]);
    visit({
      leads,
      path: `/dashboard?${[
        "recherche=ravel&tunnel=closing&statut=client&paiement=paye&du=2026-11-01&au=hier",
        "proprietaire=moi&expire=15&tri=last_name.asc",
      ].join("&")}`,
    });
    await screen.findByText("Affichage de 1 leads");
    const expected: LeadFilters = {
      search: "ravel",
      origin: ["closing"],
      status: ["client"],
      isPaid: true,
      from: civilDate("2026-11-01"),
      owner: ["me"],
      expiresWithinDays: 15,
      sort: { column: "last_name", direction: "asc" },
    };
    expect(leads.list.mock.calls[0]?.[0]).toEqual(expected);
  });

  test("shows the last search and gives up the one before", async () => {
    const searches: { query: string; signal: AbortSignal; answer: (name: string) => void }[] = [];
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      const asked = input.includes("list_leads") && (JSON.parse(init.body as string) as { filters_param: Searched });
      const query = asked && asked.filters_param.search;
      if (!query) return Response.json({ rows: [], next: null, count: 0 });
      return new Promise<Response>((resolve) =>
        searches.push({
          query,
          signal: init.signal!,
          answer: (first_name) =>
            resolve(Response.json({ rows: [{ lead_id: "x", first_name }], next: null, count: 1 })),
        }),
      );
    });
    const leads = createLeadsApi({ url: "https://site.example", publishableKey: "k" }, async () => "token");
    visit({ path: "/dashboard", leads });

    const field = await screen.findByRole("searchbox");
    const search = async (text: string) => {
      fireEvent.change(field, { target: { value: text } });
      fireEvent.keyDown(field, { key: "Enter" });
      await waitFor(() => expect(searches.at(-1)?.query).toBe(text));
    };
    await search("premier");
    await search("second");
    expect(searches[0]?.signal.aborted).toBe(true);
    searches[1]?.answer("Seconde");
    await screen.findByText("Seconde");
    searches[0]?.answer("Première");
    await screen.findByText("Affichage de 1 leads");
    expect(screen.queryByText("Première")).toBeNull();
  });

  test.each([
    ["the file that opens", openRow, "fiche=lead-1"],
    ["the filter that is chosen", chooseStatus, "statut=client"],
  ])("that starts before it is drawn keeps %s", async (_, act, change) => {
    const { router } = visit({ path: "/dashboard" });
    await screen.findByText("Affichage de 1 leads");
    const field = screen.getByRole("searchbox");
    fireEvent.change(field, { target: { value: "ravel" } });
    router.subscribe(({ location }) => {
      if (location.search === `?${change}`) queueMicrotask(() => pressEnter(field));
    });
    act();
    await waitFor(() => expect(router.state.location.search).toBe(`?recherche=ravel&${change}`));
  });

  test("that fails is logged and can be loaded again", async () => {
    const leads = leadsHolding([row({})]);
    leads.list.mockResolvedValueOnce(failed({ code: "unavailable", message: "500" }));
    leads.list.mockResolvedValueOnce(failed({ code: "unavailable", message: "500" }));
    visit({ path: "/dashboard", leads });
    await screen.findByText("Chargement impossible.");
    expect(consoleError).toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    await screen.findByText("Affichage de 1 leads");
  });

  test.each([
    ["refused", () => failed({ code: "access_ended" as const })],
    ["refused by the database to someone who lost the right", () => failed(forbidden)],
    ["empty for someone who lost the right", () => ok({ rows: [], next: null, total: 0 })],
  ])("%s sends back to the login page", async (_, answer) => {
    const session = sessionThatIs("manager");
    const leads = leadsHolding([]);
    leads.list.mockImplementation(async () => {
      session.become("not_admin");
      return answer();
    });
    const { router } = visit({ path: "/dashboard", session, leads });
    await screen.findByText("Votre session a pris fin. Connectez-vous de nouveau.");
    expect(router.state.location.pathname).toBe("/admin");
  });

  test("refused by the database to who is still an administrator stays, and says that it failed", async () => {
    const leads = leadsHolding([]);
    leads.list.mockResolvedValue(failed(forbidden));
    const { session, router } = visit({ path: "/dashboard", leads });
    await screen.findByText("Chargement impossible.");
    expect(session.signOut).not.toHaveBeenCalled();
    expect(router.state.location.pathname).toBe("/admin/dashboard");
  });

  test("is left by signing out, without a notice", async () => {
    const { session } = visit({ path: "/dashboard" });
    fireEvent.click(await screen.findByRole("button", { name: "Se déconnecter" }));
    await screen.findByRole("button", { name: "Se connecter" });
    expect(session.signOut).toHaveBeenCalledOnce();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("A change", () => {
  test("shows at once, and goes back with a sentence when it was not saved", async () => {
    const leads = leadsHolding([row({})]);
    const answer = Promise.withResolvers<Awaited<ReturnType<LeadsApi["change"]>>>();
    leads.change.mockReturnValueOnce(answer.promise);
    visit({ path: "/dashboard", leads });

    const payment = await screen.findByRole("switch", { name: "Paiement de Hélène Ravel" });
    fireEvent.click(payment);
    await waitFor(() => expect(payment.getAttribute("aria-checked")).toBe("true"));
    answer.resolve(failed({ code: "unavailable", message: "500" }));
    await screen.findByText("Modification non enregistrée.");
    expect(payment.getAttribute("aria-checked")).toBe("false");
    expect(consoleError).toHaveBeenCalled();

    leads.change.mockResolvedValueOnce(ok(row({ payment_status: true })));
    fireEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    await waitFor(() => expect(payment.getAttribute("aria-checked")).toBe("true"));
    expect(leads.change).toHaveBeenLastCalledWith(
      "lead-1",
      { payment_status: true },
      expect.objectContaining({ isPaid: false }),
    );
    await waitFor(() => expect(screen.queryByText("Modification non enregistrée.")).toBeNull());
  });

  test("waits for the change before it, and is made on the state that it left", async () => {
    const leads = leadsHolding([row({ updated_at: "2026-11-20T10:00:00Z" })]);
    const answer = Promise.withResolvers<Awaited<ReturnType<LeadsApi["change"]>>>();
    leads.change.mockReturnValueOnce(answer.promise);
    visit({ path: "/dashboard", leads });

    const status = await screen.findByRole("combobox", { name: "Statut de Hélène Ravel" });
    fireEvent.change(status, { target: { value: "contacted" } });
    const payment = screen.getByRole("switch", { name: "Paiement de Hélène Ravel" });
    fireEvent.click(payment);
    await waitFor(() => expect(payment.getAttribute("aria-checked")).toBe("true"));
    expect(leads.change).toHaveBeenCalledTimes(1);

    const left = { lead_status: "contacted", updated_at: "2026-11-20T10:00:05Z" };
    leads.change.mockResolvedValueOnce(ok(row({ ...left, payment_status: true })));
    answer.resolve(ok(row(left)));
    await waitFor(() => expect(leads.change).toHaveBeenCalledTimes(2));
    expect(leads.change.mock.lastCall?.[2]).toMatchObject({ isPaid: false, updatedAt: left.updated_at });
  });

  test("leaves the row in place although it no longer matches the filter", async () => {
    const leads = leadsHolding([row({})]);
    leads.change.mockResolvedValueOnce(ok(row({ lead_status: "client" })));
    visit({ path: "/dashboard?statut=to_contact", leads });
    const status = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Statut de Hélène Ravel" });
    fireEvent.change(status, { target: { value: "client" } });
    await waitFor(() => expect(figure("Clients")).toBe("1"));
    expect(figure("À contacter")).toBe("0");
    expect(status.value).toBe("client");
    // Two requests, a change and a reading: neither the list nor the figures are asked for again.
    expect(leads.list).toHaveBeenCalledTimes(1);
    expect(leads.count).toHaveBeenCalledTimes(1);
  });
});

describe("A file", () => {
  test("opens from the address and reads its row again", async () => {
    const leads = leadsHolding([row({ knowledge_base_url: "javascript:alert(1)" })]);
    visit({ path: "/dashboard?fiche=lead-1", leads });
    await screen.findByRole("heading", { name: "Hélène Ravel" });
    expect(leads.open).toHaveBeenCalledOnce();
    expect(screen.getByText("javascript:alert(1)").closest("a")).toBeNull();
  });

  test("links a web address without vouching for it", async () => {
    visit({
      path: "/dashboard?fiche=lead-1",
      leads: leadsHolding([row({ knowledge_base_url: "https://ravel.example" })]),
    });
    const link = await screen.findByRole("link", { name: "https://ravel.example" });
    expect(link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
  });

  test.each([true, false])(
    "says of newer answers whether another device sent them: %j",
    async (isFromAnotherDevice) => {
      const waiting = row({ newer_answers_at: "2026-11-20T10:00:00Z" });
      const leads = leadsHolding([waiting]);
      leads.newerAnswers.mockResolvedValue(ok({ ...waiting, isFromAnotherDevice }));
      visit({ path: "/dashboard?fiche=lead-1", leads });
      await screen.findByRole("button", { name: "Adopter" });
      expect(screen.queryByText(/autre appareil/) !== null).toBe(isFromAnotherDevice);
    },
  );

  test("shows the role, prospects and objectives of a closing lead", async () => {
    const closing = row({
      funnel_origin: "closing",
      role: "Directrice",
      prospects_count: "environ 300",
      objectives: ["diagnostic"],
    });
    visit({ path: "/dashboard?fiche=lead-1", leads: leadsHolding([closing]) });
    const file = await screen.findByRole("article");
    for (const text of ["Configuration Closing", "Directrice", "environ 300", "Établir un diagnostic"]) {
      expect(file.textContent).toContain(text);
    }
  });
});

describe("A deletion", () => {
  async function openDialog(leads: LeadsApi) {
    visit({ path: "/dashboard?fiche=lead-1", leads });
    fireEvent.click(await screen.findByRole("button", { name: "Supprimer le contact" }));
    return screen.findByRole("alertdialog");
  }

  test.each([{ user_profile_id: null }, { lead_id: null }])("with %j asks nothing of the server", async (missing) => {
    const leads = leadsHolding([row(missing)]);
    visit({ path: "/dashboard", leads });
    fireEvent.click(await screen.findByRole("button", { name: "Ouvrir la fiche de Hélène Ravel" }));
    fireEvent.click(await screen.findByRole("button", { name: "Supprimer le contact" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Impossible de supprimer ce contact : données manquantes",
    );
    expect(leads.ofProfile).not.toHaveBeenCalled();
    expect(leads.delete).not.toHaveBeenCalled();
  });

  test("refused in the dialog does nothing", async () => {
    const leads = leadsHolding([row({})]);
    const dialog = await openDialog(leads);
    fireEvent.click(within(dialog).getByRole("button", { name: "Garder" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(leads.delete).not.toHaveBeenCalled();
  });

  test("names what goes, and apart what another profile keeps", async () => {
    const leads = leadsHolding([
      row({}),
      row({ lead_id: "lead-2", funnel_origin: "marketing" }),
      row({ lead_id: "lead-3", user_profile_id: "profile-2", funnel_origin: "closing" }),
    ]);
    const dialog = await openDialog(leads);
    const gone = await within(dialog).findByRole("list", { name: "Ce qui sera effacé" });
    within(gone).getByText("Lead Marketing, créé le 20 novembre 2026");
    within(gone).getByText("Compte de connexion helene@ravel.example");
    expect(within(gone).queryByText(/Closing/)).toBeNull();
    within(dialog).getByText("Lead Closing, créé le 20 novembre 2026");
    within(dialog).getByRole("button", { name: "Supprimer ce lead seulement" });
  });

  test.each<[Deletion["scope"], string, string]>([
    ["contact", "Supprimer le contact", "Contact supprimé avec succès !"],
    ["lead", "Supprimer ce lead seulement", "Lead supprimé avec succès !"],
  ])("of a %s asks once and says that it is done", async (scope, button, sentence) => {
    const leads = leadsHolding([row({}), row({ lead_id: "lead-2", funnel_origin: "marketing" })]);
    const dialog = await openDialog(leads);
    fireEvent.click(
      await within(dialog)
        .findByRole("button", { name: "Supprimer ce lead seulement" })
        .then(() => within(dialog).getByRole("button", { name: button })),
    );
    expect((await screen.findByText(sentence)).closest("[role=alert]")).not.toBeNull();
    expect(leads.delete).toHaveBeenCalledExactlyOnceWith({
      leadId: "lead-1",
      profileId: "profile-1",
      userId: "user-1",
      scope,
    });
    await waitFor(() => expect(leads.list).toHaveBeenCalledTimes(2));
  });

  test.each([
    ["lead", "Erreur lors de la suppression du contact: Erreur lors de la suppression du lead: Réessayez."],
    ["profile", "Erreur lors de la suppression du contact: Erreur lors de la suppression du profil"],
    ["account", "Erreur lors de la suppression du contact: Erreur lors de la suppression du compte"],
    ["unexpected", "Erreur lors de la suppression du contact: Erreur lors de la suppression: Réessayez."],
  ] as const)("that fails at %s says so and can be tried again", async (stage, sentence) => {
    const leads = leadsHolding([row({})]);
    leads.delete.mockResolvedValueOnce(
      failed({ code: "refused", status: 409, reason: `${stage}_failed`, stage, sentence: "Réessayez." }),
    );
    const dialog = await openDialog(leads);
    const confirm = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Supprimer le contact" });
    await waitFor(() => expect(confirm.disabled).toBe(false));
    fireEvent.click(confirm);
    expect((await within(dialog).findByRole("alert")).textContent).toBe(sentence);

    fireEvent.click(within(dialog).getByRole("button", { name: "Supprimer le contact" }));
    await screen.findByText("Contact supprimé avec succès !");
  });
});

describe("Any other address of the back office", () => {
  test("shows the not-found page within it", async () => {
    visit({ path: "/nulle-part" });
    expect(await screen.findByRole("heading", { name: "Oups, quelque chose s'est mal passé..." })).toBeTruthy();
  });
});
