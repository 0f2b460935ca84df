// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { AdminServices } from "#app/admin/data/services.ts";
import type { AdminSession } from "#app/api/admin/admin-session.ts";
import { createDeliveriesApi, type DeliveriesApi } from "#subjects/deliveries/calls/deliveries.ts";
import type { DeliveryLine, OpenPayment, Receiver } from "#subjects/leads/contract/desk-lists.ts";
import type { LeadsApi } from "#subjects/leads/calls/leads.ts";
import type { RoomsApi } from "#app/admin/data/rooms.ts";
import type { HealthApi } from "#subjects/operations/calls/health.ts";
import type { TestedMail } from "#subjects/operations/contract/health.ts";
import { createPaymentsApi, type PaymentsApi } from "#subjects/payments/calls/payments.ts";
import type { OpenBilling } from "#subjects/payments/contract/payments.ts";
import { failed, ok } from "#kit/result.ts";
import { readLeadRow } from "#subjects/leads/rules/lead-row.ts";
import { deskConfig, emptyServices, noAlerts } from "#tests/fixtures/empty-desk.ts";

import { AdminApp, createAdminApp } from "./admin-app.tsx";

const receiver: Receiver = {
  receiver_id: "receiver-1",
  topic: "lead",
  host: "hook.example",
  number: null,
  dead_count: 2,
  replayable_count: 2,
  waiting_count: 0,
  paused_until: null,
  disabled_reason: null,
};

const delivery: DeliveryLine = {
  delivery_id: "delivery-1",
  topic: "lead",
  host: "hook.example",
  number: null,
  event: "questionnaire.submitted",
  status: "dead",
  attempts: 10,
  last_status: 422,
  last_error: "http_422",
  next_try_at: null,
  is_replayable: true,
  created_at: "2026-11-20T08:12:00Z",
  lead_id: "lead-1",
  lead_name: "Hélène Ravel",
  recipient: null,
  is_waiting_list: false,
  last_answer: null,
};

const payment: OpenPayment = {
  payment_id: "evt_1",
  reference: "commande_42",
  email: "compta@ravel.example",
  amount_cents: 71_640,
  currency: "eur",
  received_at: "2026-11-20T08:12:00Z",
  lead_id: null,
  lead_name: null,
  lead_email: null,
  link_offer: null,
  link_volume: null,
  named_lead_id: null,
  named_lead_name: null,
  named_lead_email: null,
  ordered: null,
  is_test: false,
  is_second: false,
  paid_before: null,
  payment_intent: null,
  customer: null,
  subscription: null,
  payer: null,
  company: null,
};

/** It gives the reference of a lead, and is not what that lead owes. */
const unexpected: OpenPayment = {
  ...payment,
  amount_cents: 1,
  currency: "usd",
  reference: "6f1c1a52-93a5-4a3c-9d9c-5d2a1c8f7e10",
  named_lead_id: "lead-1",
  named_lead_name: "Hélène Ravel",
  named_lead_email: "helene@ravel.example",
  ordered: { form: "secretariat", asked: 500 },
};

const helene = readLeadRow({
  lead_id: "lead-1",
  first_name: "Hélène",
  last_name: "Ravel",
  email: "helene@ravel.example",
  funnel_origin: "secretariat",
  lead_status: "to_contact",
})!;

/** The formatter writes spaces of its own. */
const plain = (text: string | null) => (text ?? "").replaceAll(/\s/g, " ");

function deliveriesOf(receivers: Receiver[], rows: DeliveryLine[]) {
  return {
    receivers: vi.fn<DeliveriesApi["receivers"]>(async () => ok(receivers)),
    list: vi.fn<DeliveriesApi["list"]>(async (status) => {
      const of = rows.filter((row) => row.status === status);
      return ok({ rows: of, total: of.length });
    }),
    replay: vi.fn<DeliveriesApi["replay"]>(async () => ok(1)),
  };
}

function paymentsOf(payments: OpenPayment[], billing: OpenBilling[] = []) {
  return {
    list: vi.fn<PaymentsApi["list"]>(async () => ok(payments)),
    attach: vi.fn<PaymentsApi["attach"]>(async () => ok(undefined)),
    detach: vi.fn<PaymentsApi["detach"]>(async () => ok(undefined)),
    dismiss: vi.fn<PaymentsApi["dismiss"]>(async () => ok(undefined)),
    listBilling: vi.fn<PaymentsApi["listBilling"]>(async () => ok(billing)),
    settleBilling: vi.fn<PaymentsApi["settleBilling"]>(async () => ok(undefined)),
  };
}

