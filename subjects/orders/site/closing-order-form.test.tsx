// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import { pendingSubmissionsKey } from "#domain/site/storage-keys.ts";
import { network, standInForBrowser } from "#tests/support/browser.ts";

import { ClosingOrderForm } from "./closing-order-form.tsx";
import type { OrderSite } from "./order-site.ts";

const site: OrderSite = {
  today: civilDate("2025-10-15"),
  api: { url: "https://api.example", publishableKey: "public-key" },
  brand: "Ariane",
  companyName: "Ariane SAS",
  contactEmail: "bonjour@ariane.example",
  bookingUrl: "https://rendez-vous.example/30",
  paymentProvider: "notre prestataire de paiement",
  paymentLink: "https://pay.example/closing?lang=fr",
  termsVersion: civilDate("2026-08-02"),
  legalPages: { terms: "/conditions-generales-utilisation" },
};

const answers = {
  Prénom: "Claire",
  Nom: "Delmas",
  Fonction: "Avocate associée",
  Entreprise: "D'Été & Fils <b>",
  "E-mail": "c+essai@orsay.example",
  Téléphone: "06 39 98 77 31",
  "Nombre de prospects": "environ 2 000",
  Objectif: "meetings",
};

const leave = vi.fn<(address: string | URL) => void>();
const answer = (status: number, body: unknown = { accepted: true }) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status });

standInForBrowser({ now: new Date("2025-10-15T10:00:00Z") });
beforeEach(() => {
  network.mockImplementation(() => Promise.resolve(answer(200)));
  vi.spyOn(location, "assign").mockImplementation(leave);
  vi.spyOn(console, "info").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => leave.mockReset());

const open = (changes: Partial<OrderSite> = {}) => render(<ClosingOrderForm site={{ ...site, ...changes }} />);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const terms = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /conditions générales d'utilisation/ });
const certification = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /^Je certifie disposer/ });
const calls = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /^J'accepte d'être appelé/ });
const button = () => screen.getByRole("button");
/** Lines of the schedule of payments. */
const due = () => [...document.querySelectorAll("[data-schedule] > li")].map((line) => plain(line.textContent));
const plain = (text: string) => text.replaceAll(/\s/g, " ");
const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

function fill(changes: Partial<typeof answers> = {}): void {
  for (const [label, value] of Object.entries({ ...answers, ...changes })) {
    fireEvent.change(field(label), { target: { value } });
  }
  for (const box of [terms(), certification()]) if (!box.checked) fireEvent.click(box);
}

async function submit(): Promise<void> {
  fireEvent.submit(document.querySelector("form")!);
  await settle();
}

const sent = (index = 0) => {
  const [address, init] = network.mock.calls[index]!;
  return {
    address,
    headers: init.headers as Record<string, string>,
    body: JSON.parse(init.body as string) as Record<string, unknown>,
  };
};

/** The card beside the form, as term and value. */
const card = () =>
  Object.fromEntries(
    [...screen.getByRole("complementary").querySelectorAll("dt")].map((term) => [
      term.textContent,
      plain(term.nextElementSibling?.textContent ?? ""),
    ]),
  );

test("Schedule and card follow the number of prospects, as far as it is one number", () => {
  open();
  const said = (typed: string) => {
    fireEvent.input(field("Nombre de prospects"), { target: { value: typed } });
    return due().map((line) => line.slice(line.indexOf("commande") + "commande".length));
  };
  const shown = () => [plain(screen.getByRole("complementary").querySelector("h2")?.textContent ?? ""), card()];
  expect(said("")).toEqual(["250 € HT 300 € TTC"]);
  expect(shown()).toMatchObject(["1 000 appels sortants", { "Prix par appel": "0,25 € HT", "Total TTC": "300 €" }]);
  expect(said("environ 2 000")).toEqual(["500 € HT 600 € TTC"]);
  expect(shown()).toMatchObject([
    "2 000 appels sortants",
    { "Total HT": "500 €", "TVA 20\u00a0%": "100 €", "Total TTC": "600 €" },
  ]);
  expect(said("2,5k")).toEqual(["750 € HT 900 € TTC"]);
  expect(shown()).toMatchObject(["2 500 appels sortants", { "Prix par appel": "0,30 € HT", "Total TTC": "900 €" }]);
  expect(said("1")).toEqual(["250 € HT 300 € TTC"]);
  expect(shown()).toMatchObject(["1 appel sortant", { "Total TTC": "300 €" }]);
  expect(screen.getByText(/^Pour 1 appel\. Le prix se compte par millier commencé\.$/)).toBeTruthy();
  for (const words of ["beaucoup", "0", "-5", "1e9", "2 000 ou 3 000", "👩🏽‍⚖️".repeat(60)]) {
    expect([words, said(words)]).toEqual([words, []]);
    expect(screen.getByText(/par millier commencé, en une fois/)).toBeTruthy();
    expect(shown()[0]).toBe("Appels sortants");
    expect(card()).not.toHaveProperty("Total TTC");
  }
});

