// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import { network, standInForBrowser } from "#tests/support/browser.ts";

import { ClosingOrderForm } from "./closing-order-form.tsx";
import { ConferenceRegistrationForm } from "#subjects/conferences/site/conference-registration-form.tsx";
import type { OrderSite } from "./order-site.ts";

standInForBrowser({ now: new Date("2025-10-15T10:00:00Z") });
// Loaded at the first key in a browser; here beforehand, so that only the clock is waited for.
beforeAll(async () => void (await import("#subjects/companies/site/company-finder.tsx")));
beforeEach(() => {
  network.mockImplementation((address) =>
    Promise.resolve(new Response(JSON.stringify(address.endsWith("/find-company") ? found : { accepted: true }))),
  );
  vi.spyOn(console, "info").mockReturnValue();
});

const site: OrderSite = {
  today: civilDate("2025-10-15"),
  api: { url: "https://api.example", publishableKey: "public-key" },
  brand: "Zeta",
  companyName: "Zeta SAS",
  contactEmail: "bonjour@zeta.example",
  bookingUrl: "",
  paymentProvider: "Paiement",
  companyRegister: "le registre Zeta",
  termsVersion: civilDate("2025-06-25"),
  legalPages: {},
};

const kerbrat = {
  siren: "732829320",
  name: "Menuiserie Kerbrat",
  legalName: "KERBRAT SARL",
  place: "29200 Brest",
  address: "12 rue du Port 29200 Brest",
};
const found = { companies: [kerbrat], isAway: false };
const ofRegister = {
  companySiren: kerbrat.siren,
  companyLegalName: kerbrat.legalName,
  companyAddress: kerbrat.address,
};

const person = { email: "c@orsay.example" };
const forms = [
  {
    name: "closing",
    Form: ClosingOrderForm,
    label: "Entreprise",
    sentAs: "company",
    answers: {
      ...person,
      firstName: "Claire",
      lastName: "Delmas",
      role: "Gérante",
      phone: "06",
      prospectsCount: "200",
      objectives: "meetings",
    },
  },
  {
    name: "conference",
    Form: ({ site: settings }: { site: OrderSite }) => (
      <ConferenceRegistrationForm site={settings} price="190 €" isWaitlist={false} />
    ),
    label: "Cabinet",
    sentAs: "companyName",
    answers: { ...person, nom: "Delmas", prenom: "Claire" },
  },
];

describe.each(forms)("The company that orders, in the form of $name", ({ Form, label, sentAs, answers }) => {
  const field = () => screen.getByLabelText<HTMLInputElement>(label);
  const pause = () => act(() => vi.advanceTimersByTimeAsync(400));

  async function choose(): Promise<void> {
    render(<Form site={site} />);
    await act(async () => void fireEvent.input(field(), { target: { value: "menuis" } }));
    await pause();
    fireEvent.click(screen.getByRole("button", { name: /^Menuiserie Kerbrat/ }));
    expect([field().value, document.activeElement]).toEqual([kerbrat.name, field()]);
  }

  async function submit(): Promise<Record<string, unknown>> {
    for (const [control, value] of Object.entries(answers)) {
      fireEvent.change(document.querySelector(`[name=${control}]`)!, { target: { value } });
    }
    await act(async () => void fireEvent.submit(document.querySelector("form")!));
    const [, init] = network.mock.calls.find(([address]) => address.includes("/register-"))!;
    return JSON.parse(init.body as string) as Record<string, unknown>;
  }

  test("is taken from the register by a tap, said for the invoice, and sent beside the name", async () => {
    await choose();
    expect(screen.getByText(/^Pour la facture : KERBRAT SARL, SIREN 732 829 320/)).toBeTruthy();
    fireEvent.input(field(), { target: { value: "Chez Kerbrat" } });
    expect(await submit()).toMatchObject({ [sentAs]: "Chez Kerbrat", ...ofRegister });
  });

  test("can be taken away again: only the name is sent, as it was typed", async () => {
    await choose();
    fireEvent.click(screen.getByRole("button", { name: "Ce n’est pas mon entreprise" }));
    const sent = await submit();
    expect(sent).toMatchObject({ [sentAs]: kerbrat.name });
    for (const key of Object.keys(ofRegister)) expect(sent).not.toHaveProperty(key);
  });

  test("is typed by hand where there is no register", async () => {
    const { companyRegister: _, ...without } = site;
    render(<Form site={without} />);
    await act(async () => void fireEvent.input(field(), { target: { value: "menuis" } }));
    await pause();
    expect(network).not.toHaveBeenCalled();
  });
});