const listLeads = vi.fn<LeadsApi["list"]>(async () => ok({ rows: [helene], next: null, total: 1 }));

function visit(path: string, services: Partial<AdminServices> = {}) {
  const listeners: (() => void)[] = [];
  let isIn = true;
  const session = {
    signIn: async () => ok(undefined),
    secondFactors: async () => ok([]),
    sendCode: async () => ok("challenge-1"),
    verifyCode: async () => ok(undefined),
    verifyKey: async () => ok(undefined),
    accessState: async () => ok(isIn ? "manager" : "signed_out"),
    email: async () => "admin@ariane.example",
    accessToken: async () => "token",
    signOut: vi.fn<AdminSession["signOut"]>(async () => {
      isIn = false;
      for (const listener of listeners) listener();
    }),
    onSignedOut: (listener: () => void) => void listeners.push(listener),
  } satisfies AdminSession;
  const all: AdminServices = {
    ...emptyServices,
    config: deskConfig,
    session,
    leads: { list: listLeads } as Partial<LeadsApi> as LeadsApi,
    leadEvents: { follow: () => new Promise(() => {}), say: async () => undefined },
    accounts: {
      read: async () => ok({ state: "none", invitedAt: null }),
      change: async () => failed({ code: "unavailable" }),
    },
    deliveries: deliveriesOf([], []),
    payments: paymentsOf([]),
    countAlerts: async () => ok({ ...noAlerts, deliveries: 2 }),
    ...services,
  };
  const app = createAdminApp(all, {
    createRouter: (routes) => createMemoryRouter(routes, { basename: "/admin", initialEntries: [`/admin${path}`] }),
    now: () => new Date("2026-11-20T12:00:00Z"),
  });
  render(<AdminApp services={all} app={app} />);
  return { ...app, session };
}

// Both screens are loaded on demand: the first test would pay for it.
beforeAll(
  () =>
    Promise.all([
      import("#subjects/deliveries/desk/deliveries-screen.tsx"),
      import("#subjects/payments/desk/payments-screen.tsx"),
    ]),
  30_000,
);

