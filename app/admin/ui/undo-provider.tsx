import { createContext, type ReactNode, useContext, useState } from "react";
import { createPortal } from "react-dom";

import { fileCopy } from "#subjects/leads/words/admin-file.ts";

import { TimedToast } from "./toast.tsx";

/** Source: issue 13, line 2. */
const undoForMs = 10_000;

export type Undoable = {
  /** What was done. */
  sentence: string;
  /** @returns the sentence of why not, or nothing once it is as before */
  undo?: () => Promise<string | undefined>;
  /** What one would still know of it; it need not be answered. */
  ask?: { question: string; answers: Readonly<Record<string, string>>; answer: (chosen: string) => void };
};

type Offer = Undoable & { number: number };

type Places = { show: (done: Undoable) => void; setPlace: (place: HTMLElement | null) => void };

const UndoContext = createContext<Places>({ show: () => {}, setPlace: () => {} });

/** Says what was just done, and for ten seconds how to take it back. */
export function useUndo(): (done: Undoable) => void {
  return useContext(UndoContext).show;
}

/** Inside what lies over the page and shuts the rest of it off: there it is said instead. */
export function UndoPlace() {
  const { setPlace } = useContext(UndoContext);
  return <div ref={(place) => setPlace(place)} />;
}

/** Above the screens: what was done on one can be taken back on the next. */
export function UndoProvider({ children }: { children: ReactNode }) {
  const [offer, setOffer] = useState<Offer>();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const show = (done: Undoable) => setOffer((previous) => ({ ...done, number: (previous?.number ?? 0) + 1 }));

  const toast = (
    <div role="status">
      {offer && <UndoToast key={offer.number} offer={offer} onShow={show} onDismiss={() => setOffer(undefined)} />}
    </div>
  );

  return (
    <UndoContext value={{ show, setPlace }}>
      {children}
      {place ? createPortal(toast, place) : toast}
    </UndoContext>
  );
}

type ToastProps = { offer: Offer; onShow: (done: Undoable) => void; onDismiss: () => void };

function UndoToast({ offer: { sentence, undo, ask }, onShow, onDismiss }: ToastProps) {
  const [isUndoing, setIsUndoing] = useState(false);

  async function takeBack(act: () => Promise<string | undefined>) {
    setIsUndoing(true);
    onShow({ sentence: (await act()) ?? fileCopy.undo.undone });
  }

  return (
    <TimedToast sentence={sentence} shownForMs={undoForMs} isHeld={isUndoing} onDismiss={onDismiss}>
      {ask && !isUndoing && (
        <select
          className="control file-control text-small"
          aria-label={ask.question}
          value=""
          onChange={(event) => ask.answer(event.target.value)}
        >
          <option value="">{ask.question}</option>
          {Object.entries(ask.answers).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      )}
      {undo && !isUndoing && (
        <button type="button" className="text-link finger-link" onClick={() => void takeBack(undo)}>
          {fileCopy.undo.label}
        </button>
      )}
    </TimedToast>
  );
}