describe("The form", () => {
  test("has the specified fields, required by the browser alone, and the boxes of the law", () => {
    open();
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")].map(
      ({ name, type, required }) => ({ name, type, required }),
    );

    expect(fields).toEqual([
      { name: "firstName", type: "text", required: true },
      { name: "lastName", type: "text", required: true },
      { name: "role", type: "text", required: true },
      { name: "company", type: "text", required: true },
      { name: "email", type: "email", required: true },
      { name: "phone", type: "tel", required: true },
      { name: "callConsent", type: "checkbox", required: false },
      { name: "prospectsCount", type: "text", required: true },
      { name: "objectives", type: "select-one", required: true },
      { name: "suite", type: "text", required: false },
      { name: "termsAccepted", type: "checkbox", required: true },
      { name: "listsCertified", type: "checkbox", required: true },
    ]);
    expect(document.querySelector("form")).toMatchObject({ noValidate: false, method: "post" });
    expect([terms().checked, certification().checked, calls().checked]).toEqual([false, false, false]);
    expect([...document.querySelectorAll("option")].map(({ value }) => value)).toEqual([
      "",
      "meetings",
      "directSales",
      "diagnostic",
      "qualification",
    ]);
    expect(document.querySelectorAll("[pattern], [min], [minlength]")).toHaveLength(0);
  });

  test("frames the law above its button, and leads to the terms without leaving", () => {
    open();
    const notice = screen.getByText(/^Appels sortants par IA : uniquement vers des professionnels informés/);

    expect(notice.compareDocumentPosition(button())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole("link", { name: "conditions générales d'utilisation" })).toMatchObject({
      target: "_blank",
      pathname: "/conditions-generales-utilisation",
    });
  });

  test("keeps what was typed before it came alive", async () => {
    document.body.innerHTML = `<div>${renderToString(<ClosingOrderForm site={site} />)}</div>`;
    fireEvent.change(field("Prénom"), { target: { value: "Claire" } });
    const root = await act(() =>
      Promise.resolve(hydrateRoot(document.body.firstElementChild!, <ClosingOrderForm site={site} />)),
    );

    expect(field("Prénom").value).toBe("Claire");
    await act(() => Promise.resolve(root.unmount()));
    document.body.innerHTML = "";
  });
});