let consoleError: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  consoleError = vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("« Livraisons »", () => {
  test("says what gave up, for whom, why and after how many tries, and leads to the lead", async () => {
    visit("/livraisons", { deliveries: deliveriesOf([receiver], [delivery]) });
    await screen.findByText("2 abandonnées", { selector: "[role=status]" });
    const line = within(await screen.findByRole("list", { name: "Abandonnées" })).getByRole("listitem");
    expect(line.textContent).toMatch(/422.*Questionnaire.*Hélène Ravel.*hook\.example.*a refusé l’envoi.*10 essais/);
    expect(within(line).getByRole("link", { name: "Hélène Ravel" }).getAttribute("href")).toBe(
      "/admin/dashboard?fiche=lead-1",
    );
    expect(screen.getByRole("link", { name: /^Livraisons.*, 2 à regarder$/ }).getAttribute("aria-current")).toBe(
      "page",
    );
    expect(screen.getByRole("link", { name: "Paiements" })).toBeTruthy();
    expect(consoleError).not.toHaveBeenCalled();
  });

  test("says what the mail server said, in its own words", async () => {
    const words = { topic: "mail", host: null, last_status: 550, last_error: "eenvelope" };
    const refused = { ...delivery, ...words, last_answer: "550 5.1.1 no such user" };
    visit("/livraisons", { deliveries: deliveriesOf([receiver], [refused]) });
    const line = within(await screen.findByRole("list", { name: "Abandonnées" })).getByRole("listitem");
    expect(line.textContent).toMatch(/a refusé ce message\.Sa réponse\s: «\s550 5\.1\.1 no such user\s»/);
  });

  test("says that everything has left when it has", async () => {
    visit("/livraisons", { deliveries: deliveriesOf([{ ...receiver, dead_count: 0, replayable_count: 0 }], []) });
    await screen.findByText("Tout est parti.");
    expect(screen.queryByRole("button", { name: /^Renvoyer/ })).toBeNull();
  });

  test("shows that it is loading, and what failed with a way to try again", async () => {
    const deliveries = deliveriesOf([receiver], [delivery]);
    deliveries.receivers.mockResolvedValueOnce(failed({ code: "unavailable", message: "503" }));
    deliveries.receivers.mockResolvedValueOnce(failed({ code: "unavailable", message: "503" }));
    visit("/livraisons", { deliveries });
    await screen.findByText("Chargement des livraisons…");
    expect((await screen.findByRole("alert")).textContent).toContain("Chargement impossible.");
    fireEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    await screen.findByRole("list", { name: "Abandonnées" });
  });

  test("sends one again, once for two clicks, says so, and reads the list again", async () => {
    const deliveries = deliveriesOf([receiver], [delivery]);
    const answer = Promise.withResolvers<Awaited<ReturnType<DeliveriesApi["replay"]>>>();
    deliveries.replay.mockReturnValueOnce(answer.promise);
    visit("/livraisons", { deliveries });
    const button = await screen.findByRole("button", { name: /^Renvoyer\s*: Questionnaire, 20\snov/ });
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText("Renvoi…", { exact: false });
    const readings = deliveries.receivers.mock.calls.length;
    answer.resolve(ok(1));
    expect((await screen.findByRole("alert")).textContent).toBe("La livraison est de nouveau en route.");
    expect(deliveries.replay.mock.calls).toEqual([[{ deliveryId: "delivery-1" }]]);
    await waitFor(() => expect(deliveries.receivers.mock.calls.length).toBeGreaterThan(readings));
  });

  test("sends all of a receiver again", async () => {
    const deliveries = deliveriesOf([receiver], [delivery]);
    deliveries.replay.mockResolvedValueOnce(ok(2));
    visit("/livraisons", { deliveries });
    fireEvent.click(await screen.findByRole("button", { name: "Renvoyer les 2 à Leads, hook.example" }));
    await screen.findByText("2 livraisons sont de nouveau en route.");
    expect(deliveries.replay).toHaveBeenCalledWith({ receiverId: "receiver-1" });
  });

  test("shows the server's sentence beside what it refused, and one of its own without an answer", async () => {
    vi.stubGlobal("fetch", async (input: string) => {
      if (input.includes("list_delivery_receivers")) return Response.json([receiver]);
      if (input.includes("list_open_deliveries")) {
        const rows = input.includes("eq.dead") ? [delivery] : [];
        return Response.json(rows, { headers: { "content-range": "0-0/1" } });
      }
      if (calls++ > 0) throw new TypeError("cut");
      return Response.json(
        { error: "Cette livraison est déjà en route.", code: "already_on_its_way" },
        { status: 409 },
      );
    });
    let calls = 0;
    const api = { url: "https://site.example", publishableKey: "k" };
    visit("/livraisons", { deliveries: createDeliveriesApi(api, async () => "token") });
    const button = await screen.findByRole("button", { name: /^Renvoyer\s*:/ });
    fireEvent.click(button);
    expect((await screen.findByRole("alert")).textContent).toBe("Cette livraison est déjà en route.");
    fireEvent.click(button);
    await screen.findByText(/^Le serveur ne répond pas\s: rien n’a été renvoyé/);
  });

  test("offers no button where nothing can be sent, and shows hostile texts as text", async () => {
    const hostile = '<img src=x onerror="alert(1)">';
    visit("/livraisons", {
      deliveries: deliveriesOf(
        [{ ...receiver, disabled_reason: "not_configured" }],
        [{ ...delivery, is_replayable: false, lead_name: hostile }],
      ),
    });
    await screen.findByText(hostile);
    expect(document.querySelector("img")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Renvoyer/ })).toBeNull();
  });

  test("leaves at once when the session has ended", async () => {
    const deliveries = deliveriesOf([receiver], [delivery]);
    deliveries.replay.mockResolvedValueOnce(failed({ code: "access_ended" }));
    const { router } = visit("/livraisons", { deliveries });
    fireEvent.click(await screen.findByRole("button", { name: /^Renvoyer\s*:/ }));
    await screen.findByText("Votre session a pris fin. Connectez-vous de nouveau.");
    expect(router.state.location.pathname).toBe("/admin");
    expect(screen.queryByText("Hélène Ravel")).toBeNull();
  });
});

