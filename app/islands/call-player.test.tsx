// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";

import { recordedCall } from "#tests/support/recorded-call.ts";

import { CallPlayer } from "./call-player.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const call = { ...recordedCall, fallback: "Votre navigateur ne supporte pas l'élément audio." };

const audio = () => document.querySelector("audio") as HTMLAudioElement;

test("Before its script it is the player already, which requests nothing; without one its button is a link", () => {
  const html = renderToString(<CallPlayer {...call} />);

  expect(html).toMatch(/<noscript><a [^>]*href="[^"]+\.ogg"[^>]*aria-label="Écouter/);
  expect(html).toContain('preload="none"');
  expect(html).not.toContain(" controls");
  expect(html).toContain("Votre navigateur ne supporte pas");
  expect(html).toContain("Un rendez-vous ?");
});

test("Alive, one button plays and pauses, and the sentence being said is marked", () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  render(<CallPlayer {...call} />);
  expect(screen.getAllByText("Bonsoir.")).toHaveLength(1);

  fireEvent.click(screen.getByRole("button", { name: /Écouter/ }));
  expect(play).toHaveBeenCalledOnce();

  act(() => {
    fireEvent.play(audio());
    audio().currentTime = 9;
    fireEvent.timeUpdate(audio());
  });
  expect(screen.getByRole("button", { name: /Mettre en pause/ })).toBeDefined();
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.dataset["isSaid"]).toBe("false");
  expect(second?.dataset["isSaid"]).toBe("true");
  expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("9 secondes sur 20");
});

test("A recording that cannot be played leaves the button ready and throws nothing", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new Error("NotSupportedError"));
  render(<CallPlayer {...call} />);

  fireEvent.click(screen.getByRole("button", { name: /Écouter/ }));

  expect(await screen.findByRole("button", { name: /Écouter/ })).toBeDefined();
});

test("The position can be chosen", () => {
  render(<CallPlayer {...call} />);

  fireEvent.change(screen.getByRole("slider"), { target: { value: "8" } });

  expect(audio().currentTime).toBe(8);
});