describe("An order", () => {
  test("goes to register-closing with the eight keys, the public key and a key of its own, then leaves to pay", async () => {
    open();
    fill();
    fireEvent.click(calls());
    await submit();

    const { address, headers, body } = sent();
    expect(address).toBe(`${location.origin}/functions/v1/register-closing`);
    expect(headers.authorization).toBe("Bearer public-key");
    const { consents, ...asked } = body;
    expect(asked).toEqual({
      firstName: "Claire",
      lastName: "Delmas",
      email: "c+essai@orsay.example",
      phone: "06 39 98 77 31",
      company: "D'Été & Fils <b>",
      role: "Avocate associée",
      prospectsCount: "environ 2 000",
      objectives: ["meetings"],
    });
    expect(consents).toMatchObject({
      terms: {
        granted: true,
        text: "J'accepte les conditions générales d'utilisation.",
        form: "closing",
        version: site.termsVersion,
      },
      certification: { granted: true, text: expect.stringMatching(/^Je certifie disposer/) },
      calls: { granted: true, at: "2025-10-15T10:00:00.000Z", version: "2025-06-25" },
    });

    expect(network).toHaveBeenCalledOnce();
    const key = headers["idempotency-key"];
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    expect(leave).toHaveBeenCalledExactlyOnceWith(
      `https://pay.example/closing?lang=fr&prefilled_email=c%2Bessai%40orsay.example&client_reference_id=${key}`,
    );
    expect(localStorage.getItem(pendingSubmissionsKey)).toBeNull();
  });

  test("says 'Traitement en cours...' meanwhile, and a second click sends nothing", async () => {
    let reply: (answer: Response) => void;
    network.mockImplementation(() => new Promise((resolve) => (reply = resolve)));
    open();
    fill();
    await submit();
    expect(button().textContent).toContain("Traitement en cours...");
    expect(button().getAttribute("aria-disabled")).toBe("true");
    await submit();
    fireEvent.click(button());
    expect(network).toHaveBeenCalledOnce();
    expect(leave).not.toHaveBeenCalled();

    await act(async () => reply(answer(201, "not JSON")));
    await settle();
    expect(leave).toHaveBeenCalledOnce();
  });

  test("takes any 2xx, whatever it says", async () => {
    network.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
    open();
    fill();
    await submit();
    expect(leave).toHaveBeenCalledOnce();
  });

  test("is ready again when the visitor comes back from the payment page", async () => {
    open();
    fill();
    await submit();
    expect(button().textContent).toContain("Traitement en cours...");
    act(() => void dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
    await settle();
    expect(button().textContent).toBe("Commander mes appels");
  });

  test("without a payment link is stored, and says that the offer is not yet available, with a way to reach the team", async () => {
    const { paymentLink: _, ...unpaid } = site;
    render(<ClosingOrderForm site={unpaid} />);
    fill();
    await submit();

    expect(network).toHaveBeenCalledOnce();
    expect(leave).not.toHaveBeenCalled();
    expect(screen.getByText("Cette offre n'est pas encore disponible")).toBeTruthy();
    expect(screen.getByRole("link", { name: /Réserver un appel/ }).getAttribute("href")).toBe(site.bookingUrl);
    expect(button().textContent).toBe("Commander mes appels");
  });
});

describe("A failure keeps every answer, gives the button back and is said above it", () => {
  function expectFailure(sentence: string): void {
    const problem = screen.getByText(sentence);
    expect(problem.closest("[role=alert]")).toBeTruthy();
    expect(problem.closest(".field-problem")).toBeTruthy();
    expect(problem.compareDocumentPosition(button())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(button().textContent).toBe("Commander mes appels");
    expect(button().hasAttribute("aria-disabled")).toBe(false);
    expect(field("Prénom").value).toBe("Claire");
    expect(terms().checked).toBe(true);
    expect(leave).not.toHaveBeenCalled();
  }

  test.each([
    ["the server's own message", 400, { error: "Saisissez votre prénom." }, "Saisissez votre prénom."],
    ["no message", 400, {}, "Erreur lors de l'inscription"],
    ["an empty message", 400, { error: "" }, "Erreur lors de l'inscription"],
    ["a message that is no text", 400, { error: { html: "<b>" } }, "Erreur lors de l'inscription"],
    ["an answer that is no JSON", 500, "<html>", "Erreur lors de l'inscription"],
    ["markup as a message", 400, { error: "<img src=x onerror=alert(1)>" }, "<img src=x onerror=alert(1)>"],
  ])("for %s", async (_, status, body, sentence) => {
    network.mockImplementation(() => Promise.resolve(answer(status, body)));
    open();
    fill();
    await submit();
    expectFailure(sentence);
    expect(network).toHaveBeenCalledOnce();
  });

  test("for a network that is cut: it waits in the queue under the same key, and a retry by hand is the same order", async () => {
    network.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    open();
    fill();
    await submit();
    expectFailure("Une erreur est survenue");
    expect(screen.getByText(/seront renvoyées automatiquement/)).toBeTruthy();
    expect(localStorage.getItem(pendingSubmissionsKey)).toContain("c+essai@orsay.example");

    await submit();
    expect(screen.queryByText("Une erreur est survenue")).toBeNull();
    expect(sent(1).headers["idempotency-key"]).toBe(sent(0).headers["idempotency-key"]);
    expect(localStorage.getItem(pendingSubmissionsKey)).toBeNull();
    expect(leave).toHaveBeenCalledOnce();
  });

  test("for a server that says nothing for 10 s", async () => {
    network.mockImplementation(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted")))),
    );
    open();
    fill();
    await submit();
    await settle(9_999);
    expect(screen.queryByText("Une erreur est survenue")).toBeNull();
    await settle(1);
    expectFailure("Une erreur est survenue");
  });

  test("for a 503: sent again by itself, once, and nothing moves the visitor", async () => {
    network.mockImplementationOnce(() => Promise.resolve(answer(503, {})));
    open();
    fill();
    await submit();
    await settle(2000);
    expect(network).toHaveBeenCalledTimes(2);
    expect(sent(1)).toEqual({ ...sent(0), body: { ...sent(0).body, isKept: true } });
    expect(localStorage.getItem(pendingSubmissionsKey)).toBeNull();
    expect(leave).not.toHaveBeenCalled();
  });

  test("for a payment link that is no address: the order is stored all the same", async () => {
    open({ paymentLink: "pas une adresse" });
    fill();
    await submit();
    expectFailure("Une erreur est survenue");
    expect(network).toHaveBeenCalledOnce();
  });

  test("and a 4xx is not tried again", async () => {
    network.mockImplementation(() => Promise.resolve(answer(422, {})));
    open();
    fill();
    await submit();
    await settle(60_000);
    expect(network).toHaveBeenCalledOnce();
    expect(localStorage.getItem(pendingSubmissionsKey)).toBeNull();
  });
});

describe("The key", () => {
  test("changes with the e-mail, and is that of what still waits after a reload", async () => {
    network.mockImplementation(() => Promise.reject(new TypeError("Failed to fetch")));
    const { unmount } = open();
    fill();
    await submit();
    fill({ "E-mail": "autre@orsay.example" });
    await submit();
    unmount();

    open();
    fill();
    await submit();
    const keys = [0, 1, 2].map((index) => sent(index).headers["idempotency-key"]);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe(keys[0]);
  });
});

test("A program that fills the hidden field is sent as it is, for the server to judge", async () => {
  open();
  fill();
  fireEvent.change(document.querySelector("[name=suite]")!, { target: { value: "https://spam.example" } });
  await submit();
  expect(sent().body.website).toBe("https://spam.example");
});
