// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { civilDate, dayInParis } from "#kit/civil-date.ts";
import { siteOfAccount } from "#tests/support/account-site.ts";

import type { AccountSite } from "./account-site.ts";
import { CustomerDashboard } from "./customer-dashboard.tsx";

const user = { id: "user-1", email: "claire@exemple.fr" };
const profile = { id: "profile-1", user_id: user.id, first_name: "Claire", company_name: "Menuiserie Ravel" };
const lead = {
  id: "5f0e8f0a-0000-4000-8000-000000000001",
  user_profile_id: profile.id,
  funnel_origin: "secretariat",
  lead_status: "to_contact",
  payment_status: false,
  created_at: "2026-11-01T09:12:00Z",
  calls_per_month: 50,
  voice: "feminin",
  welcome_message: "Bonjour, l’atelier vous écoute.",
  business_hours: ["autres", "le samedi"],
};

/** A token as the client reads it; only the server checks signatures. */
function newSession() {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const token = `${part({ alg: "ES256", typ: "JWT" })}.${part({ sub: user.id, exp })}.c2lnbmF0dXJl`;
  return {
    access_token: token,
    refresh_token: "refresh",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: exp,
    user,
  };
}

type Answer = { status?: number; body?: unknown };
let answers: Record<string, Answer>;
let asked: { name: string; search: string; body: string; authorization: string | null }[];

beforeEach(() => {
  asked = [];
  answers = {
    "POST /auth/v1/token": { body: newSession() },
    "POST /auth/v1/logout": { status: 204 },
    "POST /functions/v1/signed-in": { body: {} },
    "GET /auth/v1/user": { body: user },
    "GET /rest/v1/user_profiles": { body: [profile] },
    "GET /rest/v1/leads": { body: [lead] },
    "POST /functions/v1/read-own-orders": { body: [] },
    "POST /functions/v1/export-account": { body: { account: { email: user.email } } },
    "POST /functions/v1/delete-account": { body: { deleted: true } },
  };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input as string);
    const name = `${init?.method ?? "GET"} ${url.pathname}`;
    const authorization = new Headers(init?.headers).get("authorization");
    asked.push({ name, search: url.search, body: (init?.body as string | undefined) ?? "", authorization });
    const answer = answers[name];
    if (!answer) throw new TypeError("Failed to fetch");
    const { status = 200, body } = answer;
    // With it the client reads the code of a refusal where our service puts it.
    const headers = { "x-supabase-api-version": "2024-01-01" };
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  });
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "info").mockReturnValue();
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const names = () => asked.map(({ name }) => name);
const count = (name: string) => names().filter((each) => each === name).length;

type Options = { address?: string; hasGoogle?: boolean } & Partial<
  Pick<AccountSite, "customerPortal" | "invoiceIssuer" | "today" | "editions">
>;

function open({ address = "/dashboard", hasGoogle = false, ...stated }: Options = {}) {
  history.replaceState(null, "", address);
  render(
    <CustomerDashboard
      site={{
        ...siteOfAccount,
        ...stated,
        api: { url: "https://site.example", publishableKey: "sb_publishable_x" },
        contactEmail: "contact@ariane.example",
        testLine: { number: "01 99 00 24 25", address: "tel:+33199002425", isDemo: false },
        hasGoogleSignIn: hasGoogle,
        legalPages: { terms: "/conditions-generales-utilisation" },
        payments: { secretariat: { "50": "https://pay.example/50" }, conferences: "https://pay.example/conference" },
      }}
    />,
  );
}

function openSignedIn(options?: Parameters<typeof open>[0]) {
  localStorage.setItem("sb-auth-token", JSON.stringify(newSession()));
  open(options);
}

