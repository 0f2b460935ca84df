// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Carousel, slideIntervalMs } from "./carousel.tsx";

const testimonials = ["Anne A.", "Bruno B.", "Chloé C.", "David D.", "Élise É.", "Farid F."].map((name) => ({
  id: name,
  text: `Témoignage de ${name}`,
  name,
  role: "Artisan",
  avatarFallback: name.slice(0, 2),
}));
const labels = { of: "sur", previous: "Précédents", next: "Suivants", pause: "Pause", resume: "Reprendre" };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Screen = { isWide?: boolean; wantsLessMovement?: boolean };

/** A window whose width and preference the test decides. */
function openCarousel({ isWide = true, wantsLessMovement = false }: Screen = {}) {
  const answers = new Map([
    ["(min-width: 48rem)", isWide],
    ["(prefers-reduced-motion: reduce)", wantsLessMovement],
  ]);
  const listeners = new Set<() => void>();
  vi.stubGlobal("matchMedia", (query: string) => ({
    get matches() {
      return answers.get(query) ?? false;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));

  const { container } = render(
    <Carousel
      title="Plus de 150 PME"
      testimonials={testimonials}
      labels={labels}
      signUp={{ target: "/inscription", label: "S’inscrire" }}
    />,
  );
  return {
    container,
    resize: (nowWide: boolean) =>
      act(() => {
        answers.set("(min-width: 48rem)", nowWide);
        for (const listener of listeners) listener();
      }),
  };
}

function namesInView(): string[] {
  return screen
    .getAllByRole("listitem")
    .filter((item) => !item.hasAttribute("inert"))
    .map((item) => item.querySelector("b")?.textContent ?? "");
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test("Three testimonials are in view on a wide screen, one on a narrow one", () => {
  openCarousel();
  expect(namesInView()).toEqual(["Anne A.", "Bruno B.", "Chloé C."]);
  cleanup();

  openCarousel({ isWide: false });
  expect(namesInView()).toEqual(["Anne A."]);
  expect(screen.getByText("1 sur 6")).toBeDefined();
});

test("It moves on every four seconds, and after the end comes back to the beginning", () => {
  openCarousel();

  wait(slideIntervalMs - 1);
  expect(namesInView()[0]).toBe("Anne A.");
  wait(1);
  expect(namesInView()).toEqual(["David D.", "Élise É.", "Farid F."]);
  wait(slideIntervalMs);
  expect(namesInView()[0]).toBe("Anne A.");
  expect(slideIntervalMs).toBe(4000);
});

test("Previous and next wrap around", () => {
  openCarousel({ isWide: false });

  press("Précédents");
  expect(namesInView()).toEqual(["Farid F."]);
  press("Suivants");
  expect(namesInView()).toEqual(["Anne A."]);
});

describe("It stands still", () => {
  test("while the pointer is over it, and goes on when the pointer leaves", () => {
    const { container } = openCarousel();
    const carousel = container.firstElementChild as Element;

    fireEvent.pointerEnter(carousel, { pointerType: "mouse" });
    wait(3 * slideIntervalMs);
    expect(namesInView()[0]).toBe("Anne A.");

    fireEvent.pointerLeave(carousel, { pointerType: "mouse" });
    wait(slideIntervalMs);
    expect(namesInView()[0]).toBe("David D.");
  });

  test("while the keyboard is in it", () => {
    openCarousel();
    const next = screen.getByRole("button", { name: "Suivants" });
    // happy-dom has no :focus-visible.
    vi.spyOn(next, "matches").mockReturnValue(true);

    act(() => next.focus());
    wait(3 * slideIntervalMs);
    expect(namesInView()[0]).toBe("Anne A.");

    act(() => next.blur());
    wait(slideIntervalMs);
    expect(namesInView()[0]).toBe("David D.");
  });

  test("once paused by its button, until told to go on", () => {
    openCarousel();

    press("Pause");
    wait(3 * slideIntervalMs);
    expect(namesInView()[0]).toBe("Anne A.");

    press("Reprendre");
    wait(slideIntervalMs);
    expect(namesInView()[0]).toBe("David D.");
  });

  test("for visitors who want less movement, until they ask for it", () => {
    openCarousel({ wantsLessMovement: true });

    wait(3 * slideIntervalMs);
    expect(namesInView()[0]).toBe("Anne A.");

    press("Suivants");
    expect(namesInView()[0]).toBe("David D.");
  });
});

test("Crossing the width limit keeps the first visible testimonial in view and leaves no empty slide", () => {
  const { resize } = openCarousel({ isWide: false });
  press("Précédents");
  expect(namesInView()).toEqual(["Farid F."]);

  resize(true);
  expect(namesInView()).toEqual(["David D.", "Élise É.", "Farid F."]);
  resize(false);
  expect(namesInView()).toEqual(["David D."]);
});
