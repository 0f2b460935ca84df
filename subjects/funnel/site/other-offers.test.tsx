// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { scheduleCopy } from "#subjects/orders/words/schedule.ts";
import { civilDate } from "#kit/civil-date.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { network, standInForBrowser } from "#tests/support/browser.ts";
import {
  funnelKey as key,
  funnelOpenedAt,
  funnels,
  knownVisitor,
  siteOfFunnel,
  storedState as stored,
  title,
} from "#tests/support/funnel.ts";

const site: FunnelSite = {
  ...siteOfFunnel,
  bookingUrl: "https://rendez-vous.example/30",
  payments: {
    secretariat: {},
    marketing: "https://pay.example/m",
    suiviclient: { "50": "https://pay.example/s50", "200": "https://pay.example/s200?a=b#c" },
  },
  legalPages: { terms: "/cgu" },
  // Told by mistake: only the secretariat may show it.
  promotion: { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") },
};

standInForBrowser({ now: funnelOpenedAt });

function store(funnel: FunnelOffer, changes: Partial<FunnelState>) {
  localStorage.setItem("funnel_state", JSON.stringify({ ...knownVisitor(funnel), ...changes }));
}

function open(offer: FunnelOffer, { query = "", payments = site.payments } = {}) {
  history.replaceState(null, "", `/inscription-${offer}${query}`);
  const Funnel = funnels[offer];
  return render(<Funnel site={{ ...site, payments }} />);
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const choose = (question: string, answer: string) =>
  fireEvent.click(within(screen.getByRole("radiogroup", { name: question })).getByLabelText(answer));
const plain = (text: string | null | undefined) => (text ?? "").replaceAll(/\s/g, " ");
const screenText = () => plain(document.body.textContent);
const letTimePass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const sentBodies = () =>
  network.mock.calls
    .filter(([address]) => address.includes("create_lead_without_auth"))
    .map(([, init]) => JSON.parse(init.body as string) as Record<string, unknown>);

describe("Step 3 of marketing", () => {
  test("Untouched, it names its three missing answers, offers the specified ranges, and stays", () => {
    store("marketing", { step: 3 });
    open("marketing");
    const values = (name: string) =>
      [...document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)].map((radio) => radio.value);
    expect(values("prospectsPerMonth")).toEqual(["0-500", "500-1000", "1000-5000", "5000-20000", "20000+"]);
    expect(values("currentClients")).toEqual(["100-1000", "1000-5000", "5000-10000", "10000-20000", "20000+"]);

    press("Continuer");
    const sentences = within(screen.getByRole("alert"))
      .getAllByRole("link")
      .map((link) => link.textContent);
    expect(sentences).toEqual([
      "Choisissez vos prospects par mois",
      "Choisissez vos clients actuels",
      "Saisissez vos besoins marketing",
    ]);
    expect(screen.getByLabelText("Besoins marketing spécifiques")).toMatchObject({ required: true });
    expect(title()).toBe("Préparez vos campagnes");
    expect(sentBodies()).toEqual([]);
  });

  test("The price is 0,30 € HT per contact, on the screen and in the state, never 197", () => {
    store("marketing", { step: 2 });
    open("marketing");
    press("Continuer");
    expect(stored().price).toBe(0.3);
    expect(screenText()).toMatch(/0,30 € ?HT/);
    expect(screenText()).not.toContain("197");
  });

  test("Answered, it is submitted with its own fields and reaches the summary", async () => {
    store("marketing", { step: 3, voice: "" });
    open("marketing");
    choose("Prospects par mois", "De 1 000 à 5 000");
    choose("Clients actuels", "Plus de 20 000");
    fireEvent.change(screen.getByLabelText("Besoins marketing spécifiques"), { target: { value: " Relancer " } });
    expect(screen.getByRole("radiogroup", { name: "Voix de l'assistant (optionnel)" })).toBeTruthy();
    expect(screen.getByLabelText("Sans préférence")).toMatchObject({ checked: true, required: false });
    press("Continuer");
    expect(title()).toBe("Création en cours");
    expect(sentBodies()).toHaveLength(1);
    expect(sentBodies()[0]).toMatchObject({
      funnel_origin_param: "marketing",
      registration_path_param: "/inscription-marketing",
      prospects_per_month_param: "1000-5000",
      contacts_per_month_param: 1000,
      current_clients_param: "20000+",
      marketing_needs_param: "Relancer",
      voice_param: "",
      idempotency_key_param: key,
    });
    await letTimePass(3000);
    expect(title()).toBe("Récapitulatif");
    expect(screenText()).toContain("De 1 000 à 5 000");
  });

  test("A volume in the address chooses the range once; another range brings its own", () => {
    store("marketing", { step: 3, prospectsPerMonth: "0-500" });
    open("marketing", { query: "?volume=4800" });
    expect(location.search).toBe("?etape=3");
    expect(stored()).toMatchObject({ contactsPerMonth: 5000, prospectsPerMonth: "5000-20000", price: 0.3 });
    expect(screenText()).toContain("1 500 €");
    choose("Prospects par mois", "Plus de 20 000");
    expect(screenText()).not.toContain("1 500 €");
    expect(screenText()).toContain("6 000 €");
  });

  test.each(["0", "-5", "abc", "NaN", "1e999", ""])("A volume of %j in the address is ignored", (volume) => {
    store("marketing", { step: 3 });
    open("marketing", { query: `?volume=${volume}` });
    expect(location.search).toBe("?etape=3");
    expect(stored()).toMatchObject({ volume: null, prospectsPerMonth: "" });
  });
});

describe("Summary of marketing", () => {
  const answers = {
    step: 5,
    prospectsPerMonth: "5000-20000",
    currentClients: "100-1000",
    marketingNeeds: "Relancer",
    contactsPerMonth: 5000,
  } as const;

  test("Reads back every answer and the month of the chosen volume, with and without tax, never 197", () => {
    store("marketing", answers);
    open("marketing");
    expect(screenText()).toContain("5 000 contacts par mois : 1 500 € HT");
    for (const part of ["0,30 € HT", "0,36 € TTC", "1 800 € TTC", "Relancer", "De 100 à 1 000"]) {
      expect(screenText()).toContain(part);
    }
    expect(screenText()).not.toMatch(/197|Mise en service|30 octobre|essai gratuit/);
    expect(screen.getAllByRole("button", { name: /^Modifier/ })).toHaveLength(3);
  });

  test("The range alone sells its lowest volume; nothing is free, and what is due today is the month", () => {
    store("marketing", { ...answers, contactsPerMonth: 0, prospectsPerMonth: "1000-5000" });
    open("marketing");
    const lines = [...document.querySelectorAll("[data-schedule] > li")].map((line) => plain(line.textContent));
    expect(lines).toEqual([
      "Aujourd’hui, 15 octobre 2025Premier mois300 € HT 360 € TTC",
      "15 novembre 2025Puis chaque mois, sans engagement300 € HT 360 € TTC",
    ]);
  });

  test("Paying leaves for the link of the volume, where there is one", () => {
    const assign = vi.spyOn(location, "assign").mockReturnValue();
    store("marketing", answers);
    open("marketing", { payments: { secretariat: {}, marketing: { "5000": "https://pay.example/m5000" } } });
    press("Confirmer et payer");
    expect(String(assign.mock.calls[0]?.[0])).toContain("https://pay.example/m5000?");
  });

  test("Paying leaves for the one link, with e-mail and reference", () => {
    const assign = vi.spyOn(location, "assign").mockReturnValue();
    store("marketing", answers);
    open("marketing");
    press("Confirmer et payer");
    expect(assign).toHaveBeenCalledExactlyOnceWith(
      `https://pay.example/m?prefilled_email=yann%2Bessai%40ex.fr&client_reference_id=${key}`,
    );
  });

  test("Without a link the offer is not available yet, and no other volume is proposed", () => {
    store("marketing", answers);
    open("marketing", { payments: { secretariat: {} } });
    press("Prochainement disponible");
    expect(screen.getByRole("alert").textContent).toBe("Cette offre n'est pas encore disponible");
    expect(screenText()).not.toContain("autre volume");
  });
});

describe("Step 3 of the follow-up", () => {
  test("Opens on 50 clients and 350 €, and the price follows the four stops", () => {
    store("suiviclient", { step: 2 });
    open("suiviclient");
    press("Continuer");
    expect(stored()).toMatchObject({ activeClientsPerMonth: 50, price: 350 });
    const slider = screen.getByRole("slider", { name: "Clients actifs par mois" });
    const says = () => plain(slider.getAttribute("aria-valuetext"));
    expect(slider).toMatchObject({ min: "0", max: "3" });

    const seen = [0, 1, 2, 3].map((index) => {
      fireEvent.change(slider, { target: { value: String(index) } });
      return [says(), stored().price];
    });
    expect(seen).toEqual([
      ["50 clients actifs par mois, 350 € HT par mois", 350],
      ["100 clients actifs par mois, 490 € HT par mois", 490],
      ["200 clients actifs par mois, 790 € HT par mois", 790],
      ["500 clients actifs par mois, 1 290 € HT par mois", 1290],
    ]);
  });

  test("Asks for the goals, then submits the number of clients as text and the voice as chosen", () => {
    store("suiviclient", { step: 3 });
    open("suiviclient");
    press("Continuer");
    expect(document.activeElement).toBe(screen.getByLabelText("Objectifs en suivi client"));
    expect(screen.getByText("Saisissez vos objectifs")).toBeTruthy();

    fireEvent.change(screen.getByLabelText("Objectifs en suivi client"), { target: { value: "Garder le lien" } });
    choose("Voix de l'assistant (optionnel)", "Masculine");
    press("Continuer");
    expect(sentBodies()[0]).toMatchObject({
      funnel_origin_param: "suiviclient",
      active_clients_per_month_param: "50",
      client_followup_goals_param: "Garder le lien",
      voice_param: "masculin",
    });
  });

  test("A volume in the address falls to its tier", () => {
    store("suiviclient", { step: 3, activeClientsPerMonth: 500 });
    open("suiviclient", { query: "?volume=75" });
    expect(stored()).toMatchObject({ volume: 100, activeClientsPerMonth: 100, price: 490 });
  });
});

describe("Summary of the follow-up", () => {
  const answers = { step: 5, clientFollowupGoals: "Garder le lien", activeClientsPerMonth: 200 } as const;

  test("Says price without and with tax, period, trial and renewal, and nothing of the promotion", () => {
    store("suiviclient", answers);
    open("suiviclient");
    for (const part of [
      "200 clients actifs",
      "790 € HT/mois",
      "948 € TTC",
      "3,95 € HT par client",
      "Aujourd’hui, 15 octobre 2025Premier mois790 € HT",
      "15 novembre 2025Puis chaque mois",
      "reconduit chaque mois",
      "Garder le lien",
      "Sans préférence",
    ]) {
      expect(screenText()).toContain(part);
    }
    expect(screenText()).not.toMatch(/197|990|30 octobre|jours d’essai/);
  });

  test("A visitor from the page of training bodies begins with 30 free days", () => {
    store("suiviclient", { ...answers, step: 3 });
    open("suiviclient", { query: "?variante=formation&volume=200" });
    expect(location.search).toBe("?etape=3");
    expect(stored()).toMatchObject({ audience: "formation", activeClientsPerMonth: 200 });
    expect(screenText()).toContain("Combien de stagiaires suivis par mois ?");
    expect(screenText()).not.toMatch(/clients? (actif|suivi)|par client/);
    cleanup();
    store("suiviclient", { ...answers, audience: "formation" });
    open("suiviclient");
    const lines = [...document.querySelectorAll("[data-schedule] > li")].map((line) => plain(line.textContent));
    expect(lines).toEqual([
      `Aujourd’hui, 15 octobre 2025${scheduleCopy.kinds.trainingTrial}0 €`,
      "14 novembre 2025Puis chaque mois, sans engagement790 € HT 948 € TTC",
    ]);
    for (const part of ["200 stagiaires suivis", "3,95 € HT par stagiaire"]) expect(screenText()).toContain(part);
    expect(screenText()).not.toMatch(/clients actifs|par client/);
  });

  test.each([
    [50, "https://pay.example/s50?prefilled_email=yann%2Bessai%40ex.fr&client_reference_id="],
    [200, "https://pay.example/s200?a=b&prefilled_email=yann%2Bessai%40ex.fr&client_reference_id="],
  ])("With %i clients, paying leaves for the link of the volume", (activeClientsPerMonth, start) => {
    const assign = vi.spyOn(location, "assign").mockReturnValue();
    store("suiviclient", { ...answers, activeClientsPerMonth });
    open("suiviclient");
    press("Confirmer et payer");
    expect(assign.mock.calls[0]?.[0]).toContain(start + key);
  });

  test("One link for all volumes serves each of them, and none that is not sold", () => {
    const assign = vi.spyOn(location, "assign").mockReturnValue();
    const payments = { secretariat: {}, suiviclient: "https://pay.example/s" };
    store("suiviclient", { ...answers, activeClientsPerMonth: 500 });
    open("suiviclient", { payments });
    press("Confirmer et payer");
    expect(assign.mock.calls[0]?.[0]).toContain("https://pay.example/s?");
    cleanup();
    store("suiviclient", { ...answers, activeClientsPerMonth: 7 });
    open("suiviclient", { payments });
    expect(screen.getByRole("button", { name: "Prochainement disponible" })).toBeTruthy();
    expect(screenText()).toContain("autre volume");
    expect(screenText()).not.toMatch(/\d € HT/);
  });

  test("A volume without a link keeps the lead and lets another be chosen", () => {
    store("suiviclient", { ...answers, activeClientsPerMonth: 100 });
    open("suiviclient");
    press("Prochainement disponible");
    expect(screen.getByRole("alert").textContent).toBe("Cette offre n'est pas encore disponible");
    press("Retour");
    expect(title()).toBe("Préparez votre suivi");
  });
});

describe("From one funnel to another", () => {
  const finished = {
    step: 5,
    voice: "feminin",
    welcomeMessage: "Bonjour, ici l'assistant vocal.",
    intention: "rdv",
    businessHours: ["24h"],
    callsPerMonth: 50,
    volume: 50,
    paymentStartedAt: "2025-10-14T10:00:00.000Z",
  } satisfies Partial<FunnelState>;

  test("E-mail and personal data stay, step 3 comes up with its own price, and nothing is written by looking", () => {
    store("secretariat", finished);
    const before = localStorage.getItem("funnel_state");
    open("suiviclient");
    expect(title()).toBe("Préparez votre suivi");
    expect(screenText()).toContain("350 €");
    expect(localStorage.getItem("funnel_state")).toBe(before);
    press("Retour");
    expect(screen.getByLabelText("Nom commercial")).toMatchObject({ value: "D'Été & Fils <b>" });
  });

  test("Its own key is used for its own lead, and the first funnel keeps its own", () => {
    store("secretariat", finished);
    open("suiviclient");
    fireEvent.change(screen.getByLabelText("Objectifs en suivi client"), { target: { value: "Garder le lien" } });
    press("Continuer");
    const { idempotencyKeys, funnel, paymentStartedAt } = stored();
    expect([funnel, paymentStartedAt]).toEqual(["suiviclient", null]);
    expect(idempotencyKeys.secretariat).toBe(key);
    expect(sentBodies()[0]?.idempotency_key_param).toBe(idempotencyKeys.suiviclient);
    expect(idempotencyKeys.suiviclient).not.toBe(key);
    // The voice of the first funnel is an answer of this one too.
    expect(sentBodies()[0]?.voice_param).toBe("feminin");
  });

  test("Back in the first one, its answers are still there and step 3 comes first", () => {
    store("marketing", { ...finished, funnel: "marketing", step: 5 });
    open("secretariat");
    expect(title()).toBe("Configurez votre assistante");
    expect(screen.getByLabelText("Phrase d'accueil")).toMatchObject({ value: finished.welcomeMessage });
  });

  test("A missing personal answer comes before step 3", () => {
    store("secretariat", { ...finished, phone: "" });
    open("marketing");
    expect(title()).toBe("Vos informations");
  });
});
