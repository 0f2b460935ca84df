// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { closingProblems } from "#subjects/orders/words/order-problems.ts";
import { civilDate } from "#kit/civil-date.ts";
import { network, standInForBrowser } from "#tests/support/browser.ts";
import { sampleOf } from "#tests/support/depth.ts";

import { ClosingOrderForm } from "./closing-order-form.tsx";
import { ConferenceRegistrationForm } from "#subjects/conferences/site/conference-registration-form.tsx";
import type { OrderSite } from "./order-site.ts";

const site: OrderSite = {
  today: civilDate("2025-10-15"),
  api: { url: "https://api.example", publishableKey: "public-key" },
  brand: "Ariane",
  companyName: "Ariane SAS",
  contactEmail: "bonjour@ariane.example",
  bookingUrl: "",
  paymentProvider: "Paiement",
  termsVersion: civilDate("2025-06-25"),
  legalPages: {},
};

standInForBrowser();
beforeEach(() => {
  network.mockImplementation(() => Promise.resolve(new Response('{"accepted":true}')));
  vi.spyOn(console, "info").mockReturnValue();
});

const kept = [
  "👩🏽‍⚖️🔥",
  "שלום \u202egnirts عليكم",
  '<img src=x onerror="alert(1)"></script>',
  "'); drop table public.leads; --",
  "+33 (0)6 39 98 20 16",
  "0692 12 34 56",
  "\tMenuiserie\tKerbrat\t",
  "  ",
];

const forms = [
  {
    name: "closing",
    Form: () => <ClosingOrderForm site={site} />,
    answers: {
      firstName: "Claire",
      lastName: "Delmas",
      role: "Avocate",
      company: "Orsay",
      email: "c@orsay.example",
      phone: "06",
      prospectsCount: "200",
      objectives: "meetings",
    },
    sentAs: (name: string) => name,
    optional: [] as string[],
  },
  {
    name: "conference",
    Form: () => <ConferenceRegistrationForm site={site} price="190 €" isWaitlist={false} />,
    answers: {
      nom: "Delmas",
      prenom: "Claire",
      cabinet: "Orsay",
      email: "c@orsay.example",
      telephone: "06",
      commentaire: "Merci",
    },
    sentAs: (name: string) =>
      ({ nom: "lastName", prenom: "firstName", cabinet: "companyName", telephone: "phone" })[name] ?? name,
    optional: ["telephone", "commentaire"],
  },
];

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const control = (name: string) => document.querySelector<Control>(`[name=${name}]`)!;

/** As when the browser's own checks have let it pass, or do not run. */
async function submitWith(answers: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(answers)) fireEvent.change(control(name), { target: { value } });
  await act(async () => void fireEvent.submit(document.querySelector("form")!));
}

const sentBody = () => JSON.parse(network.mock.calls[0]?.[1].body as string) as Record<string, unknown>;

/** One sentence, the focus where it is to be corrected, everything still there, nothing sent. */
function expectRefused(name: string, answers: Record<string, string>): void {
  expect(screen.getByRole("alert").textContent).toMatch(/\p{L}.* .*\p{L}/u);
  expect(document.activeElement).toBe(control(name));
  for (const [other, value] of Object.entries(answers)) expect(control(other).value).toBe(value);
  expect(screen.getByRole("button").hasAttribute("aria-disabled")).toBe(false);
  expect(network).not.toHaveBeenCalled();
}

describe.each(forms)("What the browser lets pass in the form of $name", ({ Form, answers, sentAs, optional }) => {
  const lines = Object.keys(answers).filter((name) => !["email", "objectives"].includes(name));

  test.each(Object.keys(answers).filter((name) => !optional.includes(name)))("without %s is not sent", async (name) => {
    render(<Form />);
    const wrong = { ...answers, [name]: "" };
    await submitWith(wrong);
    expect(network).not.toHaveBeenCalled();
    expectRefused(name, wrong);
  });

  test.each(sampleOf(lines, 2))("with 10,000 characters in %s is not sent", async (name) => {
    render(<Form />);
    const wrong = { ...answers, [name]: "é".repeat(10_000) };
    await submitWith(wrong);
    expect(screen.getByRole("alert").textContent).toContain("caractères au plus");
    expectRefused(name, wrong);
  });

  test.each(["abc", "a@", "@b", "a b@c.fr", "a\u0001@b.fr"])("with the e-mail %j is not sent", async (email) => {
    render(<Form />);
    await submitWith({ ...answers, email });
    expect(screen.getByRole("alert").textContent).toBe("Veuillez entrer une adresse email valide");
    expectRefused("email", { ...answers, email });
  });

  test("with several wrong answers has a summary that leads to each, and nothing more above the button", async () => {
    render(<Form />);
    const [first = ""] = lines;
    await submitWith({ ...answers, [first]: "", email: "abc" });
    const [summary, failure] = screen.getAllByRole("alert");
    expect(document.activeElement).toBe(summary);
    const links = [...summary!.querySelectorAll("a")];
    expect(links.map((link) => link.hash)).toEqual([`#${first}`, "#email"]);
    expect(failure!.textContent).toBe("");
    fireEvent.click(links[1]!);
    expect(document.activeElement).toBe(control("email"));
    expect(network).not.toHaveBeenCalled();
  });

  const texts = lines.filter((name) => name !== "prospectsCount");
  test.each(sampleOf(texts, 2))(
    "leaves with %s as it was typed, but for the ends of what may be left out",
    async (name) => {
      for (const text of kept) {
        network.mockClear();
        render(<Form />);
        await submitWith({ ...answers, [name]: text });
        expect(sentBody()[sentAs(name)]).toBe(optional.includes(name) ? text.trim() : text);
        expect(sentBody()).not.toHaveProperty("price");
        cleanup();
      }
    },
  );
});

test.each(kept.filter((text) => !text.startsWith("0692")))(
  "%j as a number of prospects is refused at its field, in the server's words",
  async (prospectsCount) => {
    const [{ Form, answers }] = forms as [(typeof forms)[0]];
    render(<Form />);
    await submitWith({ ...answers, prospectsCount });
    expect(screen.getByRole("alert").textContent).toBe(closingProblems.prospectsCount.malformed);
    const described = control("prospectsCount").getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
      closingProblems.prospectsCount.malformed,
    );
    expectRefused("prospectsCount", { ...answers, prospectsCount });
  },
);
