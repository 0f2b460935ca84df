// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { type Undoable, UndoPlace, UndoProvider, useUndo } from "./undo-provider.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Do({ done }: { done: Undoable }) {
  const offer = useUndo();
  return (
    <button type="button" onClick={() => offer(done)}>
      Faire
    </button>
  );
}

function show(done: Undoable, isOver = false) {
  render(
    <UndoProvider>
      <Do done={done} />
      <dialog open>{isOver && <UndoPlace />}</dialog>
    </UndoProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Faire" }));
}

const undoButton = () => screen.queryByRole("button", { name: "Annuler" });

test("What was done can be taken back for ten seconds, and no longer", () => {
  show({ sentence: "Note ajoutée.", undo: async () => undefined });
  act(() => void vi.advanceTimersByTime(9900));
  expect(undoButton()).toBeTruthy();
  act(() => void vi.advanceTimersByTime(200));
  expect(undoButton()).toBeNull();
});

test("It is taken back once, however often the button is pressed, and said", async () => {
  const answer = Promise.withResolvers<string | undefined>();
  const undo = vi.fn<NonNullable<Undoable["undo"]>>(() => answer.promise);
  show({ sentence: "Note ajoutée.", undo });
  const button = undoButton()!;
  fireEvent.click(button);
  fireEvent.click(button);
  await act(async () => answer.resolve(undefined));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.getByRole("status").textContent).toContain("C’est annulé.");
});

test("When it cannot be taken back any more, the sentence says why", async () => {
  show({ sentence: "Contacts fusionnés.", undo: async () => "Cette fusion ne peut plus être annulée." });
  await act(async () => void fireEvent.click(undoButton()!));
  expect(screen.getByRole("status").textContent).toContain("Cette fusion ne peut plus être annulée.");
  expect(undoButton()).toBeNull();
});

test("What has no way back offers none", () => {
  show({ sentence: "Lead créé." });
  expect(screen.getByRole("status").textContent).toContain("Lead créé.");
  expect(undoButton()).toBeNull();
});

test("Over what shuts the page off, it is said inside", () => {
  show({ sentence: "Note ajoutée.", undo: async () => undefined }, true);
  expect(undoButton()?.closest("dialog")).toBeTruthy();
});
