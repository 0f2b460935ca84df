// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { network, standInForBrowser } from "#tests/support/browser.ts";
import { sampleOf } from "#tests/support/depth.ts";
import {
  answersOfSecretariat,
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
  payments: { secretariat: { "50": "https://pay.example/50" }, marketing: "https://pay.example/m" },
};
const answered: FunnelState = {
  ...knownVisitor("secretariat"),
  email: "yann@ex.fr",
  ...answersOfSecretariat,
  clientFollowupGoals: "Garder le lien",
  prospectsPerMonth: "0-500",
  currentClients: "100-1000",
  marketingNeeds: "Relancer",
};

standInForBrowser({ now: funnelOpenedAt });

function open(offer: FunnelOffer, changes: Partial<FunnelState>) {
  history.replaceState(null, "", `/inscription-${offer}`);
  document.title = "Inscription";
  localStorage.setItem("funnel_state", JSON.stringify({ ...answered, funnel: offer, ...changes }));
  const Funnel = funnels[offer];
  return render(<Funnel site={site} />);
}

const goOn = () => fireEvent.click(screen.getByRole("button", { name: "Continuer" }));

type Control = HTMLInputElement | HTMLTextAreaElement;
type Field = {
  offer?: FunnelOffer;
  step: 1 | 2 | 3;
  label: string | RegExp;
  /** Where the answer is kept. */
  name: keyof FunnelState;
  /** The name of the control, where it is another. */
  control?: string;
  missing?: string;
  limit?: number;
  given?: Partial<FunnelState>;
};

const texts: Field[] = [
  { step: 2, label: "Prénom", name: "firstName", missing: "Saisissez votre prénom" },
  { step: 2, label: "Nom", name: "lastName", missing: "Saisissez votre nom" },
  { step: 2, label: "Téléphone", name: "phone", missing: "Saisissez votre téléphone" },
  { step: 2, label: "Nom commercial", name: "companyName", missing: "Saisissez votre nom commercial" },
  { step: 2, label: "Activité entreprise", name: "businessType", missing: "Saisissez votre activité" },
  {
    step: 3,
    label: "Phrase d'accueil",
    name: "welcomeMessage",
    limit: 4000,
    missing: "Saisissez votre phrase d’accueil",
  },
  { step: 3, label: /^Ce que l’assistante doit savoir/, name: "knowledgeBaseOwnText", limit: 4000 },
  {
    step: 3,
    label: "Précisez votre intention",
    name: "intentionDetail",
    missing: "Saisissez votre intention",
    given: { intention: "autres" },
  },
  {
    step: 3,
    label: "Précisez vos créneaux d'ouverture",
    name: "businessHours",
    control: "hoursDetail",
    missing: "Saisissez vos créneaux d’ouverture",
    given: { businessHours: ["autres"] },
  },
  {
    offer: "marketing",
    step: 3,
    label: "Besoins marketing spécifiques",
    name: "marketingNeeds",
    limit: 4000,
    missing: "Saisissez vos besoins marketing",
  },
  {
    offer: "suiviclient",
    step: 3,
    label: "Objectifs en suivi client",
    name: "clientFollowupGoals",
    limit: 4000,
    missing: "Saisissez vos objectifs",
  },
];

/** All at once: each field is drawn once, and keeps each of them. */
const kept = [
  "\tMenuiserie\tKerbrat",
  "👩🏽‍⚖️🔥",
  "שלום \u202egnirts عليكم",
  '<img src=x onerror="alert(1)"></script>',
  "'); drop table public.leads; --",
  "a\u0001\u0007b",
  "+33 (0)6 39 98 20 16",
  "0692 12 34 56",
  "a\u0000b\ud800c\t",
].join(" ");
const cleaned = (text: string) =>
  text
    .replaceAll("\0", "")
    .replace(/\p{Surrogate}/gu, "")
    .trim();