describe("« Paiements »", () => {
  test("says that everything is attached when it is", async () => {
    visit("/paiements");
    expect(await screen.findByText("Tout est rattaché.")).toBeTruthy();
  });

  test("shows what the provider said, searches with the payer's e-mail, and attaches once for two clicks", async () => {
    const payments = paymentsOf([payment]);
    visit("/paiements", { payments });
    const group = within(await screen.findByRole("list", { name: "Payé, sans lead" }));
    expect(group.getByRole("listitem").textContent).toMatch(/716,40.*compta@ravel\.example.*commande_42.*evt_1/);

    fireEvent.click(group.getByRole("button", { name: /^Rattacher à un lead/ }));
    expect((await screen.findByLabelText<HTMLInputElement>("Rechercher le lead")).value).toBe("compta@ravel.example");
    await screen.findByText("1 lead trouvé");
    expect(listLeads.mock.calls.at(-1)?.[0].search).toBe("compta@ravel.example");

    const choose = screen.getByRole("button", { name: "Rattacher à Hélène Ravel, Secrétariat" });
    fireEvent.click(choose);
    fireEvent.click(choose);
    await screen.findByText("Paiement rattaché à Hélène Ravel.");
    expect(payments.attach.mock.calls).toEqual([["evt_1", "lead-1"]]);
  });

  test.each<[string, Partial<OpenPayment>, string, string, string]>([
    ["in dollars", {}, "0,01 $US", "0,00 € ou 4 796,40 €", "Une commande se règle en euros."],
    ["of the cheapest volume", { amount_cents: 116_40, currency: "eur" }, "116,40 €", "0,00 € ou 4 796,40 €", "Le montant n’est pas celui de la commande."],
    ["by another link", { amount_cents: 0, currency: "eur", link_volume: "5" }, "0,00 €", "0,00 € ou 4 796,40 €", "Le lien de paiement est celui d’une autre offre ou d’un autre volume."],
    ["of nothing", { amount_cents: 0, currency: "eur", ordered: { form: "suiviclient", asked: 50 } }, "0,00 €", "420,00 €", "Rien n’a été encaissé, alors que cette commande se règle tout de suite."],
    ["for a range", { amount_cents: 1, currency: "eur", ordered: { form: "marketing", asked: "1000-5000" } }, "0,01 €", "360,00 €, 720,00 € ou 1 800,00 €", "Le montant n’est pas celui de la commande."],
    ["on quotation", { amount_cents: 1, currency: "eur", ordered: { form: "closing", asked: "beaucoup" } }, "0,01 €", "Prix inconnu", "Le prix de cette commande n’est pas connu : lisez ses réponses."],
    ["without an amount", { amount_cents: null }, "Montant non précisé", "0,00 € ou 4 796,40 €", "Le prestataire n’a pas précisé de montant."],
    ["that is right after all", { amount_cents: 0, currency: "eur" }, "0,00 €", "0,00 € ou 4 796,40 €", "Le montant est celui de la commande telle qu’elle est aujourd’hui."],
  ])("shows what was paid, what was expected and why it waits: a payment %s", async (_, changed, paid, expected, reason) => {
    visit("/paiements", { payments: paymentsOf([{ ...unexpected, ...changed }]) });
    const group = within(await screen.findByRole("list", { name: "Différent de la commande" }));
    const shown = plain(group.getByRole("listitem").textContent);
    for (const fact of [paid, expected, reason, "Hélène Ravel", "helene@ravel.example"]) expect(shown).toContain(fact);
    expect(screen.getByText("1 à vérifier")).toBeTruthy();
    expect(screen.queryByText("Payé, sans lead")).toBeNull();
  }); // prettier-ignore

  test.each<[string, Partial<OpenPayment>, RegExp]>([
    [
      "by two payments",
      {
        paid_before: [
          { payment_id: "evt_0", amount_cents: 71_640, currency: "eur", received_at: "2026-11-19T08:12:00Z" },
        ],
      },
      /Déjà reçu716,40 €, le 19 nov/,
    ],
    ["after the team marked it as paid", {}, /Déjà reçuMarqué payé par l’équipe/],
  ])("shows an order that was paid twice, %s, and what to look for at the provider", async (_, changed, before) => {
    const ids = { payment_intent: "pi_1", customer: "cus_1", subscription: "sub_1" };
    const second = { ...unexpected, amount_cents: 0, is_second: true, ...ids };
    visit("/paiements", { payments: paymentsOf([{ ...second, ...changed }]) });
    const group = within(await screen.findByRole("list", { name: "Payé une seconde fois" }));
    const shown = plain(group.getByRole("listitem").textContent);
    expect(shown).toMatch(before);
    for (const fact of ["Cette commande est déjà payée.", "pi_1, cus_1, sub_1"]) expect(shown).toContain(fact);
    expect(screen.getByText("1 en double")).toBeTruthy();
    expect(screen.queryByText("Différent de la commande")).toBeNull();
  }); // prettier-ignore

  test.each<[string, Partial<OpenPayment>, string]>([
    ["in test mode", { is_test: true }, "Ce paiement vient du mode test du prestataire : aucun argent n’est arrivé."],
    [
      "in test mode without a lead",
      { is_test: true, named_lead_id: null, ordered: null },
      "Ce paiement vient du mode test du prestataire : aucun argent n’est arrivé.",
    ],
    [
      "of nothing by a page that is not of training bodies",
      { amount_cents: 0, currency: "eur", ordered: { form: "suiviclient", asked: "formation 50" } },
      "Rien n’a été encaissé, et la page de paiement n’est pas celle des organismes de formation : vérifiez que ce " +
        "client en est un.",
    ],
  ])("says why a payment waits: %s", async (_, changed, reason) => {
    visit("/paiements", { payments: paymentsOf([{ ...unexpected, ...changed }]) });
    expect(plain((await screen.findByText(/mode test|organismes de formation/)).textContent)).toBe(reason);
  }); // prettier-ignore

  test("attaches such a payment to the lead it names, or to another one", async () => {
    const payments = paymentsOf([unexpected]);
    visit("/paiements", { payments });
    const attach = await screen.findByRole("button", { name: /^Rattacher à ce lead/ });
    fireEvent.click(attach);
    fireEvent.click(attach);
    await screen.findByText("Paiement rattaché à Hélène Ravel.");
    expect(payments.attach.mock.calls).toEqual([["evt_1", "lead-1"]]);

    fireEvent.click(screen.getByRole("button", { name: /^Choisir un autre lead/ }));
    expect(await screen.findByLabelText("Rechercher le lead")).toBeTruthy();
  });

  test("shows a dash where the provider gave no reference", async () => {
    visit("/paiements", { payments: paymentsOf([{ ...payment, reference: null }]) });
    expect((await screen.findByText("Référence")).nextElementSibling?.textContent).toBe("–");
  });

  test("searches what is typed, and says when there is no result", async () => {
    listLeads.mockResolvedValue(ok({ rows: [], next: null, total: 0 }));
    visit("/paiements", { payments: paymentsOf([payment]) });
    fireEvent.click(await screen.findByRole("button", { name: /^Rattacher à un lead/ }));
    fireEvent.change(await screen.findByLabelText("Rechercher le lead"), { target: { value: " Personne " } });
    await waitFor(() => expect(listLeads.mock.calls.at(-1)?.[0].search).toBe("Personne"));
    expect(await screen.findByText("Aucun lead trouvé. Essayez un nom, ou une autre adresse.")).toBeTruthy();
  });

  test("shows who paid under another name than the order's, in what they differ, and confirms it", async () => {
    const company = { companyName: "Cabinet Ravel", companyLegalName: null, companySiren: null, companyAddress: null };
    const payments = paymentsOf([
      {
        ...payment,
        email: null,
        lead_id: "lead-1",
        payer: { name: "Holding Delmas", address: null, tax_ids: [] },
        company: { firstName: "Hélène", lastName: "Ravel", ...company },
      },
    ]);
    visit("/paiements", { payments });
    const group = within(await screen.findByRole("list", { name: "Payé sous un autre nom" }));
    expect(plain(group.getByRole("listitem").textContent)).toContain("Différent de la commande : le nom.");
    expect(screen.getByText("1 sous un autre nom")).toBeTruthy();
    fireEvent.click(group.getByRole("button", { name: /^C’est le bon lead/ }));
    await screen.findByText("Paiement confirmé.");
    expect(payments.attach.mock.calls).toEqual([["evt_1", "lead-1"]]);
  });

  test("confirms that another e-mail is right, and shows the server's sentence when it is too late", async () => {
    vi.stubGlobal("fetch", async (input: string) =>
      input.includes("list_open_")
        ? Response.json(
            input.includes("payments")
              ? [{ ...payment, lead_id: "lead-1", lead_name: "Hélène Ravel", lead_email: "helene@ravel.example" }]
              : [],
          )
        : Response.json({ error: "Ce paiement est déjà rattaché à un autre lead.", code: "x" }, { status: 409 }),
    );
    const api = { url: "https://site.example", publishableKey: "k" };
    visit("/paiements", { payments: createPaymentsApi(api, async () => "token") });
    fireEvent.click(await screen.findByRole("button", { name: /^C’est le bon lead/ }));
    expect((await screen.findByRole("alert")).textContent).toBe("Ce paiement est déjà rattaché à un autre lead.");
  });

  test("dismisses with a reason what is no lead's, and takes that back", async () => {
    const payments = paymentsOf([payment]);
    visit("/paiements", { payments });
    const reasons = await screen.findByLabelText(/^Écarter.*716,40/);
    fireEvent.change(reasons, { target: { value: "refunded" } });
    await screen.findByText(/^Paiement écarté/);
    fireEvent.click(screen.getByRole("button", { name: "Annuler" }));
    await screen.findByText("C’est annulé.");
    expect(payments.dismiss.mock.calls).toEqual([
      ["evt_1", "refunded"],
      ["evt_1", null],
    ]);
  });

  test("says what came after a payment of no known lead, and settles it", async () => {
    const dispute: OpenBilling = {
      event_id: "evt_9",
      kind: "dispute",
      object: "du_1",
      amount_cents: 71_640,
      currency: "eur",
      received_at: "2026-11-20T09:00:00Z",
      told_on: "2026-11-20",
      customer: null,
      detail: { answer_by: "2026-11-27" },
    };
    const payments = paymentsOf([], [dispute]);
    visit("/paiements", { payments });
    const group = within(await screen.findByRole("list", { name: "Incidents sans lead" }));
    expect(group.getByRole("listitem").textContent).toMatch(/contesté.*716,40.*27\snovembre 2026.*du_1/);
    fireEvent.click(group.getByRole("button", { name: /^Réglé/ }));
    await screen.findByText("C’est réglé.");
    fireEvent.click(screen.getByRole("button", { name: "Annuler" }));
    await screen.findByText("C’est annulé.");
    expect(payments.settleBilling.mock.calls).toEqual([
      ["evt_9", true],
      ["evt_9", false],
    ]);
  });

  test("can be tried again when it did not load", async () => {
    const payments = paymentsOf([payment]);
    payments.list.mockResolvedValueOnce(failed({ code: "unavailable", message: "503" }));
    payments.list.mockResolvedValueOnce(failed({ code: "unavailable", message: "503" }));
    visit("/paiements", { payments });
    fireEvent.click(await screen.findByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("1 sans lead")).toBeTruthy();
  });
});