function signIn(password = "Genêt du soir 82") {
  fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: user.email } });
  fireEvent.change(screen.getByLabelText("Mot de passe"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Se connecter" }));
}

describe("Someone signed out", () => {
  test("asks the server for nothing, and misses no answer unsaid", async () => {
    open();
    expect(asked).toEqual([]);
    expect(screen.queryByRole("button", { name: "Continuer avec Google" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Se connecter" }));
    const summary = await screen.findByRole("alert");
    within(summary).getByText("Saisissez votre adresse e-mail");
    within(summary).getByText("Saisissez votre mot de passe");
    expect(asked).toEqual([]);
  });

  test("reads the sentence of wrong credentials, and keeps the address", async () => {
    answers["POST /auth/v1/token"] = { status: 400, body: { code: "invalid_credentials", message: "" } };
    open();
    signIn();
    fireEvent.click(screen.getByRole("button", { name: /Se connecter/ }));
    await screen.findByText("Email ou mot de passe incorrect. Veuillez réessayer.");
    expect(screen.getByLabelText<HTMLInputElement>("E-mail").value).toBe(user.email);
    expect(count("POST /auth/v1/token")).toBe(1);
  });

  test("back from a provider that refused, reads it under a clean address", async () => {
    open({ address: "/dashboard?error=access_denied&error_description=x#error=access_denied", hasGoogle: true });
    await screen.findByText("Erreur lors de la connexion avec Google");
    expect(location.href).toMatch(/\/dashboard$/);
    screen.getByRole("button", { name: "Continuer avec Google" });
  });
});

describe("A customer on the waiting list of the conference", () => {
  test("reads what they asked for, and is asked for no payment", async () => {
    answers["GET /rest/v1/leads"] = {
      body: [{ ...lead, calls_per_month: null, funnel_origin: "conferences", extra_answers: { kind: "waitlist" } }],
    };
    openSignedIn();
    const order = within(await screen.findByRole("region", { name: "Conférence, liste d’attente" }));
    order.getByText("Nous vous préviendrons de la prochaine édition. Vous n’avez rien à régler.");
    expect(order.queryByText(/Paiement|72h|Payer/)).toBeNull();
  });
});

test("A customer with a place at the conference reads when and where, and takes it to their calendar", async () => {
  answers["GET /rest/v1/leads"] = {
    body: [{ ...lead, calls_per_month: null, funnel_origin: "conferences", extra_answers: {} }],
  };
  openSignedIn();
  const order = within(await screen.findByRole("region", { name: "Conférence" }));
  order.getByText(/Conférence, Maison du Standard, Paris, 9\sh à 17\sh\s30$/u);
  order.getByText("L’équipe lit vos réponses, puis vous écrit.");
  expect(order.getByRole("link", { name: /agenda/ }).getAttribute("href")).toBe("/conference.ics");
});

test("A place at an edition that is over keeps its day once the next one is announced", async () => {
  answers["GET /rest/v1/leads"] = {
    body: [{ ...lead, calls_per_month: null, funnel_origin: "conferences", extra_answers: {} }],
  };
  const edition = { venue: "Lyon", hours: "9 h à 17 h" };
  const editions = [
    { ...edition, heldOn: civilDate("2027-06-03") },
    { ...edition, heldOn: civilDate("2026-12-02"), venue: "Nantes" },
  ];
  openSignedIn({ editions });
  const order = within(await screen.findByRole("region", { name: "Conférence" }));
  order.getByText("2 décembre 2026");
  order.getByText(/Nantes/);
  expect(order.queryByRole("link", { name: /agenda/ })).toBeNull();
});

describe("A customer", () => {
  test("sees each request in their words, asked for under their own token and profile", async () => {
    open();
    signIn();
    const order = within(await screen.findByRole("region", { name: "Secrétariat" }));
    for (const words of [
      "Demande reçue",
      "Paiement en attente",
      "1er novembre 2026",
      "50 appels par jour, 597 € HT par mois",
      "« Bonjour, l’atelier vous écoute. »",
      "le samedi",
      "Féminine",
    ]) {
      order.getByText(words);
    }
    const read = asked.find(({ name }) => name === "GET /rest/v1/leads");
    expect(read?.search).toContain(`user_profile_id=eq.${profile.id}`);
    expect(read?.authorization).toMatch(/^Bearer ey/);
  });

  test.each([
    ["contacted", false, "Échange en cours", "Paiement en attente"],
    ["client", true, "Service actif", "Paiement reçu"],
    ["inactive", false, "Demande clôturée", "Paiement en attente"],
  ])("whose request is %s (paid: %s) reads « %s », « %s »", async (status, isPaid, words, payment) => {
    answers["GET /rest/v1/leads"] = { body: [{ ...lead, lead_status: status, payment_status: isPaid }] };
    openSignedIn();
    await screen.findByText(words);
    // Once: what the progress says is said nowhere else.
    screen.getByText(payment);
    expect(screen.queryByText("Demande reçue", { selector: ".pill" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Confirmer/ }) !== null).toBe(status === "contacted");
  });

  test("who has just paid reads that their service is being prepared, until when, and where to try it", async () => {
    answers["GET /rest/v1/leads"] = {
      body: [{ ...lead, lead_status: "client", payment_status: true, paid_on: siteOfAccount.today }],
    };
    openSignedIn();
    const title = await screen.findByRole("heading", { level: 1 });
    expect(title.textContent).toContain("Votre service se prépare.");
    screen.getByText(/^Compte prêt au plus tard le/);
    expect(screen.queryByText("Service actif")).toBeNull();
    within(screen.getByRole("region", { name: "Vos appelants entendent" })).getByText(
      "Bonjour, l’atelier vous écoute.",
    );
    screen.getByRole("link", { name: "Appelez votre assistante de test" });
  });

  test("changes their greeting alone, reads that the team applies it, and sees the change that waits", async () => {
    const greeting = "Menuiserie Ravel, bonsoir.";
    answers["POST /functions/v1/change-answers"] = { body: { outcome: "waiting" } };
    openSignedIn();
    fireEvent.click(await screen.findByRole("button", { name: "Modifier mes réponses" }));
    expect(screen.getByLabelText<HTMLInputElement>("Vos créneaux d’ouverture").value).toBe("le samedi");
    fireEvent.change(screen.getByLabelText("Phrase d’accueil"), { target: { value: " " } });
    fireEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
    await screen.findByText("Choisissez ce qu’elle doit faire en priorité", { selector: "a" });
    expect(count("POST /functions/v1/change-answers")).toBe(0);

    fireEvent.change(screen.getByLabelText("Phrase d’accueil"), { target: { value: greeting } });
    fireEvent.change(screen.getByLabelText("Que doit-elle faire en priorité ?"), { target: { value: "rdv" } });
    answers["POST /functions/v1/read-own-orders"] = {
      body: [{ lead_id: lead.id, change: { ...lead, welcome_message: greeting, sent_at: "2026-11-02T09:00:00Z" } }],
    };
    fireEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
    await screen.findByText("C’est noté : l’équipe applique ce changement à votre service.");
    const sent = asked.find(({ name }) => name === "POST /functions/v1/change-answers");
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      lead_id: lead.id,
      set: { welcome_message: greeting, intention: "rdv" },
    });
    await screen.findByText(`« ${greeting} »`);
    screen.getByText("Changement demandé le 2 novembre 2026, en cours d’application par l’équipe.");
  });

  test("reads what they paid, what the team wrote, and what cannot be read is left out", async () => {
    const payment = { id: "evt_1", amount_cents: 71_640, currency: "eur", paid_on: "2025-10-15" };
    answers["POST /functions/v1/read-own-orders"] = {
      body: [
        {
          lead_id: lead.id,
          payments: [payment, { ...payment, id: "evt_2", amount_cents: 0 }, null, { id: 7 }],
          messages: [{ id: "m1", text: "À jeudi.", written_at: "2025-10-16T08:00:00Z" }, "x"],
        },
      ],
    };
    openSignedIn();
    await screen.findByText(/^716,40\s€ TTC$/u, { selector: "b" });
    screen.getByText("Commande confirmée, aucun débit");
    screen.getByText(/^Pour une facture que/);
    screen.getByText("À jeudi.");
    // Nothing was debited by the other: there is no paper to ask for with its reference.
    expect(screen.getAllByText(/^Référence/)).toHaveLength(1);
  });

  test("reads which version of the terms their order accepted, at its own address", async () => {
    answers["POST /functions/v1/read-own-orders"] = {
      body: [{ lead_id: lead.id, terms: { at: "2025-10-15T08:00:00Z", version: "2025-06-25" } }],
    };
    openSignedIn();
    const order = within(await screen.findByRole("region", { name: "Secrétariat" }));
    await order.findByText(/^Conditions générales acceptées le 15 octobre 2025/);
    expect(order.getByRole("link", { name: "Version du 25\u00a0juin 2025" }).getAttribute("href")).toBe(
      "/conditions-generales-utilisation/2025-06-25",
    );
  });

  test("of whom nothing was debited so far reads no word of a payment that came", async () => {
    const event = { id: "evt_1", amount_cents: 0, currency: "eur", paid_on: "2025-10-15" };
    answers["GET /rest/v1/leads"] = { body: [{ ...lead, payment_status: true, paid_on: "2025-10-15" }] };
    answers["POST /functions/v1/read-own-orders"] = { body: [{ lead_id: lead.id, payments: [event] }] };
    openSignedIn();
    const order = within(await screen.findByRole("region", { name: "Secrétariat" }));
    await order.findByText("Commande confirmée");
    order.getByText(/^Commande/, { selector: "li span" });
    expect(order.queryByText(/Paiement reçu|Paiements reçus|Paiement, fait/)).toBeNull();
  });

  test("opens the invoice of a month while the provider shows it, then prints a receipt", async () => {
    const invoice = (id: string, paid_on: string) => ({
      id,
      amount_cents: 71_640,
      currency: "eur",
      paid_on,
      invoice_number: `F-${id}`,
      invoice_url: `https://factures.example/${id}`,
    });
    answers["POST /functions/v1/read-own-orders"] = {
      body: [{ lead_id: lead.id, payments: [invoice("1", "2025-09-15"), invoice("2", siteOfAccount.today)] }],
    };
    openSignedIn();
    const link = await screen.findByRole("link", { name: /^Voir la facture du/ });
    expect(link.getAttribute("href")).toBe("https://factures.example/2");
    expect(screen.getAllByText(/^Facture F-/).map((each) => each.textContent)).toEqual(["Facture F-2", "Facture F-1"]);
    screen.getByRole("button", { name: "Imprimer le reçu du 15\u00a0septembre 2025" });
    screen.getByText(/^Pour une facture que vous ne trouvez pas ici, écrivez à contact@/);
  });

  test("finds older payments a click away, and all invoices where the provider lists them", async () => {
    const payments = Array.from({ length: 14 }, (_, index) => ({
      id: `evt_${index}`,
      amount_cents: 11_640,
      currency: "eur",
      paid_on: `2025-${String(1 + (index % 12)).padStart(2, "0")}-0${1 + Math.floor(index / 12)}`,
    }));
    answers["POST /functions/v1/read-own-orders"] = { body: [{ lead_id: lead.id, payments }] };
    openSignedIn({ customerPortal: "https://paiement.example/portail" });
    const portal = await screen.findByRole("link", { name: "Toutes mes factures et mon moyen de paiement" });
    expect(portal.getAttribute("href")).toBe("https://paiement.example/portail");
    expect(screen.queryByText(/^Pour une facture que/)).toBeNull();
    expect(screen.getAllByText(/^Référence/)).toHaveLength(12);
    fireEvent.click(screen.getByRole("button", { name: "Voir les 2 paiements plus anciens" }));
    expect(screen.getAllByText(/^Référence/)).toHaveLength(14);
    expect(screen.queryByRole("button", { name: /plus anciens/ })).toBeNull();
  });

  test("prints the receipt of what they paid, once", async () => {
    const payment = { id: "evt_1", amount_cents: 71_640, currency: "eur", paid_on: "2025-10-15" };
    answers["POST /functions/v1/read-own-orders"] = { body: [{ lead_id: lead.id, payments: [payment] }] };
    const printed: string[] = [];
    const paper = () => screen.queryByRole("region", { name: "Reçu de paiement", hidden: true });
    vi.stubGlobal("print", () => printed.push(paper()?.textContent.replaceAll(/[\u00a0\u202f]/g, " ") ?? ""));
    openSignedIn();
    const print = await screen.findByRole("button", { name: "Imprimer le reçu du 15\u00a0octobre 2025" });
    fireEvent.click(print);

    expect(printed).toHaveLength(1);
    for (const words of [
      "Zeta SAS",
      "SIREN 111 111 111, RCS Lyon",
      "Payé le 15 octobre 2025, référence evt_1",
      "Montant HT597 €",
      "TVA 20 %119,40 €",
      "Total payé TTC716,40 €",
    ]) {
      expect(printed[0]).toContain(words);
    }
    expect(printed[0]).not.toContain("Démonstration");
    fireEvent(window, new Event("afterprint"));
    expect(paper()).toBeNull();
  });

  test.each([
    ["2026-11-20", "À partir du 1er septembre 2027, vos factures vous parviendront aussi"],
    ["2027-09-01", "Vos factures vous parviennent sur votre plateforme"],
  ])("reads on %s by whom their invoices come, where that is decided", async (today, words) => {
    const payment = { id: "evt_1", amount_cents: 71_640, currency: "eur", paid_on: "2025-10-15" };
    answers["POST /functions/v1/read-own-orders"] = { body: [{ lead_id: lead.id, payments: [payment] }] };
    openSignedIn({ invoiceIssuer: "Plateforme Zeta", today: civilDate(today) });
    const said = await screen.findByText((text) => text.startsWith(words));
    expect(said.textContent).toContain("par Plateforme Zeta.");
  });

  test("pays at the link of their volume, with the request as reference", async () => {
    answers["POST /functions/v1/payment-started"] = { body: {} };
    const assign = vi.spyOn(location, "assign").mockReturnValue();
    openSignedIn();
    await screen.findByText("Rien n’est débité aujourd’hui.");
    fireEvent.click(await screen.findByRole("button", { name: /^Confirmer/ }));
    const address = new URL(assign.mock.calls[0]?.[0] as string);
    expect(address.origin + address.pathname).toBe("https://pay.example/50");
    expect(address.searchParams.get("prefilled_email")).toBe(user.email);
    expect(address.searchParams.get("client_reference_id")).toBe(lead.id);
  });

  test.each([
    ["the day of a demonstration", siteOfAccount.today, false],
    ["the real day", dayInParis(new Date()), true],
  ])("reads of %s, in the schedule, whether it is today's", async (_, today, isToday) => {
    openSignedIn({ today });
    const schedule = () => document.querySelector("[data-schedule]")?.textContent ?? "";
    await waitFor(() => expect(schedule()).toContain("Puis chaque mois"));
    expect(schedule().includes("Aujourd’hui")).toBe(isToday);
  });

  test("whose volume cannot be paid for yet is told so", async () => {
    answers["GET /rest/v1/leads"] = { body: [{ ...lead, calls_per_month: 100 }] };
    openSignedIn();
    await screen.findByText(/^Le paiement en ligne de cette offre n’est pas encore ouvert/);
    expect(screen.queryByRole("button", { name: /^(Payer|Confirmer)/ })).toBeNull();
  });

  test("whose answers were never sent finishes them before paying", async () => {
    answers["GET /rest/v1/leads"] = { body: [{ ...lead, welcome_message: null }] };
    openSignedIn();
    const link = await screen.findByRole("link", { name: "Compléter ma demande" });
    expect(link.getAttribute("href")).toBe("/inscription-secretariat");
    expect(screen.queryByRole("button", { name: /^(Payer|Confirmer)/ })).toBeNull();
  });

  test("without a request is led to the choice of an offer", async () => {
    answers["GET /rest/v1/user_profiles"] = { body: [] };
    openSignedIn();
    await screen.findByRole("heading", { name: "Aucune demande pour l’instant." });
    expect(screen.getByRole("link", { name: "Choisir une offre" }).getAttribute("href")).toBe("/inscription");
    expect(names()).not.toContain("GET /rest/v1/leads");
  });

  test("reads an outage, keeps the session, and tries again", async () => {
    const { "GET /rest/v1/leads": working, ...broken } = answers;
    answers = broken;
    openSignedIn();
    await screen.findByRole("heading", { name: "Chargement impossible." });
    answers = { ...broken, ...(working && { "GET /rest/v1/leads": working }) };
    fireEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("region", { name: "Secrétariat" })).toBeTruthy();
  });

  test("whose session the server no longer knows signs in again", async () => {
    answers["GET /rest/v1/user_profiles"] = { status: 401, body: { code: "PGRST301", message: "" } };
    openSignedIn();
    await screen.findByText("Votre session a pris fin. Connectez-vous de nouveau.");
    expect(screen.getByLabelText("Mot de passe")).toBeTruthy();
  });

  test("whose session was ended elsewhere signs in again, and reads no empty space", async () => {
    answers["GET /auth/v1/user"] = { status: 403, body: { code: "session_not_found", message: "" } };
    openSignedIn();
    await screen.findByText("Votre session a pris fin. Connectez-vous de nouveau.");
    expect(count("GET /rest/v1/leads")).toBe(0);
  });

  test("with a second factor shows it before anything is read", async () => {
    const factors = [{ id: "f1", friendly_name: "Téléphone", factor_type: "totp", status: "verified", created_at: "" }];
    answers["GET /auth/v1/user"] = { body: { ...user, factors } };
    localStorage.setItem("sb-auth-token", JSON.stringify({ ...newSession(), user: { ...user, factors } }));
    open();
    await screen.findByLabelText("Code de vérification");
    expect(count("GET /rest/v1/leads")).toBe(0);
  });

  test("signs out of this browser only, and leaves nothing in it", async () => {
    localStorage.setItem("funnel_state", "{}");
    openSignedIn();
    fireEvent.click(await screen.findByRole("button", { name: "Se déconnecter" }));
    await screen.findByText("Votre session est fermée sur cet appareil.");
    expect(asked.find(({ name }) => name === "POST /auth/v1/logout")?.search).toBe("?scope=local");
    expect(localStorage.length).toBe(0);
  });

  test("saves a copy of their data, or reads why not", async () => {
    const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download);
    });
    openSignedIn();
    const button = await screen.findByRole("button", { name: "Exporter mes données" });
    fireEvent.click(button);
    await screen.findByText("Fichier téléchargé : mes-donnees.json");
    expect(clicked).toEqual(["mes-donnees.json"]);
    expect(JSON.parse(await (saved.mock.calls[0]![0] as Blob).text())).toEqual({ account: { email: user.email } });

    answers["POST /functions/v1/export-account"] = { status: 503, body: { error: "Plus tard.", code: "x" } };
    fireEvent.click(button);
    expect((await screen.findByRole("alert")).textContent).toBe("Plus tard.");
    expect(clicked).toHaveLength(1);
  });
});

