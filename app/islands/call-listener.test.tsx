// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";

import { recordedCall } from "#tests/support/recorded-call.ts";

import { CallListener } from "./call-listener.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const call = { ...recordedCall, disclosure: "Voix générée par une IA" };

const audio = () => document.querySelector("audio") as HTMLAudioElement;
const button = () => screen.getByRole("button", { name: "Écoutez-la décrocher" });
const shown = () => document.querySelector(".listener-words")?.textContent;

test("Nothing is downloaded or said before the button, and the voice is announced as a machine's", () => {
  const html = renderToString(<CallListener {...call} />);

  expect(html).not.toContain("<audio");
  expect(html).toContain("Voix générée par une IA");
  expect(html).toContain("Un rendez-vous ?");
});

test("The button plays, each sentence follows, and the button pauses", () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const pause = vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  render(<CallListener {...call} />);
  expect(shown()).toBeUndefined();
  expect([audio().preload, audio().autoplay]).toEqual(["none", false]);

  fireEvent.click(button());
  expect(play).toHaveBeenCalledOnce();
  act(() => {
    fireEvent.play(audio());
    audio().currentTime = 9;
    fireEvent.timeUpdate(audio());
  });
  expect(button().getAttribute("aria-pressed")).toBe("true");
  expect(shown()).toBe("Le client Un rendez-vous ?");

  vi.spyOn(audio(), "paused", "get").mockReturnValue(false);
  pause.mockClear();
  fireEvent.click(button());
  expect(pause).toHaveBeenCalledOnce();
});

test("A file that is missing says so in one sentence, and the call can still be read", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new DOMException("", "NotSupportedError"));
  render(<CallListener {...call} />);

  fireEvent.click(button());

  expect((await screen.findByText(/ne peut pas être lu/)).getAttribute("role")).toBe("status");
  expect(button().getAttribute("aria-pressed")).toBe("false");
  expect(screen.getByText("Un rendez-vous ?")).toBeDefined();
});

test("A pause that came before the sound is no failure", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new DOMException("", "AbortError"));
  render(<CallListener {...call} />);

  await act(async () => fireEvent.click(button()));

  expect(screen.queryByText(/ne peut pas être lu/)).toBeNull();
});