describe("The test mail of « Santé »", () => {
  const tested: TestedMail = {
    to: "camille@ariane.example",
    status: "delivered",
    last_status: 250,
    last_error: null,
    last_answer: null,
  };
  const pressFor = async (answer: Awaited<ReturnType<HealthApi["testMail"]>>) => {
    const nothing = async () => failed({ code: "unavailable" } as const);
    const testMail = vi.fn<HealthApi["testMail"]>(async () => answer);
    visit("/sante", {
      rooms: { health: { read: nothing, preview: nothing, testMail } } as Partial<RoomsApi> as RoomsApi,
    });
    fireEvent.click(await screen.findByRole("button", { name: "M’envoyer un e-mail d’essai" }));
    return testMail;
  };

  test("says where it went", async () => {
    const testMail = await pressFor(ok(tested));
    await screen.findByText(/est parti à camille@ariane\.example/, { selector: "[role=status]" });
    expect(testMail).toHaveBeenCalledOnce();
  });

  test.each<[string, Partial<TestedMail>, RegExp]>([
    [
      "what the mail server said",
      { status: "dead", last_status: 554, last_error: "eenvelope", last_answer: "554 relaying denied" },
      /n’est pas parti\. .*a refusé ce message\. Sa réponse\s: «\s554 relaying denied\s»\.$/,
    ],
    [
      "that the mail server is away",
      { status: "waiting", last_status: null, last_error: "esocket" },
      /n’est pas encore parti.*Le serveur d’e-mail ne répond pas\.$/,
    ],
  ])("says %s", async (_title, facts, words) => {
    await pressFor(ok({ ...tested, ...facts }));
    expect(await screen.findByText(words, { selector: "[role=alert]" })).toBeTruthy();
  });

  test("says that it could not be asked for", async () => {
    await pressFor(failed({ code: "unavailable" }));
    expect(await screen.findByText("L’essai n’a pas pu être demandé. Réessayez.")).toBeTruthy();
  });
});
