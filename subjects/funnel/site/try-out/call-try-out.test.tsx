// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { checkKeptSettings } from "#subjects/funnel/site/machine/check-settings.ts";
import { readKeptSettings } from "#subjects/funnel/site/machine/kept-settings.ts";
import { tradeKeys } from "#content/shared/trades.ts";
import { announcesArtificialIntelligence } from "#subjects/funnel/rules/greeting.ts";
import { voices } from "#subjects/funnel/rules/choices.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";

import { CallTryOut } from "./call-try-out.tsx";
import { recordedCall } from "./recorded-calls.ts";

const leave = vi.fn<(address: string) => void>();

beforeEach(() => {
  leave.mockReset();
  vi.spyOn(location, "assign").mockImplementation((address) => leave(String(address)));
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const site = {
  funnel: "/inscription-secretariat",
  maxLength: maxLengths.line,
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
  expect(lines()[1]).toBe("Bonjour, je voudrais une coupe et une couleur samedi.");
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

test("Before a name is typed the words are those of the recording, and no name is kept", () => {
  render(<CallTryOut {...site} />);

  expect(lines()).toEqual(["Bonjour. Je suis l’assistante vocale, une intelligence artificielle. Je vous écoute."]);
  expect(screen.queryByText("Dans l’enregistrement, sans votre nom.")).toBeNull();
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

describe.each(tradeKeys)("The call of %s", (trade) => {
  test.each(voices)("says from its first words that it is an artificial intelligence: %s", (voice) => {
    const { turns, sources } = recordedCall(trade, voice);

    expect(announcesArtificialIntelligence(turns[0]?.text ?? "")).toBe(true);
    expect(turns.map(({ by }) => by)).toEqual(["assistant", "caller", "assistant", "caller", "assistant"]);
    expect(sources.map(({ type: kind }) => kind)).toEqual(["audio/ogg; codecs=opus", "audio/mpeg"]);
  });

  test("is the same in both voices, but for who greets", () => {
    const [hers, his] = voices.map((voice) => recordedCall(trade, voice).turns.map(({ text }) => text));

    expect(hers?.[0]).toContain("Je suis l’assistante vocale");
    expect(his?.[0]).toContain("Je suis l’assistant vocal,");
    expect(his?.slice(1)).toEqual(hers?.slice(1));
  });
});

test("The recorded call plays first, each line marked while it is said, and another trade begins anew", () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  render(<CallTryOut {...site} />);
  const audio = () => document.querySelector("audio") as HTMLAudioElement;
  expect([audio().preload, audio().autoplay]).toEqual(["none", false]);

  fireEvent.click(screen.getByRole("button", { name: "Écouter l’appel" }));
  expect(play).toHaveBeenCalledOnce();
  act(() => {
    fireEvent.play(audio());
    audio().currentTime = 8;
    fireEvent.timeUpdate(audio());
  });
  expect(document.querySelector("[data-spoken] p")?.textContent).toMatch(/^Bonjour, j’ai de l’eau/);
  expect(screen.getByRole("button", { name: "Mettre en pause" })).toBeTruthy();

  fireEvent.input(screen.getByLabelText("Métier"), { target: { value: "garage" } });
  expect(screen.getByRole("button", { name: "Écouter l’appel" })).toBeTruthy();
  expect(document.querySelector("[data-spoken]")).toBeNull();
});

test("A name was never recorded: the device says it, where it speaks French", () => {
  const spoken: string[] = [];
  class Utterance extends EventTarget {
    readonly text: string;
    constructor(sentence: string) {
      super();
      this.text = sentence;
    }
  }
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal(
    "speechSynthesis",
    Object.assign(new EventTarget(), {
      getVoices: () => [{ lang: "fr-FR", localService: true, voiceURI: "fr" }],
      speak: ({ text }: { text: string }) => spoken.push(text),
      cancel: () => {},
    }),
  );
  render(<CallTryOut {...site} />);
  expect(screen.queryByRole("button", { name: "Écouter avec votre nom" })).toBeNull();

  type("Nom de votre entreprise", "Zeta");
  expect(screen.getByText("Dans l’enregistrement, sans votre nom.")).toBeTruthy();
  expect(screen.getAllByText("Voix générée par une IA")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Écouter avec votre nom" }));
  expect(spoken[0]).toContain("Zeta");
  expect(spoken).toHaveLength(5);
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
