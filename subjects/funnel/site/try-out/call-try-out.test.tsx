// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { checkKeptSettings } from "#subjects/funnel/site/machine/check-settings.ts";
import { readKeptSettings } from "#subjects/funnel/site/machine/kept-settings.ts";
import { tradeKeys, trades } from "#content/shared/trades.ts";
import { announcesArtificialIntelligence } from "#subjects/funnel/rules/greeting.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";

import { CallTryOut } from "./call-try-out.tsx";
import { tryOutCall } from "./try-out-call.ts";

const leave = vi.fn<(address: string) => void>();

beforeEach(() => {
  leave.mockReset();
  vi.spyOn(location, "assign").mockImplementation((address) => leave(String(address)));
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const site = {
  funnel: "/inscription-secretariat",
  maxLength: maxLengths.line,
  samples: { feminin: [], masculin: [{ src: "/voix.mp3", type: "audio/mpeg" }] },
};

const lines = () => screen.getAllByRole("listitem").map((line) => line.querySelector("p")?.textContent);
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
/** What the funnel takes over from the address that the button leads to. */
function kept() {
  fireEvent.submit(document.querySelector("form") as HTMLFormElement);
  const [address = ""] = leave.mock.lastCall ?? [];
  expect(address).toMatch(/^\/inscription-secretariat#reglages=/);
  return checkKeptSettings(readKeptSettings(new URL(address, "https://zeta.example")), "secretariat");
}

test("Name, town, trade and voice make the visitor's own call, and the funnel takes them over", () => {
  render(<CallTryOut {...site} />);

  type("Nom de votre entreprise", "  Coiffure   Léa ");
  type("Ville", "Le Mans");
  fireEvent.input(screen.getByLabelText("Métier"), { target: { value: "coiffure" } });
  fireEvent.click(screen.getByLabelText("Masculine"));
  fireEvent.input(screen.getByLabelText("Masculine"));

  const greeting =
    "Coiffure Léa au Mans, bonjour. Je suis l’assistant vocal, une intelligence artificielle. Je vous écoute.";
  expect(lines()[0]?.replaceAll(/[\u2068\u2069]/g, "")).toBe(greeting);
  expect(lines()).toContain(trades.coiffure.exchange[0]);
  expect(screen.getByText("Il répond tous les jours, 24h/24")).toBeTruthy();
  expect(screen.getAllByText("Votre assistant")).toHaveLength(3);
  expect(kept()).toEqual({
    companyName: "Coiffure Léa",
    businessType: "Salon de coiffure",
    voice: "masculin",
    welcomeMessage: greeting,
    intention: "rdv",
    businessHours: ["24h"],
  });
});

test("The example name is shown, and never kept as the visitor's", () => {
  render(<CallTryOut {...site} />);

  expect(lines()[0]).toContain("Menuiserie Kerbrat");
  expect(kept()).not.toHaveProperty("companyName");
  expect(kept()).not.toHaveProperty("welcomeMessage");
});

test("What was typed and chosen before it came alive counts", () => {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(<CallTryOut {...site} />);
  (container.querySelector("#entreprise") as HTMLInputElement).value = "Kerbrat";
  (container.querySelector("#metier") as HTMLSelectElement).value = "garage";

  render(<CallTryOut {...site} />, { container, hydrate: true });

  expect(kept()).toMatchObject({ companyName: "Kerbrat", businessType: "Garage" });
});

test.each([
  ["a name of 200 characters", "x".repeat(200)],
  ["pictures", "🚰 Plombier 👩🏽‍🔧"],
  ["letters from right to left", "شركة النور"],
  ["HTML", `<img src=x onerror="alert(1)">`],
])("%s stays a name, and reaches the funnel as it was typed", (_, name) => {
  render(<CallTryOut {...site} />);

  type("Nom de votre entreprise", name);

  expect(document.querySelector("img")).toBeNull();
  expect(lines()[0]).toContain(name);
  expect(kept().companyName).toBe(name);
});

test("What turns the words of others around is left out of a name", () => {
  render(<CallTryOut {...site} />);

  type("Nom de votre entreprise", "Zeta\u202e fausse\u0007 ligne");

  expect(kept().companyName).toBe("Zeta fausse ligne");
});

test.each(tradeKeys)("In the trade %s she says what she is from her first words, and nothing is added", (trade) => {
  const { lines: said } = tryOutCall({ company: "", town: "", trade, voice: "feminin" }).call;

  expect(announcesArtificialIntelligence(said[0]?.text ?? "")).toBe(true);
  expect(said.map(({ speaker }) => speaker)).toEqual(["assistant", "caller", "assistant", "caller", "assistant"]);
  // The greeting says « bonjour ».
  expect(said.map(({ text }) => text).join(" ")).not.toMatch(/bonsoir/i);
});

test.each([
  ["none", ""],
  ["another one", "#reprise=abc"],
  ["no JSON", "#reglages=%7B"],
  ["a bad escape", "#reglages=%E0%A4%A"],
  ["nothing", "#reglages=null"],
  ["a list", "#reglages=[1]"],
  ["unknown codes", `#reglages=${encodeURIComponent('{"voice":"robot","intention":7,"businessHours":"toujours"}')}`],
  ["fields that are not settings", `#reglages=${encodeURIComponent('{"email":"a@b.fr","price":1,"step":5}')}`],
])("An address with %s changes nothing", (_, hash) => {
  expect(checkKeptSettings(readKeptSettings(new URL(`https://zeta.example/${hash}`)), "secretariat")).toEqual({});
});

test("A text longer than its question is cut, as anything stored is", () => {
  const hash = `#reglages=${encodeURIComponent(JSON.stringify({ companyName: "x".repeat(5000) }))}`;

  const { companyName } = checkKeptSettings(readKeptSettings(new URL(`https://zeta.example/${hash}`)), "secretariat");

  expect(companyName).toHaveLength(maxLengths.line);
});
