// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import { pendingSubmissionsKey } from "#domain/site/storage-keys.ts";
import { network, standInForBrowser } from "#tests/support/browser.ts";

import { ConferenceRegistrationForm } from "./conference-registration-form.tsx";
import type { OrderSite } from "#subjects/orders/site/order-site.ts";

const site: OrderSite = {
  today: civilDate("2025-10-15"),
  api: { url: "https://api.example", publishableKey: "public-key" },
  brand: "Zeta",
  companyName: "Zeta SAS",
  contactEmail: "bonjour@zeta.example",
  bookingUrl: "",
  paymentProvider: "Paiement",
  paymentLink: "https://pay.example/conferences",
  termsVersion: civilDate("2025-06-25"),
  legalPages: {},
};

const leave = vi.fn<(address: string | URL) => void>();
const never = () => new Promise<Response>(() => {});
const answer = (status: number, body: unknown = { accepted: true }) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

standInForBrowser({ now: new Date("2025-10-15T10:00:00Z") });
beforeEach(() => {
  network.mockImplementation(() => answer(200));
  vi.spyOn(location, "assign").mockImplementation(leave);
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  history.replaceState(null, "", "/conferences?utm_source=x#conference-form");
});
afterEach(() => leave.mockReset());

const open = (changes: Partial<OrderSite> = {}, isWaitlist = false) =>
  render(<ConferenceRegistrationForm site={{ ...site, ...changes }} price="190 €" isWaitlist={isWaitlist} />);
const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });

function fill(): void {
  const answers = { Nom: "Delmas", Prénom: "Claire", Cabinet: "Cabinet Orsay", "E-mail": "c@orsay.example" };
  for (const [label, value] of Object.entries(answers)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}

async function submit(): Promise<void> {
  fireEvent.submit(document.querySelector("form")!);
  await settle();
}

const sent = () => {
  const [address, init] = network.mock.calls[0]!;
  return {
    address,
    headers: init.headers as Record<string, string>,
    body: JSON.parse(init.body as string) as Record<string, unknown>,
  };
};

const panel = () => screen.getByRole("heading", { level: 2 });

describe("The form", () => {
  test("has the specified fields, four of them required by the browser alone; no box is ticked", () => {
    open();
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(
      ({ name, type, required, checked }) => ({ name, type, required, checked: checked ?? false }),
    );

    expect(fields).toEqual([
      { name: "nom", type: "text", required: true, checked: false },
      { name: "prenom", type: "text", required: true, checked: false },
      { name: "cabinet", type: "text", required: true, checked: false },
      { name: "email", type: "email", required: true, checked: false },
      { name: "telephone", type: "tel", required: false, checked: false },
      { name: "callConsent", type: "checkbox", required: false, checked: false },
      { name: "commentaire", type: "textarea", required: false, checked: false },
      { name: "suite", type: "text", required: false, checked: false },
      { name: "newsletter", type: "checkbox", required: false, checked: false },
    ]);
    expect(document.querySelector("form")).toMatchObject({ noValidate: false, method: "post" });
    expect(document.querySelectorAll("[pattern], [min], [minlength]")).toHaveLength(0);
  });
});

describe("A registration", () => {
  test("is one call, with the lead record and what only this form asks", async () => {
    open();
    fill();
    fireEvent.change(screen.getByLabelText(/Téléphone/), { target: { value: "06 39 98 77 31" } });
    fireEvent.change(screen.getByLabelText(/Commentaire/), { target: { value: "Sans gluten.\nMerci." } });
    fireEvent.click(box(/lettre d'information de Zeta/));
    await submit();

    const { address, headers, body } = sent();
    expect(address).toBe(`${location.origin}/functions/v1/register-conference`);
    expect(headers.authorization).toBe("Bearer public-key");
    const { consents, attribution, ...record } = body;
    expect(attribution).toMatchObject({ last: { utm_source: "x" } });
    expect(record).toEqual({
      firstName: "Claire",
      lastName: "Delmas",
      email: "c@orsay.example",
      phone: "06 39 98 77 31",
      companyName: "Cabinet Orsay",
      businessType: "lawyer",
      funnel: "conferences",
      timestamp: "2025-10-15T10:00:00.000Z",
      source: `${location.origin}/conferences`,
      commentaire: "Sans gluten.\nMerci.",
      newsletter: true,
    });
    expect(consents).toMatchObject({
      newsletter: {
        granted: true,
        form: "conferences",
        text: expect.stringMatching(/^J'accepte de recevoir la lettre/),
      },
      calls: { granted: false },
    });
    expect(network).toHaveBeenCalledOnce();
  });

  test("shows the panel, focused, and leaves to pay 2 s later", async () => {
    open();
    fill();
    await submit();

    expect(panel().textContent).toBe("Inscription réussie !");
    expect(document.activeElement).toBe(panel());
    expect(screen.getByText(/Vous allez être redirigé vers la page de paiement/)).toBeTruthy();
    const address = `https://pay.example/conferences?prefilled_email=c%40orsay.example&client_reference_id=${sent().headers["idempotency-key"]}`;
    expect(screen.getByRole("link", { name: "Aller à la page de paiement" }).getAttribute("href")).toBe(address);
    await settle(1_999);
    expect(leave).not.toHaveBeenCalled();
    await settle(1);
    expect(leave).toHaveBeenCalledExactlyOnceWith(address);
  });

  test("stays where the visitor asks to", async () => {
    open();
    fill();
    await submit();
    fireEvent.click(screen.getByRole("button", { name: "Rester sur cette page" }));
    expect(screen.getByText(/Il reste à la régler/)).toBeTruthy();
    expect(document.activeElement).toBe(panel());
    await settle(10_000);
    expect(leave).not.toHaveBeenCalled();
  });

  test("promises to lead nowhere once the visitor came back from the payment", async () => {
    open();
    fill();
    await submit();
    act(() => void dispatchEvent(new Event("pagehide")));
    act(() => void dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
    expect(screen.queryByText(/redirigé/)).toBeNull();
    expect(screen.getByText(/Il reste à la régler/)).toBeTruthy();
    await settle(10_000);
    expect(leave).not.toHaveBeenCalled();
  });

  test("leaves nowhere once the visitor has left", async () => {
    open();
    fill();
    await submit();
    await settle(1000);
    act(() => void dispatchEvent(new Event("pagehide")));
    await settle(10_000);
    expect(leave).not.toHaveBeenCalled();
  });

  test("is sent once, however often one clicks", async () => {
    network.mockImplementation(never);
    open();
    fill();
    await submit();
    await submit();
    expect(screen.getByRole("button").textContent).toContain("Traitement en cours...");
    expect(network).toHaveBeenCalledOnce();
  });

  test.each([
    ["a network that is cut", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a server in trouble", () => answer(500)],
    ["too many requests", () => answer(429)],
    ["a statement that was cut", () => answer(400, { code: "57014", message: "canceling statement" })],
  ])("comes to the same panel despite %s", async (_, failure) => {
    network.mockImplementationOnce(failure);
    open();
    fill();
    await submit();

    expect(panel().textContent).toBe("Inscription réussie !");
    expect(localStorage.getItem(pendingSubmissionsKey)).toContain("c@orsay.example");
    await settle(2000);
    expect(leave).toHaveBeenCalledOnce();
  });

  test.each([400, 403, 409, 422])(
    "that is refused with %i says so and leads nowhere; what was typed stays",
    async (status) => {
      network.mockImplementation(() => answer(status, { error: "non" }));
      open();
      fill();
      await submit();

      expect(screen.getByText("Une erreur est survenue").closest("[role=alert]")).toBeTruthy();
      expect(screen.queryByText("Inscription réussie !")).toBeNull();
      expect(screen.getByLabelText("Nom")).toMatchObject({ value: "Delmas" });
      expect(localStorage.getItem(pendingSubmissionsKey)).toBeNull();
      await settle(10_000);
      expect(leave).not.toHaveBeenCalled();

      network.mockImplementation(() => answer(200));
      await submit();
      expect(panel().textContent).toBe("Inscription réussie !");
      expect(screen.queryByText("Une erreur est survenue")).toBeNull();
    },
  );

  test("that is refused after the panel came takes the panel back, with what was typed", async () => {
    let refuse = () => {};
    network.mockImplementation(
      () => new Promise((resolve) => (refuse = () => resolve(new Response("{}", { status: 422 })))),
    );
    open();
    fill();
    await submit();
    await settle(3000);
    expect(panel().textContent).toBe("Inscription réussie !");

    refuse();
    await settle();
    expect(screen.getByText("Une erreur est survenue")).toBeTruthy();
    expect(screen.queryByText("Inscription réussie !")).toBeNull();
    expect(screen.getByLabelText("Nom")).toMatchObject({ value: "Delmas" });
    await settle(10_000);
    expect(leave).not.toHaveBeenCalled();
  });

  test("for the next edition that is refused says so too", async () => {
    network.mockImplementation(() => answer(422));
    open({}, true);
    fill();
    await submit();
    expect(screen.getByText("Une erreur est survenue")).toBeTruthy();
  });

  test("comes to the same panel after 3 s without an answer; the answers wait for the next visit", async () => {
    network.mockImplementation(never);
    open();
    fill();
    await submit();
    await settle(2_999);
    expect(document.querySelector("form")).not.toBeNull();
    await settle(1);
    expect(panel().textContent).toBe("Inscription réussie !");
    expect(localStorage.getItem(pendingSubmissionsKey)).toContain("c@orsay.example");
    await settle(2000);
    expect(leave).toHaveBeenCalledOnce();
  });

  test("without a payment link says what comes next, and leaves nowhere", async () => {
    const { paymentLink: _, ...unpaid } = site;
    render(<ConferenceRegistrationForm site={unpaid} price="190 €" isWaitlist={false} />);
    fill();
    await submit();

    expect(panel().textContent).toBe("Inscription réussie !");
    expect(screen.getByText("Nous revenons vers vous pour le règlement.")).toBeTruthy();
    await settle(10_000);
    expect(leave).not.toHaveBeenCalled();
  });

  test("says 'Une erreur est survenue' only for what goes wrong around the call", async () => {
    open({ paymentLink: "pas une adresse" });
    fill();
    await submit();

    expect(screen.getByText("Une erreur est survenue").closest("[role=alert]")).toBeTruthy();
    expect(screen.getByLabelText("Nom")).toMatchObject({ value: "Delmas" });
    expect(screen.getByRole("button").textContent).toMatch(/^Réserver ma place, 190 €\sHT$/u);
    expect(network).toHaveBeenCalledOnce();
  });
});

describe("Once registration is closed", () => {
  test("the same fields ask to be told of the next edition; nothing is paid", async () => {
    open({}, true);
    expect(screen.getByRole("heading", { name: "Être prévenu de la prochaine édition" })).toBeTruthy();
    expect(document.querySelectorAll("input, textarea")).toHaveLength(9);
    expect(document.body.textContent).not.toMatch(/paiement se fait|190/);
    fill();
    await submit();

    expect(sent().body.kind).toBe("waitlist");
    expect(panel().textContent).toBe("C'est noté ! Nous vous préviendrons de la prochaine édition.");
    await settle(10_000);
    expect(leave).not.toHaveBeenCalled();
  });

  test("a page left open learns it from the answer", async () => {
    network.mockImplementation(() => answer(200, { accepted: true, kind: "waitlist" }));
    open();
    fill();
    await submit();
    expect(panel().textContent).toMatch(/prochaine édition/);
    await settle(10_000);
    expect(leave).not.toHaveBeenCalled();
  });
});
