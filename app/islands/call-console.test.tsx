// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";

import { recordedCall } from "#tests/support/recorded-call.ts";

import { CallConsole } from "./call-console.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const call = {
  ...recordedCall,
  caption: "Exemple. Voix générée par une IA",
  outcomes: [{ icon: "calendar" as const, title: "Rendez-vous pris", detail: ["Jeudi"], atSeconds: 12 }],
};

const audio = () => document.querySelector("audio") as HTMLAudioElement;
const listen = () => screen.getByRole("button", { name: "Écoutez-la décrocher" });
const hero = () => {
  const { call: stage, view } = (document.querySelector("[data-call]") as HTMLElement).dataset;
  return [stage, view];
};
const said = () => document.querySelector("[data-is-said=true] p")?.textContent;
const isDone = () => document.querySelector("[data-is-done]")?.getAttribute("data-is-done");

function open() {
  const container = document.body.appendChild(document.createElement("div"));
  container.dataset["call"] = "waiting";
  return render(<CallConsole {...call} />, { container });
}

function hearAt(seconds: number) {
  act(() => {
    audio().currentTime = seconds;
    fireEvent.timeUpdate(audio());
  });
}

test("Nothing is downloaded before the button, and the voice is announced as a machine's", () => {
  const html = renderToString(<CallConsole {...call} />);

  expect(html).not.toContain("<audio");
  expect(html).toContain("Voix générée par une IA");
});

test("Lamp, words and outcomes follow the sound, forwards and back", () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  open();
  expect(hero()).toEqual(["waiting", "log"]);
  expect([audio().preload, audio().autoplay]).toEqual(["none", false]);

  fireEvent.click(listen());
  act(() => void fireEvent.play(audio()));
  expect(play).toHaveBeenCalledOnce();
  expect(hero()).toEqual(["playing", "read"]);

  hearAt(13);
  expect([said(), isDone()]).toEqual(["Un rendez-vous ?", "true"]);
  hearAt(3);
  expect([said(), isDone()]).toEqual(["Bonsoir.", "false"]);
});

test("Moved by hand, the sound takes words and outcomes along", () => {
  open();
  fireEvent.change(screen.getByRole("slider"), { target: { value: "13" } });

  expect(audio().currentTime).toBe(13);
  expect([...hero(), said(), isDone()]).toEqual(["waiting", "read", "Un rendez-vous ?", "true"]);
});

test("At its end the visitor's own call opens in the same place", () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  open();
  fireEvent.click(listen());
  act(() => void fireEvent.play(audio()));
  hearAt(20);
  act(() => {
    fireEvent.pause(audio());
    fireEvent.ended(audio());
  });

  expect(hero()).toEqual(["over", "try"]);
  expect(screen.getByRole("button", { name: "Essayez avec votre nom" }).getAttribute("aria-pressed")).toBe("true");
});

test("The call can be read whole without its sound", () => {
  open();
  fireEvent.click(screen.getByRole("button", { name: "Lire l’appel" }));

  expect([said(), isDone()]).toEqual(["Un rendez-vous ?", "true"]);
  expect(screen.getByText("Appel terminé")).toBeDefined();
});

test("A file that is missing says so in one sentence, and the call can still be read", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new DOMException("", "NotSupportedError"));
  open();

  fireEvent.click(listen());

  expect((await screen.findByText(/ne peut pas être lu/)).getAttribute("role")).toBe("status");
  expect(listen().getAttribute("aria-pressed")).toBe("false");
  expect(screen.getByText("Un rendez-vous ?")).toBeDefined();
});

test("A pause that came before the sound is no failure", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new DOMException("", "AbortError"));
  open();

  await act(async () => void fireEvent.click(listen()));

  expect(screen.queryByText(/ne peut pas être lu/)).toBeNull();
});