describe("Deleting an account", () => {
  async function openDialog(options?: Parameters<typeof open>[0]) {
    openSignedIn(options);
    fireEvent.click(await screen.findByRole("button", { name: "Supprimer mon compte" }));
    return within(await screen.findByRole("dialog"));
  }

  function confirm(dialog: ReturnType<typeof within>, typed: string) {
    fireEvent.change(dialog.getByLabelText("Votre e-mail"), { target: { value: typed } });
    fireEvent.click(dialog.getByRole("button", { name: "Supprimer mon compte" }));
  }

  test("says that no subscription ends with it, and sends nothing before the right address is typed", async () => {
    const dialog = await openDialog();
    dialog.getByText(/ne résilie pas un abonnement en cours/);
    dialog.getByText(/^Vos factures restent 10 ans/);
    confirm(dialog, "autre@exemple.fr");
    await dialog.findByText("Saisissez l’adresse e-mail de votre compte");
    expect(names()).not.toContain("POST /functions/v1/delete-account");
  });

  test("ends the session, and forgets what waits in this browser", async () => {
    localStorage.setItem("funnel_state", "{}");
    const dialog = await openDialog();
    confirm(dialog, " Claire@Exemple.fr ");
    await screen.findByRole("heading", { name: "Votre compte est supprimé" });
    expect(asked.find(({ name }) => name === "POST /functions/v1/delete-account")?.body).toBe(
      '{"email":"Claire@Exemple.fr"}',
    );
    expect(screen.queryByRole("button", { name: "Se déconnecter" })).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  test("asks for the password again when the sign-in is old, then deletes with the new session", async () => {
    answers["POST /functions/v1/delete-account"] = {
      status: 403,
      body: { error: "Reconnectez-vous.", code: "sign_in_again" },
    };
    const dialog = await openDialog({ hasGoogle: true });
    confirm(dialog, user.email);
    const password = await dialog.findByLabelText("Mot de passe");
    dialog.getByRole("button", { name: "Continuer avec Google" });

    answers["POST /auth/v1/token"] = { status: 400, body: { code: "invalid_credentials", message: "" } };
    fireEvent.change(password, { target: { value: "faux" } });
    confirm(dialog, user.email);
    await dialog.findByText("Email ou mot de passe incorrect. Veuillez réessayer.");
    expect(count("POST /functions/v1/delete-account")).toBe(1);

    answers["POST /auth/v1/token"] = { body: newSession() };
    answers["POST /functions/v1/delete-account"] = { body: { deleted: true } };
    fireEvent.change(password, { target: { value: "Genêt du soir 82" } });
    confirm(dialog, user.email);
    await screen.findByRole("heading", { name: "Votre compte est supprimé" });
  });

  test("shows the server's sentence when it refuses, and deletes once however often it is asked", async () => {
    answers["POST /functions/v1/delete-account"] = {
      status: 409,
      body: { error: "Un administrateur ne se supprime pas ici.", code: "x" },
    };
    const dialog = await openDialog();
    confirm(dialog, user.email);
    fireEvent.click(dialog.getByRole("button", { name: /Supprimer mon compte/ }));
    await dialog.findByText("Un administrateur ne se supprime pas ici.");
    expect(count("POST /functions/v1/delete-account")).toBe(1);
  });

  test("goes on after the identity provider confirmed who asks", async () => {
    openSignedIn({ address: "/dashboard?suppression=1" });
    await screen.findByRole("dialog");
    expect(location.search).toBe("");
  });
});
