// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";

import { recordedCall } from "#tests/support/recorded-call.ts";

import { MessagePlayer } from "./message-player.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const message = { ...recordedCall, title: "le message", disclosure: "Voix générée par une IA" };
const audio = () => document.querySelector("audio") as HTMLAudioElement;
const button = (words: string) => screen.getByRole("button", { name: `${words}\u00a0: le message` });

test("Nothing is downloaded before the button, and the voice is announced as a machine's", () => {
  const html = renderToString(<MessagePlayer {...message} />);

  expect(html).not.toContain("<audio");
  expect(html).toContain("Voix générée par une IA");
  expect(html).toContain("0:20");
});

test("The button plays and pauses, and the time is that of the sound", () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const pause = vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  render(<MessagePlayer {...message} />);

  fireEvent.click(button("Écouter"));
  expect(play).toHaveBeenCalledOnce();
  act(() => {
    fireEvent.play(audio());
    audio().currentTime = 9.4;
    fireEvent.timeUpdate(audio());
  });
  expect(screen.getByText("0:09")).toBeTruthy();

  vi.spyOn(audio(), "paused", "get").mockReturnValue(false);
  pause.mockClear();
  fireEvent.click(button("Mettre en pause"));
  expect(pause).toHaveBeenCalledOnce();
});

test("A file that is missing says so in one sentence", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new DOMException("", "NotSupportedError"));
  render(<MessagePlayer {...message} />);

  fireEvent.click(button("Écouter"));

  expect((await screen.findByText(/ne peut pas être lu/)).getAttribute("role")).toBe("status");
});
