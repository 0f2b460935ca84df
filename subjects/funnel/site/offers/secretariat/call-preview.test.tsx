// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { freshState, type FunnelState } from "#subjects/funnel/rules/answers.ts";

import { CallPreview } from "./call-preview.tsx";

const fresh = freshState("secretariat", { now: new Date(0), newKey: "" });
const answered: FunnelState = {
  ...fresh,
  companyName: "D'Été & Fils <b>",
  voice: "masculin",
  welcomeMessage: "Bonjour, atelier Kerbrat.",
  intention: "rdv",
  businessHours: ["9h-17h"],
};

const text = () => (screen.getByRole("region").textContent ?? "").replaceAll(/\s/g, " ");
const lines = () => screen.getAllByRole("listitem").map((line) => line.querySelector("p")?.textContent);

afterEach(cleanup);

describe("The call in preview", () => {
  test("Shows greeting, hours and intention, and says in the caller's ear that it is an AI", () => {
    render(<CallPreview state={answered} />);
    expect(lines()).toEqual([
      "Bonjour, atelier Kerbrat.",
      "Je suis une intelligence artificielle, au service de D'Été & Fils <b>.",
      "Bonjour, je voudrais un rendez-vous cette semaine.",
      "Avec plaisir. Je consulte l’agenda et je vous propose deux créneaux.",
    ]);
    expect(text()).toMatch(/Il répond de 9\sh à 17\sh, la journée/u);
    expect(text()).toContain("Ajouté par le service");
  });

  test("A greeting that says it gets nothing added", () => {
    render(<CallPreview state={{ ...answered, welcomeMessage: "Bonjour, je suis l'assistant vocal." }} />);
    expect(lines()).toHaveLength(3);
    expect(text()).not.toContain("Ajouté par le service");
  });

  test("Before any answer it shows the example, and what is still to be chosen", () => {
    render(<CallPreview state={{ ...fresh, companyName: "Kerbrat" }} />);
    expect(lines()).toEqual([
      "Bonjour, vous êtes bien chez Kerbrat. Je suis l'assistant vocal, une intelligence artificielle.",
    ]);
    expect(text()).toContain("Ses horaires restent à choisir.");
  });

  test("The words follow the voice, the example a name that says where", () => {
    const { rerender } = render(<CallPreview state={{ ...answered, companyName: "Chez Léa", welcomeMessage: "" }} />);
    expect(lines()[0]).toMatch(/^Bonjour, vous êtes bien chez Léa\. /);
    expect(text()).toContain("Votre assistant");
    expect(text()).not.toMatch(/assistante|Elle /);

    rerender(<CallPreview state={{ ...answered, voice: "feminin", businessHours: ["17h-9h"] }} />);
    expect(text()).toContain("Votre assistante");
    expect(text()).toMatch(/Elle répond de 17\sh à 9\sh, la soirée/u);

    rerender(<CallPreview state={{ ...answered, voice: "feminin", companyName: "Chez Léa", welcomeMessage: "" }} />);
    expect(lines()[0]).toContain("chez Léa. Je suis l'assistante vocale, une intelligence artificielle.");
  });

  test("Own words for intention and hours are shown as typed", () => {
    render(
      <CallPreview
        state={{
          ...answered,
          intention: "autres",
          intentionDetail: "trier les <urgences>",
          businessHours: ["autres", "8h, 12h"],
        }}
      />,
    );
    expect(text()).toContain("Sa priorité, avec vos mots : trier les <urgences>");
    expect(text()).toContain("Il répond : 8h, 12h");
  });
});

describe("Read aloud", () => {
  type FakeVoice = Pick<SpeechSynthesisVoice, "lang" | "localService" | "voiceURI">;
  const french: FakeVoice = { lang: "fr-FR", localService: true, voiceURI: "fr" };

  class Utterance extends EventTarget {
    readonly text: string;
    pitch = 1;
    voice: FakeVoice | undefined;
    constructor(sentence: string) {
      super();
      this.text = sentence;
    }
  }

  const spoken: Utterance[] = [];
  const cancel = vi.fn<() => void>();
  let voices: FakeVoice[] = [];
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: (utterance: Utterance) => spoken.push(utterance),
    cancel,
  });
  const listen = () => screen.queryByRole("button", { name: "Écouter l’aperçu" });
  const happens = (index: number, event: string) => act(() => void spoken[index]?.dispatchEvent(new Event(event)));

  beforeEach(() => {
    spoken.length = 0;
    cancel.mockReset();
    voices = [french];
    vi.stubGlobal("speechSynthesis", synthesis);
    vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  });

  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  test.each([
    ["no voice", []],
    ["an English voice only", [{ ...french, lang: "en-GB" }]],
    ["a French voice that sends the text to its maker", [{ ...french, localService: false }]],
  ])("With %s there is no button", (_, available) => {
    voices = available;
    render(<CallPreview state={answered} />);
    expect(listen()).toBeNull();
  });

  test("A voice that arrives after the page brings the button", () => {
    voices = [];
    render(<CallPreview state={answered} />);
    voices = [{ ...french, lang: "fr-CA" }];
    act(() => void synthesis.dispatchEvent(new Event("voiceschanged")));
    expect(listen()).toBeTruthy();
    expect(text()).toContain("Voix générée par une IA");
  });

  test("Nothing is said before the button; then every line in its order, the current one marked", () => {
    render(<CallPreview state={answered} />);
    expect(spoken).toEqual([]);
    fireEvent.click(listen() as HTMLElement);
    expect(spoken.map((utterance) => utterance.text)).toEqual(lines());
    expect(spoken[0]).toMatchObject({ voice: french, pitch: 0.75 });

    happens(2, "start");
    expect(document.querySelector("[data-spoken] p")?.textContent).toBe(lines()[2]);
    happens(3, "end");
    expect(document.querySelector("[data-spoken]")).toBeNull();
    expect(listen()).toBeTruthy();
  });

  test("It can be stopped, and what the stopped voice still says changes nothing", () => {
    render(<CallPreview state={answered} />);
    fireEvent.click(listen() as HTMLElement);
    cancel.mockReset();
    fireEvent.click(screen.getByRole("button", { name: "Arrêter la lecture" }));
    expect(cancel).toHaveBeenCalledOnce();
    expect(listen()).toBeTruthy();
    happens(1, "start");
    expect(document.querySelector("[data-spoken]")).toBeNull();
  });

  test("Another answer, or leaving the step, silences it; a voice that fails gives the button back", () => {
    const { rerender, unmount } = render(<CallPreview state={answered} />);
    fireEvent.click(listen() as HTMLElement);
    cancel.mockReset();
    rerender(<CallPreview state={{ ...answered, intention: "informer" }} />);
    expect(cancel).toHaveBeenCalledOnce();
    expect(listen()).toBeTruthy();

    fireEvent.click(listen() as HTMLElement);
    happens(4, "error");
    expect(listen()).toBeTruthy();

    fireEvent.click(listen() as HTMLElement);
    cancel.mockReset();
    unmount();
    expect(cancel).toHaveBeenCalledOnce();
  });
});