/** One wrong answer: its sentence beside the field, which has the focus; nothing lost, nothing sent. */
function expectRefused(field: Field, typed: string, sentence: string): void {
  const control = screen.getByLabelText<Control>(field.label);
  const problem = document.getElementById(`${control.name}-problem`);
  expect(problem?.textContent).toBe(sentence);
  expect(control.getAttribute("aria-describedby")?.split(" ")).toContain(problem?.id);
  expect(control.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(control);
  expect(document.title).toBe("Erreur\u00a0: Inscription");
  expect(control.value).toBe(typed);
  expect(network).not.toHaveBeenCalled();
}

function answerWith({ offer = "secretariat", step, label, name, given }: Field, text: string): void {
  open(offer, { step, ...given, ...(given ? {} : { [name]: "" }) });
  fireEvent.change(screen.getByLabelText<Control>(label), { target: { value: text } });
  goOn();
}

describe("Nothing, or spaces alone,", () => {
  test.each(texts.filter(({ missing }) => missing))("is no answer for $name", (field) => {
    for (const text of ["", "   ", "\u00a0\t"]) {
      answerWith(field, text);
      expectRefused(field, text, field.missing ?? "");
      expect(title()).not.toBe("Création en cours");
      cleanup();
    }
  });

  test.each(texts.filter(({ missing }) => !missing))("is an answer for $name, which is optional", (field) => {
    answerWith(field, "   ");
    expect(title()).toBe("Création en cours");
  });
});

describe.each(sampleOf(texts, 4))("The field of $name", (field) => {
  const { step, name, control, limit = 300 } = field;
  const tooLong = `Raccourcissez ce texte : ${limit === 300 ? "300" : "4 000"} caractères au plus`;

  test("of 10,000 characters says how many it takes", () => {
    const typed = "é".repeat(10_000);
    answerWith(field, typed);
    const problem = document.getElementById(`${control ?? name}-problem`)?.textContent?.replaceAll(/\s/g, " ");
    expect(problem).toBe(tooLong);
    expectRefused(field, typed, document.getElementById(`${control ?? name}-problem`)?.textContent ?? "");
  });

  test("keeps letters of every script, tags, SQL and numbers to the letter, as text", () => {
    answerWith(field, kept);
    expect(title()).toBe(step === 2 ? "Configurez votre assistante" : "Création en cours");
    expect(stored()[name]).toEqual(name === "businessHours" ? ["autres", cleaned(kept)] : cleaned(kept));
    expect(document.querySelectorAll("img[src=x]")).toHaveLength(0);
  });
});

describe("The e-mail", () => {
  const field: Field = { step: 1, label: "E-mail", name: "email" };

  test.each([
    ["", "Saisissez votre adresse e-mail"],
    ["   ", "Saisissez votre adresse e-mail"],
    ["abc", "Veuillez entrer une adresse email valide"],
    ["yann@", "Veuillez entrer une adresse email valide"],
    ["@ex.fr", "Veuillez entrer une adresse email valide"],
    ["ya nn@ex.fr", "Veuillez entrer une adresse email valide"],
    ["a\u0001@ex.fr", "Veuillez entrer une adresse email valide"],
    ["'); drop table leads; --", "Veuillez entrer une adresse email valide"],
    ["👩🏽‍⚖️", "Veuillez entrer une adresse email valide"],
    ["+33 (0)6 39 98 20 16", "Veuillez entrer une adresse email valide"],
    [`${"a".repeat(10_000)}@ex.fr`, "Raccourcissez ce texte\u00a0: 300 caractères au plus"],
  ])("%j stays with its sentence", (typed, sentence) => {
    open("secretariat", { step: 1, email: "" });
    fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: typed } });
    goOn();
    // Of what is typed around an e-mail the browser itself keeps no space.
    expectRefused(field, typed.trim(), sentence);
    expect(title()).toBe("Votre inscription");
  });

  test.each(["<b>@ex.fr", "é👍@ex.fr", "\tyann@ex.fr ", "a'or'1'='1@ex.fr"])("%j goes on, its ends cut", (typed) => {
    open("secretariat", { step: 1, email: "" });
    fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: typed } });
    goOn();
    expect(stored()).toMatchObject({ email: typed.trim(), step: 2 });
  });
});

