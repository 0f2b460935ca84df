// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FailureBoundary } from "#app/ui/failure/failure-boundary.tsx";
import { failureCopy } from "#content/shared/failure.ts";

import { deferPart } from "./deferred-part.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Greeting({ name }: { name: string }) {
  return <p>Bonjour {name}</p>;
}

const shown = () => screen.queryByText("Bonjour Zoé");
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

test("A part comes when it is wanted, and stays", async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>(async () => Greeting);
  const Part = deferPart(load);
  const { rerender } = render(<Part isWanted={false} name="Zoé" />);
  expect(load).not.toHaveBeenCalled();

  rerender(<Part isWanted name="Zoé" />);
  await settle();
  expect(shown()).toBeTruthy();
  rerender(<Part isWanted={false} name="Zoé" />);
  expect(shown()).toBeTruthy();
});

test("It is there at once, after a movement of the hand or three idle seconds", async () => {
  for (const sign of [() => fireEvent.pointerMove(document.body), () => vi.advanceTimersByTime(3000)]) {
    const load = vi.fn<() => Promise<typeof Greeting>>(async () => Greeting);
    const Part = deferPart(load);
    const { rerender } = render(<Part isWanted={false} name="Zoé" />);
    act(() => void vi.advanceTimersByTime(2900));
    expect(load).not.toHaveBeenCalled();
    act(() => void sign());
    await settle();
    act(() => void fireEvent.pointerMove(document.body));
    expect(load).toHaveBeenCalledTimes(1);

    rerender(<Part isWanted name="Zoé" />);
    expect(shown()).toBeTruthy();
    cleanup();
  }
});

test("What did not come while nothing wanted it is asked for again; where it is wanted, it is said", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<typeof Greeting>>(async () => Greeting).mockRejectedValueOnce(new Error("cut"));
  const Part = deferPart(load);
  const { rerender } = render(<Part isWanted={false} name="Zoé" />);
  act(() => void fireEvent.keyDown(document.body));
  await settle();
  rerender(<Part isWanted name="Zoé" />);
  await settle();
  expect(shown()).toBeTruthy();
  cleanup();

  const Gone = deferPart<{ name: string }>(() => Promise.reject(new Error("cut")));
  render(
    <FailureBoundary words={failureCopy} contact={undefined} startAfresh={() => undefined}>
      <Gone isWanted name="Zoé" />
    </FailureBoundary>,
  );
  await settle();
  expect(shown()).toBeNull();
  expect(document.body.textContent).not.toBe("");
});