describe("The address of the site", () => {
  const field: Field = { step: 3, label: /^Adresse de votre site/, name: "knowledgeBaseUrl" };

  test.each([
    "abc",
    "javascript:alert(1)",
    "data:text/html,<b>",
    "ftp://ex.fr",
    "https://",
    "http://a b.fr",
    "www.ex.fr",
  ])("%j is no address", (typed) => {
    open("secretariat", { step: 3, knowledgeBaseUrl: "" });
    fireEvent.change(screen.getByLabelText(field.label), { target: { value: typed } });
    goOn();
    expectRefused(field, typed, "Saisissez une adresse complète, par exemple https://www.votre-site.fr");
    expect(title()).toBe("Configurez votre assistante");
  });

  test("of 10,000 characters says how many it takes", () => {
    const typed = `https://ex.fr/${"a".repeat(10_000)}`;
    open("secretariat", { step: 3, knowledgeBaseUrl: "" });
    fireEvent.change(screen.getByLabelText(field.label), { target: { value: typed } });
    goOn();
    expectRefused(field, typed, "Raccourcissez ce texte\u00a0: 2\u202f000 caractères au plus");
    expect(title()).toBe("Configurez votre assistante");
  });
});

describe.each(["secretariat", "marketing", "suiviclient"] as const)("Several wrong answers in %s", (offer) => {
  test("give a summary that has the focus, with a way to each, and nothing is lost", () => {
    open(offer, { step: 2, firstName: "", phone: " ", companyName: "é".repeat(300) });
    fireEvent.change(screen.getByLabelText("Activité entreprise"), { target: { value: "b".repeat(10_000) } });
    goOn();
    const summary = screen.getByRole("alert");
    expect(document.activeElement).toBe(summary);
    for (const link of within(summary).getAllByRole("link")) {
      fireEvent.click(link);
      expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
      const id = document.activeElement?.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "";
      expect(document.getElementById(id)?.textContent).toBe(link.textContent);
    }
    expect(screen.getByLabelText("Nom commercial")).toMatchObject({ value: "é".repeat(300) });
    expect(screen.getByLabelText("Nom")).toMatchObject({ value: "Kerbrat" });
  });
});

describe("Hostile storage", () => {
  test.each([
    ["a price", { price: 1 }],
    ["a step as text", { step: "5" }],
    ["an answer of another type", { firstName: { $ne: null } }],
    ["a volume that is no number", { callsPerMonth: "1e999" }],
    [
      "keys of its own",
      { isAdmin: true, payment_status: true, payments: { secretariat: { "50": "https://evil.example" } } },
    ],
    ["a prototype", JSON.parse('{"__proto__":{"step":5}}') as object],
    ["a password", { password: "secret" }],
    ["markup", { companyName: "<img src=x onerror=alert(1)>" }],
  ])("with %s opens without an error, at its price, and leads to our own payment page only", async (_, tampered) => {
    const assign = vi.spyOn(location, "assign").mockReturnValue();
    const failed = vi.spyOn(console, "error");
    open("secretariat", { step: 5, ...tampered });
    await act(() => vi.advanceTimersByTimeAsync(3000));
    const pay = screen.queryByRole("button", { name: "Confirmer et payer" });
    if (pay) fireEvent.click(pay);
    for (const [address] of assign.mock.calls) expect(String(address)).toMatch(/^https:\/\/pay\.example\/50\?/);
    expect(document.body.textContent.replaceAll(/\s/g, " ")).not.toMatch(/(?<![\d,] ?)1 € HT|evil\.example/);
    expect(document.querySelectorAll("img[src=x]")).toHaveLength(0);
    expect(stored()).not.toMatchObject({ isAdmin: true });
    expect(failed).not.toHaveBeenCalled();
  });
});
